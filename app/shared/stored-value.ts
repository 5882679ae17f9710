/** A value that this browser stores for the site, under a key in `localStorage`; where that is blocked or full, for this page only. */
export function storedValue(key: string) {
  let unstored: string | undefined;
  return {
    /** Returns null without a value, undefined if the browser stores none. */
    read(): string | null | undefined {
      if (unstored !== undefined) return unstored;
      try {
        return localStorage.getItem(key);
      } catch {
        return undefined;
      }
    },
    write(value: string): void {
      try {
        localStorage.setItem(key, value);
        unstored = undefined;
      } catch {
        unstored = value;
      }
    },
  };
}
