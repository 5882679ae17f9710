import { setTimeout as pause } from 'node:timers/promises';

/** Pause between two checks whether a visitor is being served, and between two pieces of work, ms. */
const restMs = 20;

/**
 * Creates a queue of optional work, identified by keys and done one at a time while no visitor is being served.
 * @param options.work does the work of one key; a rejection is ignored
 */
export function createIdleQueue(options: {
  maxKeys: number;
  isBusy: () => boolean;
  work: (key: string) => Promise<void>;
}) {
  const { maxKeys, isBusy, work } = options;
  const keys = new Set<string>();
  let running: Promise<void> | undefined;
  const run = async () => {
    for (let [key] = keys; key !== undefined; [key] = keys) {
      // Does not keep the process running.
      do await pause(restMs, undefined, { ref: false });
      while (keys.size > 0 && isBusy());
      if (!keys.delete(key)) continue;
      await work(key).catch(() => {});
    }
    running = undefined;
  };
  return {
    /** Adds a key, unless it is already queued or the queue is full: the work is optional, the bound on memory is not. */
    add(key: string): void {
      if (keys.size >= maxKeys) return;
      keys.add(key);
      running ??= run();
    },
    /** Drops every waiting key. */
    clear: () => keys.clear(),
    /** Resolves when no key waits and no work runs. */
    idle: async () => running,
  };
}
