import { statSync } from 'node:fs';

/** The open database file is no longer at its path, so that commits would be lost. */
export class DatabaseMovedError extends Error {
  override readonly name = 'DatabaseMovedError';
  readonly code = databaseMovedCode;
}

/** Identifies the error in other threads. */
export const databaseMovedCode = 'DATABASE_MOVED';

/**
 * Remembers files that stay open: Unix goes on writing to a file that was deleted, renamed or replaced, and reports no error.
 * @returns a function that throws a DatabaseMovedError if a file is missing or has been replaced
 */
export function rememberFiles(paths: readonly string[]): () => void {
  const files = paths.map((path) => ({ path, identity: identityOf(path) }));
  return () => {
    for (const { path, identity } of files)
      if (identity === undefined || identityOf(path) !== identity)
        throw new DatabaseMovedError(`${path} was moved, replaced or deleted while it was open`);
  };
}

/** Identifies the file at a path by its device and inode number; undefined if there is none. */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
