/** A command is impossible. The message says why and is shown without a stack. */
export class RefusedError extends Error {}
