import { chromium } from '@playwright/test';
import { chromiumOptions } from '../../commands/bench/chromium.ts';
import { expect, laidOut, test } from '../harness/browser.ts';
import { pagesWithEverySection } from '../harness/content.ts';
import { expectNoSidewaysScroll, expectRoomForLargeText } from '../harness/layout.ts';
import { pathOfPosition } from '../harness/routes.ts';

// Large text and long words on a phone: nothing is cut off and nothing scrolls sideways (WCAG 1.4.4, 1.4.10), in states that `routes.test.ts`
// does not check.

const paths = [
  '/what-we-think?category=insights',
  '/what-we-think?category=insights&search=nothing-is-called-this',
  '/message-sent',
  '/nowhere',
];

test('other screens fit 390 and 320 px with text at 200 %', async ({ page, noise, request }) => {
  noise.allow(/404/u);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const path of [...paths, await pathOfPosition(request)]) {
    await page.goto(path);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await expectRoomForLargeText(page, path);
  }
});

test('the placeholder of each search box is shown whole at 390 and 320 px with text at 200 %', async ({
  page,
  noise,
}) => {
  noise.allow(/404/u);
  for (const path of ['/what-we-think', '/nowhere'])
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(path);
      await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
      const overflow = await page.getByRole('searchbox').evaluate((element) => {
        const input = element as HTMLInputElement;
        const { paddingLeft, paddingRight } = getComputedStyle(input);
        const context = document.createElement('canvas').getContext('2d');
        if (!context) throw new Error('The browser has no canvas');
        context.font = getComputedStyle(input, '::placeholder').font;
        const room = input.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
        return context.measureText(input.placeholder).width - room;
      });
      expect(overflow, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
});

test('the filter of the insights fits 320 px with text at 200 %', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/what-we-think');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const popup = page.locator(':popover-open');
  await expect(popup).toBeVisible();
  const hidden = await popup.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
  expect(hidden, 'pixels that are reached only by scrolling sideways').toBe(0);
});

test('headings of words longer than a line break in every section', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of pagesWithEverySection) {
    await page.goto(path);
    await page.locator('main').evaluate((main) => {
      const walker = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const { currentNode: text } = walker;
        if (text.parentElement?.matches('h2, h2 > span, h3') && text.textContent?.trim())
          text.textContent = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
      }
    });
    await expectNoSidewaysScroll(page, path);
  }
});

test('the company mark stands beside the name at 320 px with text at 200 %', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 568 });
  await page.goto('/contact-us');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const brand = page.getByRole('banner').getByRole('link', { name: /, home$/u });
  const width = await brand.locator('svg').evaluate((mark) => mark.getBoundingClientRect().width);
  expect(width, 'the width of the mark, px').toBeGreaterThan(60);
  await expectNoSidewaysScroll(page, 'text at 200 %, 320 px');
});

test('the header covers nothing that has the focus where text at 200 % takes several rows of it', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/contact-us');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await laidOut(page);
  const links = page.getByRole('contentinfo').getByRole('link');
  await links.last().focus();
  for (let count = await links.count(); count > 1; count--) {
    await page.keyboard.press('Shift+Tab');
    const focused = page.locator(':focus');
    const isUncovered = await focused.evaluate((link) => {
      const { left, top, width, height } = link.getBoundingClientRect();
      return link.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    });
    expect.soft(isUncovered, (await focused.textContent()) ?? '').toBe(true);
  }
  const brand = page.getByRole('banner').getByRole('link', { name: /, home$/u });
  await brand.focus();
  await expect(brand, 'the first row, with the focus').toBeInViewport({ ratio: 1 });
});

test('a company name as long as it may be is beside the button of the menu on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact-us');
  const brand = page.getByRole('banner').getByRole('link', { name: /, home$/u });
  await brand.locator('b').evaluate((name) => {
    name.textContent = 'Moor & Söhne Brückenbau und Maschinen KG';
  });
  await expectNoSidewaysScroll(page, 'a long name');
  const menu = page.getByRole('button', { name: 'Open menu' });
  const [place, button] = [await brand.boundingBox(), await menu.boundingBox()];
  expect(button?.x).toBeGreaterThan((place?.x ?? 0) + (place?.width ?? 0));
});

test('a dropdown covers the rows of the bar below it with text at 200 %', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 900 });
  await page.goto('/contact-us');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('button', { name: /What we do/u }).click();
  const link = bar.getByRole('list').getByRole('list').getByRole('link').first();
  const isOnTop = await link.evaluate((element) => {
    const { left, top } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + 20, top + 28));
  });
  expect(isOnTop, 'where the text of the first link begins').toBe(true);
});

test('in a low window, the headline of a hero is below all rows of the header with text at 150 and 200 %', async ({
  site,
}) => {
  for (const size of [24, 32]) {
    const options = chromiumOptions();
    options.args.push(`--blink-settings=defaultFontSize=${size}`);
    const browser = await chromium.launch(options);
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    for (const [path, width, height] of [
      ['/', 844, 390],
      ['/who-we-are', 844, 390],
      ['/cybersecurity', 320, 256],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.goto(site.origin + path);
      const header = await page.getByRole('banner').boundingBox();
      const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect.soft(heading?.y, `${path}, ${size} px`).toBeGreaterThan(header?.height ?? Number.POSITIVE_INFINITY);
    }
    await browser.close();
  }
});
