/** How long the overlay is in the page, ms (Specification 9), as long as its animation in the stylesheet (`--time-overlay`). */
const overlayMs = 1000;

/** Shows the painted sheet that uncovers a new page (Specification 2; Ruling 11), except on the root path, at an anchor and under reduced motion. */
export function showRouteOverlay(): void {
  if (location.pathname === '/' || location.hash || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  const overlay = document.createElement('div');
  overlay.setAttribute('data-route-overlay', '');
  overlay.ariaHidden = 'true';
  document.documentElement.append(overlay);
  setTimeout(() => overlay.remove(), overlayMs);
}
