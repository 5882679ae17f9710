import { setTimeout as pause } from 'node:timers/promises';

/** How long the server must wait before it looks again whether a visitor is being served, and between two pieces of work, ms. */
const restMs = 20;

/**
 * Resolves when no visitor is being served, or when the work is no longer wanted. Does not keep the process running.
 * @param isBusy whether a visitor is being served
 */
export async function untilIdle(isBusy: () => boolean, isWanted: () => boolean = () => true): Promise<void> {
  do await pause(restMs, undefined, { ref: false });
  while (isWanted() && isBusy());
}

/** Optional work, named by keys and done one key at a time while no visitor is being served. */
export interface IdleQueue {
  /** Adds a key, unless it is waiting already or the queue is full: the work is optional, the memory is not. */
  add(key: string): void;
  /** Drops every waiting key. */
  clear(): void;
  /** Resolves when no key waits and no work runs. */
  idle(): Promise<void>;
}

/**
 * @param options.maxKeys bound of the keys that wait
 * @param options.work does the work of one key; a failure leaves things as they were and is ignored
 */
export function createIdleQueue(options: {
  maxKeys: number;
  isBusy: () => boolean;
  work: (key: string) => Promise<void>;
}): IdleQueue {
  const { maxKeys, isBusy, work } = options;
  const keys = new Set<string>();
  let running: Promise<void> | undefined;
  const run = async () => {
    for (let [key] = keys; key !== undefined; [key] = keys) {
      await untilIdle(isBusy, () => keys.size > 0);
      if (!keys.delete(key)) continue;
      await work(key).catch(() => {});
    }
    running = undefined;
  };
  return {
    add(key) {
      if (keys.size >= maxKeys) return;
      keys.add(key);
      running ??= run();
    },
    clear: () => keys.clear(),
    idle: async () => running,
  };
}
