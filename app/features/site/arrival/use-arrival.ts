import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { showRouteOverlay } from '../../../ui/route-overlay/route-overlay.ts';

/** How long an anchor that is not on the page yet is waited for, ms (Specification 9). */
const anchorPatienceMs = 10_000;

/**
 * What happens on arriving at another path without loading the page anew (Ruling 11): the overlay uncovers the page, focus
 * moves to its `h1`, and its title is announced. An anchor is scrolled to, as soon as it is there.
 * @returns the title to announce; empty until the first navigation
 */
export function useArrival(): string {
  const { pathname, hash, key } = useLocation();
  const firstPath = useRef<string | undefined>(pathname);
  const [announcement, setAnnouncement] = useState('');

  useEffect(() => {
    if (firstPath.current === pathname) return;
    firstPath.current = undefined;
    showRouteOverlay({ pathname, hash: location.hash });
    if (!location.hash) {
      const heading = document.querySelector('h1');
      heading?.setAttribute('tabindex', '-1');
      heading?.focus({ preventScroll: true });
    }
    setAnnouncement(document.title);
  }, [pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same anchor again is a new arrival, which only `key` tells
  useEffect(() => {
    if (hash) return scrollToAnchor(idOfAnchor(hash));
  }, [hash, key]);

  return announcement;
}

/** What an anchor names; one that cannot be decoded names itself. */
function idOfAnchor(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/** Scrolls to the element with this id, now or once it is there. The function it gives back stops waiting. */
function scrollToAnchor(id: string): () => void {
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const look = () => {
    const element = document.getElementById(id);
    if (!element) return;
    stop();
    element.scrollIntoView();
  };
  const observer = new MutationObserver(look);
  const timer = setTimeout(stop, anchorPatienceMs);
  observer.observe(document.body, { childList: true, subtree: true });
  look();
  return stop;
}
