const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** Formats a day for people: `2026-10-14` as `14 October 2026`. */
export const formatDay = (date: string): string => day.format(new Date(date));
