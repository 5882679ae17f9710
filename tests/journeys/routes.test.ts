import type { Page } from '@playwright/test';
import { homePath, sentPaths } from '../../app/paths.ts';
import { expectAccessible } from '../harness/axe.ts';
import { expect, open, routeTimeoutMs, test } from '../harness/browser.ts';
import { articles, screens, sectionHeading } from '../harness/content.ts';
import { expectClearWords, expectNoSidewaysScroll, expectRoomForLargeText } from '../harness/layout.ts';

// Every screen, at the widths of a desktop and of a phone and others near them, in the light scheme on the one and in the dark
// scheme on the other. Metadata and outlines are in `tests/site/pages.test.ts`, other paths of a screen in `tests/site/urls.test.ts`.
const windows = [
  { size: { width: 1440, height: 900 }, further: [2560, 768], colorScheme: 'light' },
  { size: { width: 390, height: 844 }, further: [320], colorScheme: 'dark' },
] as const;

/** Moving elements would be checked in mid-motion, and the route overlay would cover them. */
const plainMedia = { media: 'screen', forcedColors: 'none', reducedMotion: 'reduce' } as const;

/** One article of each category is checked like a page; all of them are requested in `tests/site/pages.test.ts`. */
const pathsOfArticles = ['success-stories', 'insights'].flatMap((category) =>
  articles
    .filter((article) => article.category === category)
    .map(({ slug }) => `/single/${slug}/`)
    .slice(0, 1),
);

const canonicalScreens = screens.filter(({ address, canonical }) => address === canonical);

// All screens in one tab, which compiles axe once: a new tab takes more processor time than the checks. Each is opened once for both
// widths, since opening it takes as much as checking it.
test('every screen is accessible, and fits', async ({ page }) => {
  const all = [...canonicalScreens.map(({ address }) => address), ...pathsOfArticles];
  test.setTimeout(all.length * 2 * routeTimeoutMs);
  for (const address of all) {
    await test.step(address, async () => {
      await page.emulateMedia({ ...plainMedia, colorScheme: 'light' });
      await page.setViewportSize(windows[0].size);
      await open(page, address);
      // The same on all, whose documents are tested in `tests/site/pages.test.ts`.
      if (address === homePath) await expectSkipLink(page, address);
      for (const { size, further, colorScheme } of windows) {
        await page.emulateMedia({ ...plainMedia, colorScheme });
        await page.setViewportSize(size);
        await expectAccessible(page, `${address}, ${size.width} px, ${colorScheme}`, {
          landmarks: size === windows[0].size,
        });
        await expectFit(page, `${address}, ${size.width} px`, { further, isNarrow: size.width < 768 });
      }
      if (!pathsOfArticles.includes(address)) await expectReadableOnPaperAndInForcedColours(page, address);
    });
  }
});

/** Fails unless the first Tab reaches "Skip to content", which leads there. */
async function expectSkipLink(page: Page, address: string): Promise<void> {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect.soft(skip, address).toBeFocused();
  await skip.press('Enter');
  await expect.soft(page.getByRole('main'), address).toBeFocused();
}

/** Fails unless a screen fits its window and no text overlaps drawings or other text, also with large text and at further widths. */
async function expectFit(
  page: Page,
  when: string,
  { further, isNarrow }: { further: readonly number[]; isNarrow: boolean },
): Promise<void> {
  const expectFitNow = async (now: string) => {
    await expectNoSidewaysScroll(page, `${when}, ${now}`);
    await expectClearWords(page, `${when}, ${now}`);
  };
  await expectFitNow('as it opens');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await expectFitNow('text at 200 %');
  if (isNarrow) await expectRoomForLargeText(page, when);
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  for (const width of further) {
    await page.setViewportSize({ width, height: 900 });
    await expectFitNow(`then ${width} px`);
  }
}

/** Fails unless all headings of a page are visible in print, and its first in forced colours. Articles print their text only. */
async function expectReadableOnPaperAndInForcedColours(page: Page, address: string): Promise<void> {
  for (const media of [{ media: 'print' }, { media: 'screen', forcedColors: 'active' }] as const) {
    await page.emulateMedia({ reducedMotion: 'reduce', ...media });
    await expect.soft(page.getByRole('heading', { level: 1 }), `${address}, ${media.media}`).toBeVisible();
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

test('the pages after a form are accessible, and fit', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const address of Object.values(sentPaths)) {
    await open(page, address);
    await expectAccessible(page, `${address}, light`);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expectNoSidewaysScroll(page, `${address}, ${width} px`);
    }
  }
});

test('the rules below names of different lengths are on one line', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/cybersecurity');
  const heading = page.getByRole('heading', { level: 2, name: sectionHeading('/cybersecurity', 'themes') });
  const section = page.getByRole('main').locator('section').filter({ has: heading });
  const boxes = await section.getByRole('heading', { level: 3 }).evaluateAll((names) => {
    names.forEach((name, index) => {
      name.textContent = index % 2 ? 'Short' : 'More words than one line of this width has room for';
    });
    return names.map((name) => name.getBoundingClientRect()).map(({ height, bottom }) => ({ height, bottom }));
  });
  expect(new Set(boxes.map(({ height }) => height)).size, 'names of different heights').toBe(2);
  expect(new Set(boxes.map(({ bottom }) => Math.round(bottom))).size).toBe(1);
});

test('the rule at the end of an incomplete row of marks continues the one above', async ({ page }) => {
  await page.goto('/ventures');
  const marks = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name: /opens a new tab/u }) });
  const edges = await marks.evaluateAll((items) =>
    items.map((item) => item.getBoundingClientRect()).map(({ top, left, right }) => ({ top, left, right })),
  );
  const last = edges.at(-1);
  if (!last) throw new Error('The portfolio has no marks');
  const rowAbove = edges.filter(({ top }) => top < last.top).slice(-6);
  const beyond = rowAbove.find(({ left }) => left > last.left + 5);
  // Each mark's rule is its first pixel, the end of the row the last pixel of the last mark.
  expect(last.right - 1).toBeCloseTo(beyond?.left ?? 0, 1);
});

test('each article of the ecosystem is one tab stop, although its carousel of four slides has it twice', async ({
  page,
}) => {
  await page.goto('/healthcare');
  const slides = page.getByRole('main').getByRole('group', { name: / of 4$/u });
  await expect(slides).toHaveCount(4);
  await expect(slides.getByRole('link')).toHaveCount(4);
  const stops = await slides
    .getByRole('link')
    .evaluateAll((links) => links.filter(({ tabIndex }) => tabIndex >= 0).length);
  expect(stops).toBe(2);
});

test('adjacent lists of a workflow begin at the same height, after aims of different lengths', async ({ page }) => {
  await page.goto('/cloud-and-application');
  const tops = await page
    .getByRole('heading', { name: 'Handover' })
    .locator('xpath=ancestor::ol')
    .getByRole('list')
    .evaluateAll((lists) => lists.map((list) => Math.round(list.getBoundingClientRect().top)));
  expect(tops).toHaveLength(4);
  expect(new Set(tops).size).toBe(1);
});
