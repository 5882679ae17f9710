import { untilIdle } from './idle-queue.ts';

/** Renders pages before somebody requests them, so that the first visitor gets a cached page. */
export interface WarmUp {
  /** Begins, and again from the start where it has begun. Resolves when all is prepared or `end` was called; never rejects. */
  begin(): Promise<void>;
  end(): void;
}

/**
 * @param options.addresses paths to prepare when it begins; those that matter most first
 * @param options.prepare renders and caches one page; resolves when done. What fails is left to the
 *   visitor who asks for it, and to the log
 * @param options.isBusy whether somebody is being served: visitors come first
 */
export function createWarmUp(options: {
  addresses: () => readonly string[];
  prepare: (address: string) => Promise<void>;
  isBusy: () => boolean;
  onFailure: (address: string, error: unknown) => void;
}): WarmUp {
  const { addresses, prepare, isBusy, onFailure } = options;
  let current: symbol | undefined;
  const pathsOrNone = () => {
    try {
      return addresses();
    } catch (error) {
      onFailure('all', error);
      return [];
    }
  };
  return {
    async begin() {
      const own = Symbol('preparation');
      current = own;
      for (const address of pathsOrNone()) {
        await untilIdle(isBusy, () => current === own);
        if (current !== own) return;
        try {
          await prepare(address);
        } catch (error) {
          onFailure(address, error);
        }
      }
    },
    end() {
      current = undefined;
    },
  };
}
