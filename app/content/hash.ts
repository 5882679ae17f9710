import { hash } from 'node:crypto';

/** A short name for texts that changes with any of them. */
export const hashOf = (parts: readonly string[]) => hash('sha256', parts.join('\0'), 'hex').slice(0, 12);
