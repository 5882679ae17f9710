import { isoDay } from '../../shared/iso-time.ts';

const separator = '[\\s.,-]{1,3}';
const year = '(?<year>\\d{4})(?!\\d)';
const number = '(?<!\\d)(?<day>\\d{1,2})(?:st|nd|rd|th)?';
const names = 'january february march april may june july august september october november december'.split(' ');
const month = '(?<!\\p{L})(?<month>\\p{L}{3,9})';

/** Matches `5 March 2024` and `Mar 5th, 2024`. */
const inWords = new RegExp(
  `${number}${separator}${month}${separator}${year}|${month}${separator}${number}${separator}${year}`,
  'iu',
);
const yearFirst = /(?<!\d)(?<year>\d{4})([-/.])(?<month>\d\d?)\2(?<day>\d\d?)(?!\d)/u;
const yearLast = /(?<!\d)(?<first>\d\d?)(?<mark>[-/.])\s?(?<second>\d\d?)\k<mark>\s?(?<year>\d{4})(?!\d)/u;

/**
 * Returns the day in a date of a content host, as ISO 8601, in whatever time zone it is written. Empty if there is none, and for
 * `05/03/2024`, which is 5 March or 3 May. With dots, the day is always first. Months have their English names.
 */
export function dayOf(text: string): string {
  const whole = yearFirst.exec(text)?.groups ?? inWords.exec(text)?.groups;
  if (whole) return existingDay(whole.year, monthNumber(whole.month ?? ''), whole.day);
  const { first, mark, second, year } = yearLast.exec(text)?.groups ?? {};
  const dayFirst = existingDay(year, second, first);
  const monthFirst = mark === '.' ? '' : existingDay(year, first, second);
  return dayFirst && monthFirst && dayFirst !== monthFirst ? '' : dayFirst || monthFirst;
}

function monthNumber(text: string): string {
  const index = names.findIndex((name) => name.startsWith(text.toLowerCase()));
  return index < 0 ? text : String(index + 1);
}

/** Returns a day as ISO 8601; empty if the calendar does not have it. */
function existingDay(year = '', month = '', day = ''): string {
  const text = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = Date.parse(text);
  // The parser reads 31 February as 3 March.
  return !Number.isNaN(time) && isoDay(new Date(time)) === text ? text : '';
}
