import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import { type ListingState, listingHref } from '../listing-state.ts';

/** Goes to another state of the listing without moving the page. `replace` while a visitor is still typing. */
export function useListingNavigation(): (state: ListingState, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (state, options) => {
      void navigate(listingHref(state), { preventScrollReset: true, ...options });
    },
    [navigate],
  );
}
