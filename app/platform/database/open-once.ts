/** Keeps one opened thing; a failed attempt is forgotten, so that the next use tries again. */
export function openOnce<Opened>(open: () => Promise<Opened>) {
  let current: Promise<Opened> | undefined;
  return {
    get(): Promise<Opened> {
      if (current) return current;
      const opening = open().catch((error) => {
        // It may have been taken, and opened again, meanwhile.
        if (current === opening) current = undefined;
        throw error;
      });
      current = opening;
      return opening;
    },
    /** What is open or being opened, if anything; the next `get` opens anew. */
    take(): Promise<Opened | undefined> {
      const taken = current;
      current = undefined;
      return taken?.catch(() => undefined) ?? Promise.resolve(undefined);
    },
  };
}
