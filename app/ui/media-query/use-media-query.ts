import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, updated when it changes. False on the server, while hydrating, and without a query.
 * @param query such as `(min-width: 992px)`
 */
export function useMediaQuery(query: string | undefined): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      if (query === undefined) return () => {};
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => query !== undefined && matchMedia(query).matches,
    () => false,
  );
}
