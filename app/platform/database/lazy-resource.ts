/** Opens a resource on first use and shares it; after a failure the next use tries again. */
export function createLazyResource<Opened>(open: () => Promise<Opened>) {
  let current: Promise<Opened> | undefined;
  let isEnded = false;
  const take = (): Promise<Opened | undefined> => {
    const taken = current;
    current = undefined;
    return taken?.catch(() => undefined) ?? Promise.resolve(undefined);
  };
  return {
    /** @throws Error after `end` */
    async get(): Promise<Opened> {
      if (current) return current;
      // Nothing would close a resource that is opened after `end`.
      if (isEnded) throw new Error('The resource is closed');
      const opening = open().catch((error) => {
        // `take` may have removed it, and another `get` opened it again, meanwhile.
        if (current === opening) current = undefined;
        throw error;
      });
      current = opening;
      return opening;
    },
    /** Removes and returns the resource that is open or being opened, if any; the next `get` opens it again. */
    take,
    /** The same, and for good: nothing is opened again. */
    end(): Promise<Opened | undefined> {
      isEnded = true;
      return take();
    },
  };
}
