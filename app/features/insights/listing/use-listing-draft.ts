import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation, useNavigationType } from 'react-router';
import { applyDelayMs } from '../limits.ts';
import {
  changeListing,
  type ListingChange,
  type ListingState,
  listingHref,
  listingPath,
  readListingState,
} from '../listing-state.ts';

/** What a visitor is about to ask the listing for: its state, and what has been typed or chosen since. */
export interface ListingDraft {
  /** What the fields show. A space at the end of the search is another word about to be typed. */
  draft: ListingState;
  /** Changes a field. It takes effect 400 ms after the last change (Specification 4). */
  edit(change: (before: ListingState) => ListingChange): void;
  /** Asks for the draft at once. */
  apply(): void;
  /** Goes where a link with this change would lead. */
  go(change: ListingChange): void;
  /** Props of a link to the draft with something changed: what has been typed and not yet searched is part of it. */
  linkTo(change: ListingChange): LinkProps;
  /** Props of a link to a page of the results; of a changed search or filter, the first (Contract, Addresses). */
  linkToPage(page: number): LinkProps;
}

interface LinkProps {
  to: string;
  preventScrollReset: true;
  onClick: (event: MouseEvent) => void;
}

/** @param state what the address says, and the answer to it shows */
export function useListingDraft(state: ListingState): ListingDraft {
  const navigate = useNavigate();
  const { location: ahead } = useNavigation();
  const [draft, setDraft] = useState(state);
  const address = listingHref({ ...state, page: 1 });
  const wanted = hrefOf(draft);
  const isChanged = wanted !== address;

  // What the fields or a link of the listing have asked for is in the draft already, which may have been changed again before
  // the answer came. Any other address is the truth: that of Back and Forward, and of a link elsewhere on the page.
  const { key } = useLocation();
  const type = useNavigationType();
  const shown = useRef(key);
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (type === 'POP' || !asked.current.delete(address)) setDraft(state);
    if (type === 'POP' || !isChanged) asked.current.clear();
  }, [key, type, address, isChanged, state]);

  /** Whether the address last asked for is a new entry of the history. */
  const pushes = useRef(false);
  const ask = useCallback(
    (target: string, { replace } = { replace: false }) => {
      asked.current.add(target);
      pushes.current = !replace;
      void navigate(target, { preventScrollReset: true, replace });
    },
    [navigate],
  );

  // A visitor on the way elsewhere is not called back. One on the way to another state of the listing is led on from there,
  // and finds the state before it by Back.
  const isLeaving = ahead !== undefined && ahead.pathname !== listingPath;
  const coming = ahead && !isLeaving ? hrefOf(readListingState(new URLSearchParams(ahead.search))) : undefined;
  const isWaiting = isChanged && !isLeaving && wanted !== coming;
  useEffect(() => {
    if (!isWaiting) return;
    const replace = coming === undefined || !pushes.current;
    const timer = setTimeout(() => ask(wanted, { replace }), applyDelayMs);
    return () => clearTimeout(timer);
  }, [isWaiting, wanted, coming, ask]);

  const link = (target: ListingState): LinkProps => ({
    to: hrefOf(target, target.page),
    preventScrollReset: true,
    onClick: (event) => {
      // A link that opens elsewhere leaves the fields here as they are.
      if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
      asked.current.add(hrefOf(target));
      pushes.current = true;
      setDraft(target);
    },
  });

  return {
    draft,
    edit: (change) => setDraft((before) => changeListing(before, change(before))),
    apply: () => {
      if (isChanged) ask(wanted);
    },
    go: (change) => {
      const target = changeListing(draft, change);
      setDraft(target);
      ask(hrefOf(target));
    },
    linkTo: (change) => link(changeListing(draft, change)),
    linkToPage: (page) => link(isChanged ? changeListing(draft, {}) : { ...draft, page }),
  };
}

/** Of a state with a word about to be typed, without it; of the first page unless another is given. */
const hrefOf = (draft: ListingState, page = 1) => listingHref({ ...draft, search: draft.search.trim(), page });
