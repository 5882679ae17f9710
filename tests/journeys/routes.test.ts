import type { Page } from '@playwright/test';
import { sentPaths } from '../../app/paths.ts';
import { expectAccessible } from '../harness/axe.ts';
import { expect, hydrated, routeTimeoutMs, test } from '../harness/browser.ts';
import { articles, type Screen, screens, site } from '../harness/content.ts';
import { expectClearWords, expectNoSidewaysScroll, expectRoomForLargeText } from '../harness/layout.ts';

// Every screen, at the width of a desktop and of a phone. Each project also checks the widths near its own, in one of
// the two schemes: together they check every screen in both. Other paths of a screen are in `tests/site/urls.test.ts`.
const widths = { wide: [2560, 768], narrow: [320] };
const schemes = { wide: 'light', narrow: 'dark' } as const;

/** Moving elements would be checked in mid-motion, and the route overlay would cover them. */
const plainMedia = { media: 'screen', forcedColors: 'none', reducedMotion: 'reduce' } as const;

/** An article's description and keywords are made from its text, not written. */
type ArticleScreen = Omit<Screen, 'description' | 'keywords' | 'words' | 'hasHero'> & Partial<Screen>;

/** One article of each category is checked like a page; all of them are requested in `tests/site/pages.test.ts`. */
const articleScreens: ArticleScreen[] = ['success-stories', 'insights'].flatMap((category) => {
  const article = articles.find((item) => item.category === category);
  if (!article) return [];
  const address = `/single/${article.slug}/`;
  return [{ address, canonical: address, heading: article.title, title: article.title, ogTitle: article.title }];
});

const canonicalScreens = screens.filter(({ address, canonical }) => address === canonical);

// All screens in one tab, which compiles axe once: a new tab takes more processor time than the checks.
test('every screen is whole', { tag: '@every-width' }, async ({ page, site: server }, { project }) => {
  const all = [...canonicalScreens, ...articleScreens];
  test.setTimeout(all.length * routeTimeoutMs);
  const width = project.name as keyof typeof widths;
  const viewport = page.viewportSize();
  for (const screen of all) {
    await test.step(screen.address, async () => {
      await page.emulateMedia({ ...plainMedia, colorScheme: 'light' });
      const response = await page.goto(screen.address);
      expect.soft(response?.status(), screen.address).toBe(200);
      await expectHead(page, screen, server.origin);
      await expectOutline(page, screen);
      await hydrated(page);
      await expectSkipLink(page, screen.address);
      await page.emulateMedia({ ...plainMedia, colorScheme: schemes[width] });
      await expectAccessible(page, `${screen.address}, ${schemes[width]}`);
      await expectFit(page, screen.address, width);
      if (viewport) await page.setViewportSize(viewport);
      if (width === 'wide' && !articleScreens.includes(screen))
        await expectReadableOnPaperAndInForcedColours(page, screen);
    });
  }
});

/** Fails unless title and metadata describe the screen. */
async function expectHead(page: Page, screen: ArticleScreen, origin: string): Promise<void> {
  const { address } = screen;
  await expect.soft(page, address).toHaveTitle(`${screen.title} | ${site.name}`);
  const { named, canonical } = await page.locator('head').evaluate((element) => ({
    named: Object.fromEntries(
      [...element.querySelectorAll('meta')].map((meta) => [meta.getAttribute('property') ?? meta.name, meta.content]),
    ),
    canonical: element.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href,
  }));
  expect.soft(canonical, address).toBe(`${origin}${screen.canonical}`);
  expect.soft(named['og:title'], address).toBe(screen.ogTitle);
  expect.soft(named['og:description'], address).toBe(named.description);
  expect.soft(named.description, `${address}, description`).toBeTruthy();
  expect.soft(named.keywords, `${address}, keywords`).toBeTruthy();
  if (screen.description) expect.soft(named.description, address).toBe(screen.description);
  if (screen.keywords) expect.soft(named.keywords, address).toBe(screen.keywords);
  await expect.soft(page.locator('html'), address).toHaveAttribute('lang', 'en');
}

/** Fails unless a screen has one heading, its landmarks and no gap between the levels of its headings. */
async function expectOutline(page: Page, { address, heading }: ArticleScreen): Promise<void> {
  await expect.soft(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
  await expect.soft(page.getByRole('heading', { level: 1 }), address).toHaveText(heading);
  for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
    await expect.soft(page.getByRole(landmark), `${address}, ${landmark}`).toHaveCount(1);
  }
  expect.soft(await skippedLevels(page), address).toEqual([]);
}

/** Fails unless the first Tab reaches "Skip to content", which leads there. */
async function expectSkipLink(page: Page, address: string): Promise<void> {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect.soft(skip, address).toBeFocused();
  await skip.press('Enter');
  await expect.soft(page.getByRole('main'), address).toBeFocused();
}

/** Fails unless a screen fits its window and no text overlaps drawings or other text, also with large text and at further widths. */
async function expectFit(page: Page, address: string, width: keyof typeof widths): Promise<void> {
  const expectFitNow = async (when: string) => {
    await expectNoSidewaysScroll(page, `${address}, ${when}`);
    await expectClearWords(page, `${address}, ${when}`);
  };
  await expectFitNow('as it opens');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expectFitNow('text at 200 %');
  if (width === 'narrow') await expectRoomForLargeText(page);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  for (const further of widths[width]) {
    await page.setViewportSize({ width: further, height: 900 });
    await expectFitNow(`${further} px`);
  }
}

/** Fails unless all headings of a page are visible in print, and its first in forced colours. Articles print their text only. */
async function expectReadableOnPaperAndInForcedColours(page: Page, { address, heading }: ArticleScreen): Promise<void> {
  for (const media of [{ media: 'print' }, { media: 'screen', forcedColors: 'active' }] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', ...media });
    await expect
      .soft(page.getByRole('heading', { level: 1, name: heading }), `${address}, ${media.media}`)
      .toBeVisible();
    if (media.media === 'screen') continue;
    // On a screen one slide and one part of a legal text are shown at a time; paper shows all.
    const unseen = await page
      .getByRole('main')
      .locator('h2')
      .evaluateAll((headings) =>
        headings
          .filter((element) => !element.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
          .map((element) => element.textContent),
      );
    expect.soft(unseen, `${address} on paper`).toEqual([]);
  }
}

test.describe('with films', () => {
  test.use({ films: true });
  // In a wide window each plays in `hero-contrast.test.ts`.
  test('every hero plays its tall loop, without a word in the console', { tag: '@narrow' }, async ({ page }) => {
    test.slow();
    for (const { address } of canonicalScreens.filter(({ hasHero }) => hasHero)) {
      const arrival = page.goto(address);
      const loop = await page.waitForRequest((request) => request.resourceType() === 'media');
      expect.soft(loop.url(), address).toMatch(/-tall[.-]/u);
      await arrival;
    }
  });
});

test('the pages after a form are accessible and not indexed', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const address of Object.values(sentPaths)) {
    const response = await page.goto(address);
    expect.soft(response?.status(), address).toBe(200);
    await hydrated(page);
    await expect.soft(page.locator('meta[name="robots"]'), address).toHaveAttribute('content', /noindex/u);
    await expect.soft(page.getByRole('heading', { level: 1 }), address).toHaveCount(1);
    await expect.soft(page, address).toHaveTitle(/\S/u);
    await expectAccessible(page, `${address}, light`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page, `${address}, ${width} px`);
    }
  }
});

/** Headings that leave out a level after the one before them, such as an h4 after an h2. */
async function skippedLevels(page: Page): Promise<string[]> {
  const headings = await page
    .locator(':is(h1, h2, h3, h4, h5, h6)')
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.checkVisibility())
        .map((element) => ({ level: Number(element.tagName[1]), text: element.textContent })),
    );
  return headings
    .filter(({ level }, index) => level > (headings[index - 1]?.level ?? 0) + 1)
    .map(({ level, text }) => `h${level} ${text}`);
}
