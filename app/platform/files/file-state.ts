import type { Stats } from 'node:fs';

/** Returns what changes with the bytes of a file: the inode number tells one that was replaced within the same tick of the clock. */
export const fileState = ({ size, ctimeMs, ino }: Stats): string => `${size} ${ctimeMs} ${ino}`;
