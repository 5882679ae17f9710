import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { expect, laidOut, open, routeTimeoutMs, slowFilms, test } from '../harness/browser.ts';
import { pagesWithEverySection, screens } from '../harness/content.ts';
import { watchShifts } from '../harness/layout-shifts.ts';
import { kindsOfScreen, pathOfPosition, routes } from '../harness/routes.ts';

// Nothing shifts on a page while it loads, its islands wake and it is scrolled through (Layout Instability API: a shift of 0).

// A film loads late, over its poster.
test.use({ films: true });

const withHero = screens.filter(({ hasHero }) => hasHero).map(({ address }) => address);
// All of them on phones, where less fits beside something that comes late; wide, one with each section and of each other kind.
const pathsOf = (project: string) =>
  project === 'narrow' ? routes : [...new Set([...pagesWithEverySection, ...kindsOfScreen])];

// All routes in one tab: a new one for each takes as much processor time as the test itself.
test('every page holds still, and its hero plays', { tag: '@every-width' }, async ({ page, noise, request }, info) => {
  const paths = [...pathsOf(info.project.name), await pathOfPosition(request)];
  test.setTimeout(paths.length * routeTimeoutMs);
  noise.allow(/\.woff2/u);
  // Playwright turns the browser's cache off where requests are intercepted, so each visit is a first one.
  await page.route('**/*.woff2', (route) => route.abort());
  await page.addInitScript(watchShifts);
  await page.addInitScript(measureWithoutScripts);
  await slowFilms(page);
  for (const path of paths) await expectStill(page, path);
});

test('a document painted before its bar or its hero is complete holds still @every-width', async ({
  page,
  site,
  noise,
}) => {
  noise.allow(/\.woff2/u);
  await page.addInitScript(watchShifts);
  for (const [part, end] of [
    ['bar', '</li>'],
    ['hero', '</h1>'],
  ] as const) {
    const painted = Promise.withResolvers<void>();
    await using slow = createServer(async ({ method, url }, response) => {
      if (method === 'POST') return response.writeHead(204).end();
      if (url?.endsWith('.woff2')) return response.destroy();
      const found = await fetch(new URL(url ?? '', site.origin));
      const bytes = Buffer.from(await found.arrayBuffer());
      response.writeHead(found.status, { 'content-type': found.headers.get('content-type') ?? '' });
      if (url === '/') {
        const cut = bytes.indexOf(end) + end.length;
        response.write(bytes.subarray(0, cut));
        await painted.promise;
        response.end(bytes.subarray(cut));
      } else response.end(bytes);
    }).listen(0, '127.0.0.1');
    await once(slow, 'listening');
    await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}`, { waitUntil: 'commit' });
    await page.waitForFunction(() => performance.getEntriesByName('first-paint').length > 0);
    painted.resolve();
    await page.waitForLoadState();
    await laidOut(page);
    expect(await page.evaluate(() => window.takeShifts()), part).toEqual([]);
    await page.goto('about:blank');
  }
});

test('what a visitor jumps to while the page loads stays in view', { tag: '@narrow' }, async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/held.svg', async (route) => {
    await held.promise;
    await route.fulfill({ contentType: 'image/svg+xml', body: '<svg xmlns="http://www.w3.org/2000/svg"/>' });
  });
  await page.addInitScript(() => {
    const image = Object.assign(new Image(), { src: '/held.svg', hidden: true });
    addEventListener('DOMContentLoaded', () => document.body.append(image));
  });
  await page.goto('/who-we-are', { waitUntil: 'domcontentloaded' });
  const target = page.getByRole('main').getByRole('link').last();
  await target.focus();
  await expect(target).toBeInViewport();
  const top = () => target.evaluate((link) => link.getBoundingClientRect().top);
  const before = await top();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-first-view');
  held.resolve();
  await expect(root).not.toHaveAttribute('data-first-view');
  expect(Math.abs((await top()) - before)).toBeLessThanOrEqual(1);
});

/**
 * Expects no layout shift without the typeface: whether it loads before the first paint or after it, and how far its loading
 * moves text, depends on the machine and its fonts.
 */
async function expectStill(page: Page, path: string): Promise<void> {
  const film = withHero.includes(path) && page.waitForRequest((request) => request.resourceType() === 'media');
  await open(page, path);
  const cut = (page.viewportSize()?.width ?? 0) < 768 ? /-tall[.-]/u : /-wide[.-]/u;
  if (film) expect.soft((await film).url(), path).toMatch(cut);
  // The browser does not report shifts out of view, but a visitor who has scrolled there sees them.
  expect
    .soft(await page.evaluate(() => document.documentElement.scrollHeight), `${path}, its height`)
    .toBe(await page.evaluate(() => window.heightWithoutScripts));
  await scrollThrough(page);
  expect.soft(await page.evaluate(() => window.takeShifts()), `${path} shifts`).toEqual([]);
}

declare global {
  interface Window {
    /** Height of the document before any island has its script, pixels. */
    heightWithoutScripts: number;
  }
}

function measureWithoutScripts(): void {
  addEventListener('DOMContentLoaded', () => {
    // Only the first view is laid out until the page has loaded (app/early/first-view.ts); this test lays out all of it.
    const root = document.documentElement;
    root.toggleAttribute('data-first-view');
    window.heightWithoutScripts = root.scrollHeight;
    root.toggleAttribute('data-first-view');
  });
}

/**
 * Scrolls a screen at a time, and waits for the pictures of each, which load as they come near.
 * @throws if one does not load, with its URL
 */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async (limitMs) => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const isSeen = (image: HTMLImageElement) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return image.checkVisibility() && bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    };
    const awaited = () => [...document.images].filter((image) => isSeen(image) && !image.complete);
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      const begun = performance.now();
      do {
        await frame();
        if (performance.now() - begun > limitMs)
          throw new Error(
            `${location.pathname} at ${top}: ${awaited().map(({ currentSrc }) => currentSrc)} not loaded`,
          );
      } while (awaited().length > 0);
    }
    // Shifts of the last change occur in the next frame, and are reported after it.
    await frame();
    await frame();
  }, routeTimeoutMs);
}
