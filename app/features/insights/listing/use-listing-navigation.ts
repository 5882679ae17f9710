import { useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Goes to another address of the listing without moving the page. `replace` while a visitor is still typing. */
export function useListingNavigation(): (address: string, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (address, options) => {
      void navigate(address, { preventScrollReset: true, ...options });
    },
    [navigate],
  );
}
