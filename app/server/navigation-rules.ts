import { pathsWithoutPages } from '../paths.ts';

/** Links of this origin only, which open in the same tab. */
const pages = { and: [{ href_matches: '/*' }, { not: { href_matches: pathsWithoutPages() } }] };

/**
 * Speculation Rules (WICG): the browser may prefetch the page of a link under the pointer, and prerender it when the link is
 * pressed. Pages have no side effects, and analytics reports wait until a page is shown.
 */
export const navigationRules = JSON.stringify({
  prefetch: [{ where: pages, eagerness: 'moderate' }],
  prerender: [{ where: pages, eagerness: 'conservative' }],
});
