export type ReadingMemory = ReturnType<typeof createReadingMemory>;

/** Caches results of one reading of the content for the next, one per key: most readings follow the change of a single file. */
export function createReadingMemory() {
  let results = new Map<string, { input: string; result: unknown }>();
  let used: typeof results = new Map();
  return {
    /**
     * Returns the result of the last reading if its input was the same, or else a new one.
     * @param key identifies the type of result and the file
     * @param input everything that the result depends on
     * @param make a pure function of the input; nothing is stored if it throws
     */
    recall<Result>(key: string, input: string, make: () => Result): Result {
      const known = results.get(key);
      const entry = known?.input === input ? known : { input, result: make() };
      results.set(key, entry);
      used.set(key, entry);
      return entry.result as Result;
    },
    /** Drops results that were not recalled since the last call. */
    forgetUnused(): void {
      results = used;
      used = new Map();
    },
  };
}
