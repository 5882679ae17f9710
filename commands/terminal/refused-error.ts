/** A command that cannot be carried out. The message says why and is shown alone. */
export class RefusedError extends Error {}
