import { resolve } from 'node:path';
import { parseCommandLine, UsageError } from '../terminal/command-line.ts';

export const backupUsage = `Backs up the database, resumes, mail files and erasures, also while the site runs.
Usage: npm run backup -- FOLDER

  FOLDER   is created outside DATA_DIR; an existing folder must be empty
`;

export const restoreUsage = `Restores a backup into an empty DATA_DIR (and an empty database of DATABASE_URL).
Stop the site first.
Usage: npm run restore -- FOLDER

  FOLDER               of "npm run backup"
  --erasures LEDGER    also repeats the erasures of this folder, which is
                       "erasures" of the lost DATA_DIR or its copy
`;

/** Parses the command line. @param directory base of relative paths @returns absolute paths @throws UsageError for invalid arguments */
export function readFolder(
  command: 'backup' | 'restore',
  parameters: readonly string[],
  directory: string,
): { folder: string; ledger: string | undefined } {
  const options: Record<string, { type: 'string' }> = command === 'restore' ? { erasures: { type: 'string' } } : {};
  const { values, positionals } = parseCommandLine({ args: [...parameters], options, allowPositionals: true });
  const [folder, excess] = positionals;
  if (!folder) throw new UsageError(`${command} takes a folder`);
  if (excess !== undefined) throw new UsageError(`"${excess}" is an unexpected argument`);
  const ledger = values.erasures === undefined ? undefined : resolve(directory, values.erasures);
  return { folder: resolve(directory, folder), ledger };
}
