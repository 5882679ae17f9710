import { untilIdle } from './idle-queue.ts';

/** Renders pages before they are requested, so that the first visitor gets a cached page. */
export interface WarmUp {
  /** Begins, or restarts if it has already begun. Resolves when all pages are prepared or `end` was called; never rejects. */
  begin(): Promise<void>;
  end(): void;
}

/**
 * @param options.paths paths to prepare, most important first; called on each `begin`
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
}): WarmUp {
  const { paths, prepare, isBusy, onFailure } = options;
  let current: symbol | undefined;
  const pathsOrNone = () => {
    try {
      return paths();
    } catch (error) {
      onFailure('all', error);
      return [];
    }
  };
  return {
    async begin() {
      const own = Symbol('preparation');
      current = own;
      for (const path of pathsOrNone()) {
        await untilIdle(isBusy, () => current === own);
        if (current !== own) return;
        try {
          await prepare(path);
        } catch (error) {
          onFailure(path, error);
        }
      }
    },
    end() {
      current = undefined;
    },
  };
}
