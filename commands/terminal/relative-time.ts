import { dayMs } from '../../app/shared/iso-time.ts';

const hourMs = 3_600_000;
const monthMs = 30.44 * dayMs;

const format = new Intl.RelativeTimeFormat('en');

/** Describes the distance of a time in the largest unit with a value of at least two: "in 23 months", "3 days ago". */
export function relativeTime(time: Date, now: Date): string {
  const ms = time.getTime() - now.getTime();
  const away = Math.abs(ms);
  if (away >= 2 * monthMs) return format.format(Math.trunc(ms / monthMs), 'month');
  if (away >= 2 * dayMs) return format.format(Math.trunc(ms / dayMs), 'day');
  if (away >= 2 * hourMs) return format.format(Math.trunc(ms / hourMs), 'hour');
  return format.format(Math.trunc(ms / 60_000), 'minute');
}
