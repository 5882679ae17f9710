import { articlePrefix, homePath } from '../../app/paths.ts';

// Budgets of a page's weight on a phone. `tests/site/pages.test.ts` enforces those of documents, `tests/journeys/budgets.test.ts` the
// others; `npm run bench -- weight` shows the rest. All sizes are bytes on the wire.

/** Everything fetched until the first paint: document, font, pictures of the first screen. With headers. */
export const firstViewBytes = 100_000;

/** Everything of a page without scrolling, with every island awake, except the hero's film. With headers. */
export const wholePageBytes = 135_000;

/** Scripts of an idle page without scrolling: the site's own, film, analytics and web vitals. */
export const idleScriptBytes = 15_000;

/** Scripts of any page with every island awake. */
export const allScriptBytes = 20_000;

/** Maximum document sizes of the home page and of articles, by path prefix. A visitor waits for the first packets. */
export const documentBytes: readonly { readonly start: string; readonly bytes: number }[] = [
  { start: articlePrefix, bytes: 15_700 },
  { start: homePath, bytes: 18_000 },
];
