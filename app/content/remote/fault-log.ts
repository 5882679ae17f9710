import { LRUCache } from 'lru-cache';
import type { Log } from '../../platform/log/log.ts';

/** Maximum number of remembered faults; of a host with more, the oldest are logged again at some time. */
const maxRemembered = 2000;

/** Maximum number of faults logged per refresh; the next one logs others. */
const maxLogged = 20;

/** Logs each fault of a content host once, although every refresh finds it again. */
export interface FaultLog {
  report(message: string, fields: Readonly<Record<string, string>>): void;
  /** Call it at the beginning of each refresh. */
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
