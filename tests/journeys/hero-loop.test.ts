import type { BrowserContext, Page } from '@playwright/test';
import { expect, open, test } from '../helpers/browser.ts';
import { screens } from '../helpers/content.ts';

// The hero's loop (Rulings 13 and 15): after the page, one cut only, where it costs nobody more than they can give, and at
// rest when nobody sees it or somebody wants it so.

const withHero = screens.filter(
  ({ address, canonical, hasHero }) => hasHero && address === canonical && address !== '/',
);
const [first, second] = withHero.map(({ address }) => address);
if (!first || !second) throw new Error('There are two pages with a hero beside the home page');

const loop = (page: Page) => page.locator('main video');
const isPaused = (page: Page) => loop(page).evaluate((video) => (video as HTMLVideoElement).paused);
const isFilm = (address: string) => /\.(?:mp4|webm)$/u.test(address);

/** Addresses of the films that pages of a context ask for. */
function watchFilms(context: BrowserContext): string[] {
  const films: string[] = [];
  context.on('request', (request) => {
    if (isFilm(request.url())) films.push(request.url());
  });
  return films;
}

test('is asked for after the page is painted and loaded, in the cut for its width', async ({ page, context }, {
  project,
}) => {
  const films = watchFilms(context);
  await page.addInitScript(() => {
    // What had happened when the loop came into the page.
    new MutationObserver(() => {
      if (window.whenLoopCame || !document.querySelector('video')) return;
      window.whenLoopCame = {
        painted: performance.getEntriesByName('first-contentful-paint').length > 0,
        loaded: document.readyState === 'complete',
      };
    }).observe(document, { childList: true, subtree: true });
  });
  await open(page, first);
  await expect.poll(() => isPaused(page)).toBe(false);
  expect(await page.evaluate(() => window.whenLoopCame)).toEqual({ painted: true, loaded: true });
  const cut = project.name === 'wide' ? /-wide\.\w+\.(?:mp4|webm)$/u : /-tall\.\w+\.(?:mp4|webm)$/u;
  expect(new Set(films).size, 'one file only').toBe(1);
  expect(films[0]).toMatch(cut);
});

declare global {
  interface Window {
    whenLoopCame?: { painted: boolean; loaded: boolean };
  }
}

for (const [name, connection] of [
  ['Save-Data', { saveData: true, effectiveType: '4g' }],
  ['a connection like 3G', { saveData: false, effectiveType: '3g' }],
  ['a connection like 2G', { saveData: false, effectiveType: '2g' }],
] as const) {
  test(`never comes with ${name}`, async ({ page, context }) => {
    const films = watchFilms(context);
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value });
    }, connection);
    await open(page, first);
    await expectNoLoop(page);
    expect(films).toEqual([]);
  });
}

test('never comes under reduced motion, and goes when it is asked for', async ({ page, context }) => {
  const films = watchFilms(context);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, first);
  await expectNoLoop(page);
  expect(films).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect(loop(page)).toHaveCount(0);
});

/** The poster stands alone, also once the browser has been idle, which is when a loop would come. */
async function expectNoLoop(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // An idle moment that was asked for later comes later.
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => requestIdleCallback(resolve))));
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await expect(loop(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(?:Pause|Play)$/u })).toHaveCount(0);
  const poster = page.locator('main picture img').first();
  expect(await poster.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
}

test('rests off screen and in a hidden tab, and goes on in sight', async ({ page }) => {
  await open(page, first);
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await expect.poll(() => isPaused(page), 'off screen').toBe(true);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => isPaused(page), 'back in sight').toBe(false);

  // A headless browser's tabs are never hidden, so the page is told what it would be told.
  const tell = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  await tell(true);
  await expect.poll(() => isPaused(page), 'in a hidden tab').toBe(true);
  await tell(false);
  await expect.poll(() => isPaused(page), 'in a seen tab').toBe(false);
});

test('paused, it is paused on the next page and after a reload, and plays again everywhere', async ({
  page,
  context,
}) => {
  await open(page, first);
  await page.getByRole('button', { name: 'Pause' }).click();
  await expect.poll(() => isPaused(page)).toBe(true);

  const films = watchFilms(context);
  for (const address of [second, second]) {
    await open(page, address);
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
    expect(await isPaused(page), address).toBe(true);
  }
  expect(films, 'what does not play is not fetched').toEqual([]);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => isPaused(page)).toBe(false);
  await open(page, first);
  await expect.poll(() => isPaused(page)).toBe(false);
});
