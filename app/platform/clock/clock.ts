/** Where the time comes from; a test holds it still. */
export interface Clock {
  /** The present moment. */
  now(): Date;
}

/** The machine's own clock. */
export const systemClock: Clock = { now: () => new Date() };
