let formatter: Intl.DateTimeFormat | undefined;

/** Formats a day for people: `2026-10-14` as `14 October 2026`. */
export function formatDay(date: string): string {
  // Created with the first date: a browser takes longer to load the names of months than to run all of a page's idle scripts.
  formatter ??= new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
  return formatter.format(new Date(date));
}
