/** Keeps what was used last, up to a number of bytes. */
export interface ByteBoundedCache<Value> {
  get(key: string): Value | undefined;
  /** Keeps a value, letting go of the longest unused ones; one larger than the whole cache is not kept. */
  put(key: string, value: Value): void;
  clear(): void;
  /** Bytes in use. */
  readonly bytes: number;
}

/**
 * @param options.maxBytes bound of the sum of all sizes
 * @param options.sizeOf bytes that a value holds, asked once when it is put
 */
export function createByteBoundedCache<Value>(options: {
  maxBytes: number;
  sizeOf: (value: Value) => number;
}): ByteBoundedCache<Value> {
  const { maxBytes, sizeOf } = options;
  // A Map keeps the order of insertion: taking an entry out and putting it back makes it the last to go.
  const entries = new Map<string, { value: Value; size: number }>();
  let bytes = 0;
  const remove = (key: string) => {
    bytes -= entries.get(key)?.size ?? 0;
    entries.delete(key);
  };
  return {
    get bytes() {
      return bytes;
    },
    get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value;
    },
    put(key, value) {
      remove(key);
      // A UTF-16 key can be as long as a request line, so it counts.
      const size = sizeOf(value) + key.length * 2;
      if (size > maxBytes) return;
      entries.set(key, { value, size });
      bytes += size;
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break;
        remove(oldest);
      }
    },
    clear() {
      entries.clear();
      bytes = 0;
    },
  };
}
