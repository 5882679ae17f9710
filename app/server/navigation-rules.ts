import { pathsWithoutPages } from '../paths.ts';

const pages = {
  and: [
    { href_matches: '/*' },
    { not: { href_matches: pathsWithoutPages } },
    { not: { selector_matches: '[target=_blank]' } },
  ],
};

/**
 * What the browser may fetch ahead of a click (Speculation Rules, WICG): the page behind a link under the pointer, and its
 * rendering once the link is pressed. Pages have no effects, and the reports of analytics wait until a page is shown.
 */
export const navigationRules = JSON.stringify({
  prefetch: [{ where: pages, eagerness: 'moderate' }],
  prerender: [{ where: pages, eagerness: 'conservative' }],
});
