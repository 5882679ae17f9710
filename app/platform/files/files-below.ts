import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Every file below a directory, by its path. Hidden files are left out, and so are symbolic links: unlike Node's recursive
 * `readdir`, nothing here leads out of the directory. One that does not exist has no files.
 */
export async function* filesBelow(directory: string): AsyncGenerator<string> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries.filter(({ name }) => !name.startsWith('.'))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (entry.isFile()) yield path;
  }
}
