import { type BigIntStats, type FSWatcher, readdirSync, realpathSync, statSync, watch } from 'node:fs';
import { join, relative, sep } from 'node:path';

/**
 * How often the watched folders are compared with those that stand there now, ms. A watch stays with a folder that is moved
 * away, or that a symbolic link no longer leads to, and no event reports its replacement.
 */
const compareMs = 200;

interface Watched {
  watcher: FSWatcher;
  /** Of the folder that is watched. */
  identity: string | undefined;
}

/**
 * Notifies of changes below a directory: a file, a folder, or the directory itself, which may come, go and be
 * replaced by another. One watch for each folder; the recursive watch of Node takes one for each file, which with 100,000 files
 * takes a second and more watches than some systems give.
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
    // Before the watch is set: where another folder comes in between, the next comparison finds it.
    const identity = identityOf(folder);
    if (identity === undefined) return;
    try {
      const watcher = watch(folder, (event, name) => {
        onChange();
        // A name that comes or goes may be that of a folder, and one that comes may stand in place of another.
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
  /** What stands around the directory is not content, and may be a whole disk. */
  const isAround = (folder: string) => {
    try {
      return !relative(realpathSync(folder), realpathSync(directory)).startsWith('..');
    } catch {
      return false;
    }
  };
  /** A link that leads back to a folder around it would be followed without end. */
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

/**
 * Distinguishes a folder from others at the same path, earlier or later; undefined where there is none. A file system may give
 * the number of a removed folder to the next one, so the time at which it was made belongs to it.
 */
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

/** Folders in a folder, and links that may lead to some. */
const namesOfFolders = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() || entry.isSymbolicLink() ? [{ name: entry.name, isLink: entry.isSymbolicLink() }] : [],
  );

/** A folder that has just been removed, or may not be listed, is no failure of watching; a system that gives no more watches is. */
const hasGone = (error: unknown) =>
  ['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP'].includes((error as NodeJS.ErrnoException).code ?? '');
