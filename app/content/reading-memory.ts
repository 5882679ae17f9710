/**
 * Results of one reading of the content that the next one needs again: most readings follow the change of a single file. Holds one
 * result for each key, and so no more than the content itself has.
 */
export interface ReadingMemory {
  /**
   * The result of the last reading where its input was the same.
   * @param key what is made of which file
   * @param input all that the result depends on
   * @param make a pure function of the input; nothing is stored when it throws
   */
  recall<Result>(key: string, input: string, make: () => Result): Result;
  /** Drops what nobody recalled since the last call. */
  forgetUnused(): void;
}

export function createReadingMemory(): ReadingMemory {
  let results = new Map<string, { input: string; result: unknown }>();
  let used: typeof results = new Map();
  return {
    recall<Result>(key: string, input: string, make: () => Result): Result {
      const known = results.get(key);
      const entry = known?.input === input ? known : { input, result: make() };
      results.set(key, entry);
      used.set(key, entry);
      return entry.result as Result;
    },
    forgetUnused() {
      results = used;
      used = new Map();
    },
  };
}
