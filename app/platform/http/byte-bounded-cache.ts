import { LRUCache } from 'lru-cache';

/** Overhead of an entry in bytes, measured with empty values: without it a million tiny entries would count as nothing. */
export const entryBytes = 400;

/**
 * Creates a least-recently-used cache with a bound in bytes. A value larger than the whole cache is not stored.
 * @param options.maxBytes bound of the sum of all entries
 * @param options.sizeOf bytes of memory that a value uses, called once when it is stored. A view of a larger buffer uses all of it
 * @param options.make creates the missing value of a key for `memo`
 */
export const createByteBoundedCache = <Value extends object | string>(options: {
  maxBytes: number;
  sizeOf: (value: Value) => number;
  make?: (key: string) => Value;
}) =>
  new LRUCache<string, Value>({
    maxSize: options.maxBytes,
    // A UTF-16 key can be as long as a request line, so it counts.
    sizeCalculation: (value, key) => options.sizeOf(value) + key.length * 2 + entryBytes,
    ...(options.make ? { memoMethod: options.make } : {}),
  });
