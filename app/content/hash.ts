import { createHash } from 'node:crypto';

/** A short name for texts that changes with any of them. */
export const hashOf = (parts: readonly string[]) =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 12);
