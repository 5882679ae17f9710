import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { BrowserContext, Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, open, overlayGone, painted, setHidden, slowFilms, stopTime, test } from '../harness/browser.ts';
import { screens } from '../harness/content.ts';

// The hero's loop (Rulings 13 and 15): loaded after the page, in one size only, not on expensive connections, and paused when
// it is out of view or the visitor prefers it.

test.use({ films: true });

test.beforeEach(({ page }) => slowFilms(page));

const withHero = screens.filter(
  ({ address, canonical, hasHero }) => hasHero && address === canonical && address !== '/',
);
const [first, second] = withHero.map(({ address }) => address);
if (!first || !second) throw new Error('There are two pages with a hero beside the home page');

const loop = (page: Page) => page.locator('main video');
const isPaused = (page: Page) => loop(page).evaluate((video) => (video as HTMLVideoElement).paused);
const isFilm = (address: string) => /\.(?:mp4|webm)$/u.test(address);

/** URLs of the films that pages of a context request. */
function watchFilms(context: BrowserContext): string[] {
  const films: string[] = [];
  context.on('request', (request) => {
    if (isFilm(request.url())) films.push(request.url());
  });
  return films;
}

test(
  'is asked for after the page is painted and loaded, in the cut for its width',
  { tag: '@every-width' },
  async ({ page, context }, { project }) => {
    const films = watchFilms(context);
    await page.addInitScript(() => {
      // The events before the loop was added to the page.
      new MutationObserver(() => {
        if (window.whenLoopCame || !document.querySelector('video')) return;
        window.whenLoopCame = {
          painted: performance.getEntriesByName('first-contentful-paint').length > 0,
          loaded: document.readyState === 'complete',
        };
      }).observe(document, { childList: true, subtree: true });
    });
    // Not touched: a touch starts the scripts before the first paint.
    await page.goto(first);
    await expect.poll(() => loop(page).count()).toBe(1);
    await expect.poll(() => isPaused(page)).toBe(false);
    expect(await page.evaluate(() => window.whenLoopCame)).toEqual({ painted: true, loaded: true });
    const cut = project.name === 'wide' ? /-wide\.\w+\.(?:mp4|webm)$/u : /-tall\.\w+\.(?:mp4|webm)$/u;
    expect(new Set(films).size, 'one file only').toBe(1);
    expect(films[0]).toMatch(cut);
    const types = await page
      .locator('main video source')
      .evaluateAll((sources) => sources.map((source) => source.getAttribute('type')));
    expect(types, 'H.264 before AV1').toEqual(['video/mp4', 'video/webm']);
  },
);

declare global {
  interface Window {
    whenLoopCame?: { painted: boolean; loaded: boolean };
    /** Elements of the largest paints so far, by tag. */
    lcpElements?: string[];
  }
}

test('never loads with Save-Data, or a connection like 3G or 2G', async ({ page, context }) => {
  const films = watchFilms(context);
  for (const connection of [
    { saveData: true, effectiveType: '4g' },
    { saveData: false, effectiveType: '3g' },
    { saveData: false, effectiveType: '2g' },
  ]) {
    await page.addInitScript((value) => {
      Object.defineProperty(navigator, 'connection', { value, configurable: true });
    }, connection);
    await open(page, first);
    await expectNoLoop(page);
    expect(films, JSON.stringify(connection)).toEqual([]);
  }
});

test('never loads under reduced motion, and disappears when it is switched on', async ({ page, context }) => {
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

/** Expects only the poster, also after the browser was idle, when a loop would load. */
async function expectNoLoop(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  // An idle callback that is requested later runs later.
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestIdleCallback(() => requestIdleCallback(resolve, { timeout: 3000 }), { timeout: 3000 }),
      ),
  );
  await painted(page);
  await expect(loop(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^(?:Pause|Play)$/u })).toHaveCount(0);
  const poster = page.locator('main picture img').first();
  expect(await poster.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
}

test('pauses off screen and in a hidden tab, and resumes in view', async ({ page }) => {
  await open(page, first);
  await expect.poll(() => isPaused(page)).toBe(false);
  await page.evaluate(() => scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
  await expect.poll(() => isPaused(page), 'off screen').toBe(true);
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  await expect.poll(() => isPaused(page), 'back in sight').toBe(false);

  await setHidden(page, true);
  await expect.poll(() => isPaused(page), 'in a hidden tab').toBe(true);
  await setHidden(page, false);
  await expect.poll(() => isPaused(page), 'in a seen tab').toBe(false);
});

test('a pause applies to the next page and after a reload, and so does playing again', async ({ page, context }) => {
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

test("film and poster are of the visitor's scheme and their ground is the page's paper", {
  tag: '@every-width',
}, async ({ page, context }) => {
  const films = watchFilms(context);
  for (const colorScheme of ['light', 'dark'] as const) {
    films.length = 0;
    await page.emulateMedia({ colorScheme });
    await open(page, first);
    await overlayGone(page);
    await expect.poll(() => loop(page).evaluate((film) => getComputedStyle(film).opacity)).toBe('1');
    const isOfScheme = (address: string) => /-dark\.\w+\.\w+$/u.test(address) === (colorScheme === 'dark');
    expect(films.filter((film) => !isOfScheme(film))).toEqual([]);
    const poster = page.locator('main picture img').first();
    expect(isOfScheme(await poster.evaluate((image) => (image as HTMLImageElement).currentSrc))).toBe(true);

    // Without the veil, which hides differences of a film's colours, and with it, at the next section.
    const paper = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const edge = await page
      .locator('main section')
      .first()
      .evaluate((hero) => hero.getBoundingClientRect().bottom);
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), edge - 300);
    const at = async (y: number) => coloursIn(page, Math.round(y));
    expect(differenceTo(paper, await at(298)), 'right over the edge').toBeLessThanOrEqual(1);
    expect(differenceTo(paper, await at(310)), 'right under the edge').toBe(0);
    await page.evaluate(() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync('main section *::after { display: none !important }');
      document.adoptedStyleSheets = [sheet];
    });
    expect(differenceTo(paper, await at(290)), 'of the film itself').toBeLessThanOrEqual(3);
    await page.goto('about:blank');
  }
});

/** Colours of the window's leftmost pixels in a row, where no drawing reaches, as red, green and blue. */
async function coloursIn(page: Page, y: number): Promise<Buffer> {
  return sharp(await page.screenshot({ clip: { x: 0, y, width: 12, height: 1 } }))
    .removeAlpha()
    .raw()
    .toBuffer();
}

/** The largest difference of a channel, 0 to 255. */
function differenceTo(colour: string, pixels: Buffer): number {
  const channels = (colour.match(/\d+/gu) ?? []).map(Number);
  return Math.max(...[...pixels].map((value, index) => Math.abs(value - (channels[index % 3] ?? 0))));
}

test('the largest paint is the headline or the poster, never the film', async ({ browser, baseURL }) => {
  // A phone on which the film would count for a little more than its poster.
  const context = await browser.newContext({
    baseURL: baseURL ?? '',
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
  });
  const page = await context.newPage();
  await slowFilms(page);
  await page.addInitScript(() => {
    window.lcpElements = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { element } = entry as PerformanceEntry & { element?: Element };
        window.lcpElements?.push((element?.closest('h1') ?? element)?.tagName ?? 'gone');
      }
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await open(page, first);
  await expect.poll(() => loop(page).evaluate((film) => getComputedStyle(film).opacity)).toBe('1');
  // This paint is reported with the next frames.
  await painted(page);
  const paints = await page.evaluate(() => window.lcpElements ?? []);
  expect(paints).not.toEqual([]);
  expect(paints.filter((tag) => !['H1', 'IMG'].includes(tag))).toEqual([]);
  await context.close();
});

test('the head of the page preloads the poster of the first view once, in the displayed format', {
  tag: '@every-width',
}, async ({ page }) => {
  for (const address of ['/', first]) {
    const posters: string[] = [];
    page.on('request', (request) => {
      if (/\/heroes\/.*\.(?:avif|webp)$/u.test(request.url())) posters.push(request.url());
    });
    await page.goto(address, { waitUntil: 'load' });
    const shown = await page
      .locator('main picture img')
      .first()
      .evaluate((image) => (image as HTMLImageElement).currentSrc);
    expect(posters, address).toEqual([shown]);
    const preloaded = await page.evaluate(() =>
      [...document.head.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="image"]')]
        .filter(({ media }) => matchMedia(media).matches)
        .map(({ href }) => href),
    );
    expect(preloaded, address).toEqual([shown]);
    page.removeAllListeners('request');
  }
});

test.describe('on the home page', () => {
  const nameOf = (film: string) => /\/heroes\/(.+)-(?:wide|tall)/u.exec(film)?.[1];
  const dot = (page: Page, number: number) =>
    page.getByRole('button', { name: `Go to slide ${number}`, exact: true }).first();
  const slides = 4;

  test('each slide has its own film, which is fetched only when the slide is selected', async ({ page, context }) => {
    const films = watchFilms(context);
    await open(page, '/');
    for (let slide = 1; slide <= slides; slide += 1) {
      await dot(page, slide).click();
      await expect.poll(() => new Set(films.map(nameOf)).size).toBe(slide);
      const shown = () =>
        page
          .locator('main section')
          .first()
          .locator('video')
          .evaluateAll((videos) =>
            videos
              .filter((video) => getComputedStyle(video.parentElement as Element).opacity === '1')
              .map((video) => ({
                film: (video as HTMLVideoElement).currentSrc,
                paused: (video as HTMLVideoElement).paused,
              })),
          );
      // A film is fetched in pieces: a later one of the slide before may be the last request.
      await expect.poll(shown).toEqual([{ film: [...new Set(films)].at(-1), paused: false }]);
    }
  });

  test('the next slide’s film is fetched shortly before its turn', async ({ page, context }) => {
    const films = watchFilms(context);
    await page.clock.install();
    await open(page, '/');
    await expect.poll(() => films.length).toBeGreaterThan(0);
    await stopTime(page);
    const isTurned = async () => (await dot(page, 2).getAttribute('aria-current')) === 'true';
    const videos = page.locator('main section').first().locator('video');
    expect(new Set(films.map(nameOf)).size, 'only that of the slide that is shown').toBe(1);
    for (let passed = 0; passed < 10_000 && (await videos.count()) === 1; passed += 250) await page.clock.runFor(250);
    expect(await isTurned(), 'its turn is still to come').toBe(false);
    await expect.poll(() => new Set(films.map(nameOf)).size).toBe(2);
    await page.clock.runFor(2500);
    expect(await isTurned()).toBe(true);
  });
});

test('a saved page, which has neither scripts nor the film, shows the poster and keeps its styles', async ({
  page,
  context,
  noise,
}, testInfo) => {
  noise.allow(/frame is sandboxed/u);
  await open(page, first);
  await expect.poll(() => isPaused(page)).toBe(false);
  const session = await context.newCDPSession(page);
  const { data } = await session.send('Page.captureSnapshot', { format: 'mhtml' });
  const file = testInfo.outputPath('saved.mhtml');
  await writeFile(file, data);
  await page.goto(pathToFileURL(file).href);
  await expect(loop(page)).toBeHidden();
  await expect(page.locator('body')).toHaveCSS('font-family', /Archivo/u);
  // A shorthand that Chromium cannot write leaves declarations without a value.
  expect(data.replaceAll('=\r\n', '')).not.toMatch(/[a-z-]+: ; [a-z-]+: ;/u);
});
