/*
 * The only script that runs before the page is painted. It is the one implementation of hover, disclosures, popups and the fixed
 * header, which must work immediately; no island changes these states. It is inlined in the page and must stay small.
 */

import { showRouteOverlay } from '../ui/route-overlay/route-overlay.ts';
import { followAnchors } from './anchors.ts';
import { followDisclosures } from './disclosures.ts';
import { layOutFirstView } from './first-view.ts';
import { followScroll } from './fixed-header.ts';
import { followPopups } from './popups.ts';
import { startWhenIdle } from './start-when-idle.ts';

const laidOut = layOutFirstView();
followScroll();
whenShown(showRouteOverlay);
followDisclosures();
followPopups();
followAnchors();
startWhenIdle(laidOut);

/** Calls back now, or when a prerendered page is shown (HTML, prerendering). */
function whenShown(task: () => void): void {
  if ((document as { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', task, { once: true });
  else task();
}
