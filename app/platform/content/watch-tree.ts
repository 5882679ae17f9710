import { type BigIntStats, type FSWatcher, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Interval of comparing watched with existing folders, ms: no event reports that a folder has been replaced. */
const compareMs = 200;

interface Watched {
  watcher: FSWatcher;
  /** Identity of the watched folder. */
  identity: string | undefined;
}

/**
 * Watches a directory for changes of files, of folders and of the directory itself, which may be created, removed and replaced.
 * Uses one watch per folder. Node's recursive watch uses one per file, which for 100,000 files takes a second and exceeds the
 * limits of some systems.
 */
export function watchTree(
  directory: string,
  { onChange, onError }: { onChange: () => void; onError: (error: unknown) => void },
): { close(): void } {
  const watched = new Map<string, Watched>();
  let hasFailed = false;

  const unwatch = (folder: string) => {
    for (const [path, { watcher }] of watched) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      watched.delete(path);
    }
  };
  const look = (folder: string) => {
    // Read before the watch is set: if the folder is replaced in between, the next comparison finds out.
    const identity = identityOf(folder);
    if (identity === undefined) return;
    try {
      const watcher = watch(folder, (event, name) => {
        onChange();
        // The name may be that of a folder that was created, removed or replaced.
        if (event === 'rename' && name !== null) {
          unwatch(join(folder, name));
          if (!isAround(join(folder, name))) look(join(folder, name));
        }
      });
      const entry: Watched = { watcher, identity };
      watcher.on('error', () => {
        entry.identity = undefined;
      });
      watched.set(folder, entry);
      // After the watch is set, so that a change in between is either reported or found here.
      for (const { name, ...item } of namesOfFolders(folder)) {
        const child = join(folder, name);
        if (!watched.has(child) && !(item.isLink && (isWatched(child) || isAround(child)))) look(child);
      }
      hasFailed = false;
    } catch (error) {
      unwatch(folder);
      if (hasGone(error)) return;
      if (!hasFailed) onError(error);
      hasFailed = true;
    }
  };
  /** Whether a folder contains the directory: it is not content, and may be a whole disk. */
  const isAround = (folder: string) => {
    try {
      return !relative(realpathSync(folder), realpathSync(directory)).startsWith('..');
    } catch {
      return false;
    }
  };
  /** Whether a folder is already watched: a link to an enclosing folder would otherwise be followed endlessly. */
  const isWatched = (folder: string) => {
    const identity = identityOf(folder);
    return [...watched.values()].some((other) => other.identity === identity);
  };
  const compare = () => {
    if (!watched.has(directory)) {
      look(directory);
      if (watched.has(directory)) onChange();
    }
    for (const [folder, { identity }] of [...watched]) {
      if (!watched.has(folder) || identityOf(folder) === identity) continue;
      unwatch(folder);
      look(folder);
      onChange();
    }
  };
  look(directory);
  const comparing = setInterval(compare, compareMs).unref();
  return {
    close: () => {
      clearInterval(comparing);
      unwatch(directory);
    },
  };
}

/** Identifies a folder among others at the same path; undefined if there is none. Inode numbers are reused, creation times are not. */
export function identityOf(folder: string): string | undefined {
  let stats: BigIntStats;
  try {
    stats = statSync(folder, { bigint: true });
  } catch {
    // It is missing, a link to itself, or not readable: the code that reads the folder reports why.
    return undefined;
  }
  return stats.isDirectory() ? `${stats.dev} ${stats.ino} ${stats.birthtimeNs}` : undefined;
}

/** Lists the folders in a folder, and links that may point to one. */
const namesOfFolders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || entry.isSymbolicLink() ? [{ name: entry.name, isLink: entry.isSymbolicLink() }] : [],
  );

/** Whether a folder was removed or may not be listed. That is not a failure of watching, unlike running out of watches. */
const hasGone = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
