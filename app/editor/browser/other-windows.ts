// All windows of a browser share the editor's cache of files. A window takes what it finds there for what it has loaded itself, and would
// neither load a file that another window has saved nor ask before it saves an entry over that: it compares entries with the cache.

/** Object store of the editor's database that is the cache, by path. */
const cacheName = 'file-cache';

/** How long the window that saved may take to put its files into the cache, ms. */
const savedMs = 1000;

const windows = new BroadcastChannel('editor-commits');

const completed = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

async function removeFromCache(paths: readonly string[]): Promise<void> {
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await completed(indexedDB.open(name));
    try {
      if (!database.objectStoreNames.contains(cacheName)) continue;
      const cache = database.transaction(cacheName, 'readwrite').objectStore(cacheName);
      await Promise.all(paths.map((path) => completed(cache.delete(path))));
    } finally {
      database.close();
    }
  }
}

let followed: Promise<unknown> = Promise.resolve();

windows.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => {
  const removed = new Promise((resolve) => setTimeout(resolve, savedMs)).then(() => removeFromCache(data));
  followed = Promise.allSettled([followed, removed]);
});

/** Tells the other windows of this browser which files this one has committed. */
export const announceCommit = (paths: readonly string[]): void => windows.postMessage(paths);

/** Resolves when this window will load what others of this browser have committed, as it loads what other people commit. */
export const otherWindowsFollowed = (): Promise<unknown> => followed;
