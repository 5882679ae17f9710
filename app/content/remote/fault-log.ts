import { LRUCache } from 'lru-cache';
import type { Log } from '../../platform/log/log.ts';

/** Faults that are remembered; a host with more of them is named with the first ones again some day. */
const maxRemembered = 2000;

/** Faults that are logged between two refreshes; the next one logs others. */
const maxLogged = 20;

/** Logs what is wrong with single parts of a content host once, though it is found again at every refresh. */
export interface FaultLog {
  report(message: string, fields: Readonly<Record<string, string>>): void;
  /** A refresh begins. */
  begin(): void;
}

export function createFaultLog(log: Log): FaultLog {
  const known = new LRUCache<string, true>({ max: maxRemembered });
  let logged = 0;
  return {
    report(message, fields) {
      const key = JSON.stringify([message, fields]);
      if (known.get(key) || logged >= maxLogged) return;
      known.set(key, true);
      logged += 1;
      log.warn(message, fields);
    },
    begin() {
      logged = 0;
    },
  };
}
