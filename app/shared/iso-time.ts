/** Milliseconds of a day of 24 hours. */
export const dayMs = 86_400_000;

/** Returns the UTC day of a time: `2026-10-14`. */
export const isoDay = (time: Date): string => time.toISOString().slice(0, 10);

/** The minute of a time in ISO 8601, for people: `2026-10-14 09:30`. */
export const isoMinute = (time: string): string => time.slice(0, 16).replace('T', ' ');

/** Returns the time `ms` after another one, or before it where `ms` is negative, as ISO 8601. */
export const isoAfter = (time: Date, ms: number): string => new Date(time.getTime() + ms).toISOString();
