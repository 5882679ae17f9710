import { createIdleQueue } from './idle-queue.ts';

export type WarmUp = ReturnType<typeof createWarmUp>;

/**
 * Renders pages before they are requested, one at a time and while no visitor is being served, so that the first visitor gets a
 * cached page.
 * @param options.paths paths to prepare, most important first, in bounded number; called on each beginning
 * @param options.prepare renders and caches one page; resolves when done. A page that fails is rendered when a visitor
 *   requests it
 * @param options.isBusy whether a visitor is being served: visitors come first
 * @param options.onFailure called with the path that failed, or `all` if `paths` throws
 */
export function createWarmUp(options: {
  paths: () => readonly string[];
  prepare: (path: string) => Promise<void>;
  isBusy: () => boolean;
  onFailure: (path: string, error: unknown) => void;
}) {
  const { paths, prepare, isBusy, onFailure } = options;
  const queue = createIdleQueue({
    maxKeys: Number.POSITIVE_INFINITY,
    isBusy,
    work: (path) => prepare(path).catch((error: unknown) => onFailure(path, error)),
  });
  let hasBegun = false;
  const begin = async (): Promise<void> => {
    hasBegun = true;
    queue.clear();
    try {
      for (const path of paths()) queue.add(path);
    } catch (error) {
      onFailure('all', error);
    }
    await queue.idle();
  };
  return {
    /** Begins, or restarts if it has already begun. Resolves when all pages are prepared or `end` was called; never rejects. */
    begin,
    /** Restarts between `begin` and `end`; does nothing otherwise. Call it when the content changes. */
    restart(): void {
      if (hasBegun) void begin();
    },
    end(): void {
      hasBegun = false;
      queue.clear();
    },
  };
}
