/**
 * A value that this browser stores for the site. Where its storage is blocked or full, the value lasts for this page only.
 * @param key its key in `localStorage`
 */
export function storedValue(key: string) {
  let unstored: string | undefined;
  return {
    read(): string | null {
      if (unstored !== undefined) return unstored;
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
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
