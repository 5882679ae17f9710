const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const monthMs = 30.44 * dayMs;

const words = new Intl.RelativeTimeFormat('en');

/** How far away a time is, in the largest unit of which there are at least two: "in 23 months", "3 days ago". */
export function relativeTime(time: Date, now: Date): string {
  const ms = time.getTime() - now.getTime();
  const away = Math.abs(ms);
  if (away >= 2 * monthMs) return words.format(Math.trunc(ms / monthMs), 'month');
  if (away >= 2 * dayMs) return words.format(Math.trunc(ms / dayMs), 'day');
  if (away >= 2 * hourMs) return words.format(Math.trunc(ms / hourMs), 'hour');
  return words.format(Math.trunc(ms / 60_000), 'minute');
}
