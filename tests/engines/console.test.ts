import { describe, expect, inject, test } from 'vitest';
import { articles, pagesWithEverySection } from '../harness/content.ts';
import { describeInEngines, wide } from './harness.ts';
import { consolesOfPages, isWebKitInstalled } from './webkit.ts';

// No page reports an error while it loads (Contract, On the wire: no page violates its policy). The journeys in Chromium
// visit every page; here are pages with a section of every type, and one of each other kind. `hero.test.ts` plays films.

const articlePaths = ['success-stories', 'insights'].map(
  (category) => `/single/${articles.find((article) => article.category === category)?.slug}/`,
);
const otherPaths = ['/what-we-think', '/join-us', '/privacy-policy', '/message-sent'];
const paths = [...new Set([...pagesWithEverySection, ...articlePaths, ...otherPaths])];

describeInEngines(
  (open) => {
    test('no page has an error', async () => {
      const page = await open('/', wide);
      for (const path of paths) await page.goto(path);
    });
  },
  globalThis.engines.filter(({ name }) => name === 'Firefox'),
);

// Under a driver WebKit does not report errors that occur while a page loads.
describe.skipIf(!isWebKitInstalled)('WebKit without a driver', () => {
  test('no page reports an error while it loads', async () => {
    const consoles = await consolesOfPages(paths.map((path) => inject('origin') + path));
    for (const [url, lines] of consoles) expect.soft(lines, url).toEqual([]);
  });
});
