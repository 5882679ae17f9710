import type { Page } from '@playwright/test';
import { sentPaths } from '../../app/paths.ts';
import { expectAccessible } from '../harness/axe.ts';
import { expect, hydrated, test } from '../harness/browser.ts';
import { articles, type Screen, screens, site } from '../harness/content.ts';
import { expectClearWords, expectNoSidewaysScroll, expectRoomForLargeText } from '../harness/layout.ts';

// Every screen, at the width of a desktop and of a phone. Each project takes the further widths that are near its own, and one of
// the two schemes: between them every screen is checked in both. Other paths to a screen are those of `tests/site/urls.test.ts`.
const widths = { wide: [2560, 768], narrow: [320] };
const schemes = { wide: 'light', narrow: 'dark' } as const;

/** An article's description and keywords are made from its text, not written. */
type ArticleScreen = Omit<Screen, 'description' | 'keywords' | 'words' | 'hasHero'> & Partial<Screen>;

/** One article of each category is looked at like a page; all of them are asked for in `tests/site/pages.test.ts`. */
const articleScreens: ArticleScreen[] = ['success-stories', 'insights'].flatMap((category) => {
  const article = articles.find((item) => item.category === category);
  if (!article) return [];
  const address = `/single/${article.slug}/`;
  return [{ address, canonical: address, heading: article.title, title: article.title, ogTitle: article.title }];
});

const canonicalScreens = screens.filter(({ address, canonical }) => address === canonical);

for (const screen of [...canonicalScreens, ...articleScreens]) {
  test(`${screen.address} is whole`, { tag: '@every-width' }, async ({ page, site: server }, { project }) => {
    // Moving elements would be checked in between, and the overlay of an arrival would cover them.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const response = await page.goto(screen.address);
    expect(response?.status()).toBe(200);

    await test.step('says what it is', async () => {
      await expect.soft(page).toHaveTitle(`${screen.title} | ${site.name}`);
      const head = await page.locator('head').evaluate((element) => ({
        named: Object.fromEntries(
          [...element.querySelectorAll('meta')].map((meta) => [
            meta.getAttribute('property') ?? meta.name,
            meta.content,
          ]),
        ),
        canonical: element.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href,
      }));
      expect.soft(head.canonical).toBe(`${server.origin}${screen.canonical}`);
      expect.soft(head.named['og:title']).toBe(screen.ogTitle);
      expect.soft(head.named['og:description']).toBe(head.named.description);
      expect.soft(head.named.description, 'description').toBeTruthy();
      expect.soft(head.named.keywords, 'keywords').toBeTruthy();
      if (screen.description) expect.soft(head.named.description).toBe(screen.description);
      if (screen.keywords) expect.soft(head.named.keywords).toBe(screen.keywords);
      await expect.soft(page.locator('html')).toHaveAttribute('lang', 'en');
    });

    await test.step('has one heading and its landmarks', async () => {
      await expect.soft(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      await expect.soft(page.getByRole('heading', { level: 1 })).toHaveText(screen.heading);
      for (const landmark of ['banner', 'main', 'contentinfo'] as const) {
        await expect.soft(page.getByRole(landmark), landmark).toHaveCount(1);
      }
      expect.soft(await skippedLevels(page)).toEqual([]);
    });

    await hydrated(page);

    await test.step('is first reached at "Skip to content"', async () => {
      await page.keyboard.press('Tab');
      const skip = page.getByRole('link', { name: 'Skip to content' });
      await expect.soft(skip).toBeFocused();
      await skip.press('Enter');
      await expect.soft(page.getByRole('main')).toBeFocused();
    });

    const width = project.name as keyof typeof widths;
    await test.step('is accessible', async () => {
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: schemes[width] });
      await expectAccessible(page, schemes[width]);
    });

    await test.step('fits its window, its words clear of drawings and of each other', async () => {
      const expectFit = async (when: string) => {
        await expectNoSidewaysScroll(page, when);
        await expectClearWords(page, when);
      };
      await expectFit('as it opens');
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      await expectFit('text at 200 %');
      if (width === 'narrow') await expectRoomForLargeText(page);
      await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
      for (const further of widths[width]) {
        await page.setViewportSize({ width: further, height: 900 });
        await expectFit(`${further} px`);
      }
    });
  });
}

test.describe('with films', () => {
  test.use({ films: true });
  test(
    'every hero plays its loop for this width, without a word in the console',
    { tag: '@every-width' },
    async ({ page }, { project }) => {
      test.slow();
      const cut = project.name === 'wide' ? /-wide[.-]/u : /-tall[.-]/u;
      for (const { address } of canonicalScreens.filter(({ hasHero }) => hasHero)) {
        const arrival = page.goto(address);
        const loop = await page.waitForRequest((request) => request.resourceType() === 'media');
        expect.soft(loop.url(), address).toMatch(cut);
        await arrival;
      }
    },
  );
});

for (const address of Object.values(sentPaths)) {
  test(`${address} is a page for those who are led there`, { tag: '@every-width' }, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    const response = await page.goto(address);
    expect(response?.status()).toBe(200);
    await hydrated(page);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/u);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/\S/u);
    await expectAccessible(page, 'light');
    await expectNoSidewaysScroll(page, `${page.viewportSize()?.width} px`);
  });
}

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
