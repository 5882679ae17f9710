/** What was asked for cannot be done; the message says why, and stands alone. */
export class RefusedError extends Error {}
