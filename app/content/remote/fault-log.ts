import { LRUCache } from 'lru-cache';
import type { Log } from '../../platform/log/log.ts';
import { shortenToCharacters } from '../../shared/shorten.ts';

/** Maximum number of remembered faults; of a host with more, the oldest are logged again at some time. */
const maxRemembered = 2000;

/** Maximum length of a field, characters: a URL of a picture may be as long as the text that contains it. */
const maxFieldCharacters = 500;

/** Maximum number of faults logged per refresh; the next one logs others. */
const maxLogged = 20;

export type FaultLog = ReturnType<typeof createFaultLog>;

/** Logs each fault of a content host once, although every refresh finds it again. */
export function createFaultLog(log: Log) {
  const known = new LRUCache<string, true>({ max: maxRemembered });
  let logged = 0;
  return {
    report(message: string, whole: Readonly<Record<string, string>>): void {
      const fields = Object.fromEntries(
        Object.entries(whole).map(([name, value]) => [name, shortenToCharacters(value, maxFieldCharacters)]),
      );
      const key = JSON.stringify([message, fields]);
      if (known.get(key) || logged >= maxLogged) return;
      known.set(key, true);
      logged += 1;
      log.warn(message, fields);
    },
    /** Call it at the beginning of each refresh. */
    begin(): void {
      logged = 0;
    },
  };
}
