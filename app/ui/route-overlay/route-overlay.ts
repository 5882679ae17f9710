/** How long the overlay is in the page (Specification 9). The animation in the stylesheet takes as long (`--time-overlay`). */
const overlayMs = 1000;

/**
 * The painted sheet that uncovers a page one has just arrived at (Specification 2, Shared behaviour; Ruling 11). Absent on
 * the root path, at an anchor, and under reduced motion. It is a sibling of the body.
 */
export function showRouteOverlay({ pathname, hash }: { pathname: string; hash: string }): void {
  if (pathname === '/' || hash || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const root = document.documentElement;
  for (const earlier of root.querySelectorAll('[data-route-overlay]')) earlier.remove();
  const overlay = document.createElement('div');
  overlay.setAttribute('data-route-overlay', '');
  overlay.ariaHidden = 'true';
  root.append(overlay);
  setTimeout(() => overlay.remove(), overlayMs);
}
