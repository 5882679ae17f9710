/*
 * The only script that runs before the page is painted. It makes what hovers, opens and sticks work at once, and it is the one
 * implementation of it: no island touches these states. It travels inside the page and is named by its hash in the policy, so it
 * stays small.
 */

import { showRouteOverlay } from '../ui/route-overlay/route-overlay.ts';
import { followAnchors } from './anchors.ts';
import { followDisclosures } from './disclosures.ts';
import { followScroll } from './fixed-header.ts';
import { followPopups } from './popups.ts';
import { startWhenIdle } from './start-when-idle.ts';

followScroll();
whenShown(() => showRouteOverlay(location));
followDisclosures();
followPopups();
followAnchors();
startWhenIdle();

/** Calls back now, or when a page that was prepared for a visitor who may not come is shown (HTML, prerendering). */
function whenShown(task: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', task, { once: true });
  else task();
}
