import { articlePrefix, homePath } from '../../app/paths.ts';

// What a page may weigh on a phone; `tests/journeys/budgets.test.ts` enforces it, `npm run bench -- weight` shows what is left.
// All sizes are bytes on the wire.

/** Everything fetched while a page is painted, before anything moves: document, font, pictures of the first screen. With headers. */
export const firstViewBytes = 100_000;

/** Everything of a page that nobody has scrolled, with every island awake; the hero's film apart. With headers. */
export const wholePageBytes = 190_000;

/**
 * Scripts of a page that is idle and has not been scrolled: the site's own, film, analytics and web vitals. React comes with the first
 * island that renders, and none does so before it is near the view.
 */
export const idleScriptBytes = 15_000;

/** Scripts of any page with every island awake; React takes 57,800 of it. */
export const allScriptBytes = 80_000;

/** Largest document of the home page and of articles, by the beginning of the path. A visitor waits for its first packets. */
export const documentBytes: readonly { readonly start: string; readonly bytes: number }[] = [
  { start: articlePrefix, bytes: 15_500 },
  { start: homePath, bytes: 18_000 },
];
