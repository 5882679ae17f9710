import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs';
import { join, sep } from 'node:path';

/**
 * Tells that something below a directory has changed: a file, or a folder. One watch for each folder; the recursive watch
 * of Node takes one for each file, which with 100,000 files takes a second and more watches than some systems give.
 */
export function watchTree(
  directory: string,
  { onChange, onError }: { onChange: () => void; onError: (error: unknown) => void },
): { close(): void } {
  const watchers = new Map<string, FSWatcher>();

  const unwatch = (folder: string) => {
    for (const [path, watcher] of watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watchers.delete(path);
    }
  };
  const look = (folder: string) => {
    try {
      const watcher = watch(folder, (event, name) => {
        onChange();
        // A name that comes or goes may be that of a folder, and one that comes may stand in place of another.
        if (event === 'rename' && name !== null) {
          unwatch(join(folder, name));
          if (isFolder(join(folder, name))) look(join(folder, name));
        }
      });
      watcher.on('error', () => unwatch(folder));
      watchers.set(folder, watcher);
      // After the watch is set, so that what comes meanwhile is told or found here.
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const child = join(folder, entry.name);
        if (entry.isDirectory() && !watchers.has(child)) look(child);
      }
    } catch (error) {
      unwatch(folder);
      if (!hasGone(error)) onError(error);
    }
  };
  look(directory);
  return { close: () => unwatch(directory) };
}

/** A folder that has just been removed is no failure; a system that gives no more watches is. */
const hasGone = (error: unknown) => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
