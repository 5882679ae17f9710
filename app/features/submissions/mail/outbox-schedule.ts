const secondMs = 1000;
const hourMs = 3600 * secondMs;

/** Pauses after the first failures; from there on each is twice the one before (Contract, Submissions). */
const firstPausesMs = [10 * secondMs, 30 * secondMs, 60 * secondMs] as const;
const maxPauseMs = hourMs;

/** A mail is given up after so long: mail servers themselves give up after five days (RFC 5321, 4.5.4.1). */
export const giveUpMs = 5 * 24 * hourMs;

/** An acknowledgement says that a form has just arrived: this long after it, it is given up. */
export const acknowledgementGiveUpMs = 24 * hourMs;

/** A mailbox gets one acknowledgement in so long at most, so that nobody is pestered through the forms. */
export const acknowledgementPauseMs = hourMs;

/** @param failures how often it has failed by now, from 1 */
export function pauseAfter(failures: number): number {
  const first = firstPausesMs[failures - 1];
  if (first !== undefined) return first;
  // The exponent is bounded so that it stays a number.
  const doubled = firstPausesMs[2] * 2 ** Math.min(failures - firstPausesMs.length, 30);
  return Math.min(doubled, maxPauseMs);
}

/** The time `ms` after another one, or before it where `ms` is negative: ISO 8601. */
export const after = (moment: Date, ms: number): string => new Date(moment.getTime() + ms).toISOString();
