import { statSync } from 'node:fs';

/** The file that a connection writes to is no longer the one of that name: what it commits would be lost. */
export class DatabaseMovedError extends Error {
  override readonly name = 'DatabaseMovedError';
  readonly code = databaseMovedCode;
}

/** Names the error beyond the thread it was thrown in. */
export const databaseMovedCode = 'DATABASE_MOVED';

/**
 * Remembers which files these names stand for now. Unix keeps writing to a file that was deleted, renamed or replaced, and
 * reports nothing.
 * @param paths files that exist and are held open, so that their inode numbers are not given to others
 * @returns throws a DatabaseMovedError once a name is gone or stands for another file
 */
export function rememberFiles(paths: readonly string[]): () => void {
  const files = paths.map((path) => ({ path, identity: identityOf(path) }));
  return () => {
    for (const { path, identity } of files)
      if (identity === undefined || identityOf(path) !== identity)
        throw new DatabaseMovedError(`${path} was moved, replaced or deleted while it was open`);
  };
}

/** @returns undefined where there is no file */
export function identityOf(path: string): string | undefined {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats && `${stats.dev}:${stats.ino}`;
}
