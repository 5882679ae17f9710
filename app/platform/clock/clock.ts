/** Where the time comes from; a test holds it still. */
export interface Clock {
  /** The present time. */
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
