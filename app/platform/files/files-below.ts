import type { Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Whether programs, not people, put a file into a folder: it is hidden, a file manager's, an editor's (`page.yaml~`, `#page.yaml#`), or
 * the folder that Linux creates at the root of a volume.
 */
export const isIgnoredFile = (name: string): boolean =>
  /^(?:\..*|~\$.*|.*~|#.*#|thumbs\.db|desktop\.ini|icon\r|lost\+found)$/isu.test(name);

/**
 * Lists the path of every file below a directory. Leaves out files of programs and symbolic links, so that unlike with Node's
 * recursive `readdir` nothing leads out of the directory. Yields nothing if the directory does not exist.
 * @param options.onOther called with each entry that is neither a file nor a folder
 * @param options.onFolder called with each folder, the directory included, before it is listed
 * @param options.onUnreadable called with each folder that cannot be listed; without it the error is thrown
 */
export async function* filesBelow(
  directory: string,
  options: {
    onOther?: (path: string, entry: Dirent) => void;
    onUnreadable?: (folder: string, error: unknown) => void;
    onFolder?: (path: string) => void;
  } = {},
): AsyncGenerator<string> {
  options.onFolder?.(directory);
  const entries = await readdir(directory, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    if (!options.onUnreadable) throw error;
    options.onUnreadable(directory, error);
    return [];
  });
  for (const entry of entries.filter(({ name }) => !isIgnoredFile(name))) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, options);
    else if (entry.isFile()) yield path;
    else options.onOther?.(path, entry);
  }
}
