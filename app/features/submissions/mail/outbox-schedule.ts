const secondMs = 1000;
const hourMs = 3600 * secondMs;

/** Pauses after the first failures; each later pause is twice the one before (Contract, Submissions). */
const firstPausesMs = [10 * secondMs, 30 * secondMs, 60 * secondMs] as const;

/** Nothing is scheduled further ahead. */
export const maxPauseMs = hourMs;

/** A mail is given up after this time, as mail servers do after five days (RFC 5321, 4.5.4.1). */
export const giveUpMs = 5 * 24 * hourMs;

/** An acknowledgement says that a form has just arrived; it is given up this long after the submission. */
export const acknowledgementGiveUpMs = 24 * hourMs;

/** A mailbox gets at most one acknowledgement in this time, so that nobody is pestered through the forms. */
export const acknowledgementPauseMs = hourMs;

/** Returns the pause before the next attempt, ms. @param failures number of failed attempts, from 1 */
export function pauseAfter(failures: number): number {
  const first = firstPausesMs[failures - 1];
  if (first !== undefined) return first;
  // The bounded exponent keeps the result finite.
  const doubled = firstPausesMs[2] * 2 ** Math.min(failures - firstPausesMs.length, 30);
  return Math.min(doubled, maxPauseMs);
}
