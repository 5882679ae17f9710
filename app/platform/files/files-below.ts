import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Every file below a directory, by its path. Hidden files are left out, and so is what is neither file nor folder, symbolic
 * links among it: unlike Node's recursive `readdir`, nothing here leads out of the directory. One that does not exist has no files.
 * @param options.onOther called with each entry that is neither file nor folder
 * @param options.onUnreadable called with each folder that cannot be listed, which then has no files; absent, the error is thrown
 */
export async function* filesBelow(
  directory: string,
  options: {
    onOther?: (path: string, entry: Dirent) => void;
    onUnreadable?: (folder: string, error: unknown) => void;
  } = {},
): AsyncGenerator<string> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (!options.onUnreadable) throw error;
    options.onUnreadable(directory, error);
    return [];
  });
  for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, options);
    else if (entry.isFile()) yield path;
    else options.onOther?.(path, entry);
  }
}
