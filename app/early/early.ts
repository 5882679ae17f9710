/*
 * The only script that runs before the page is painted. It makes what hovers, opens and sticks work at once, long before
 * React arrives, and it is the one implementation of it: React never touches these states. It travels inside the page and
 * is named by its hash in the policy, so it stays small.
 */

import { showRouteOverlay } from '../ui/route-overlay/route-overlay.ts';
import { followCommands } from './commands.ts';
import { followDisclosures } from './disclosures.ts';
import { followScroll } from './fixed-header.ts';
import { startWhenIdle } from './start-when-idle.ts';

followScroll();
showRouteOverlay(location);
followDisclosures();
followCommands();
startWhenIdle();
