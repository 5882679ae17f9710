import type { Page } from '@playwright/test';
import { expect, painted, test } from '../harness/browser.ts';
import { labelOf, pageAt, sectionHeading } from '../harness/content.ts';

// Anchors, the menu that they are chosen in, and automatic scrolling (Specification 2, Shared behaviour; Ruling 11).

/** Every position that the page scrolls through from now on. */
async function watchScroll(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    addEventListener('scroll', () => seen.push(Math.round(scrollY)));
  });
  return () => page.evaluate(() => (window as unknown as { seen: number[] }).seen);
}

const top = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** Follows a link to an anchor of its page. @returns reads the positions on the way */
async function scrollToContact(page: Page): Promise<() => Promise<number[]>> {
  await page.goto('/ventures');
  const positions = await watchScroll(page);
  await page
    .getByRole('link', { name: labelOf('#contact', pageAt('/ventures')) })
    .first()
    .click();
  await expect(page).toHaveURL('/ventures#contact');
  await expect.poll(() => top(page, '#contact')).toBeLessThan(120);
  await expect(page.getByRole('form', { name: 'Contact us' })).toBeInViewport();
  return positions;
}

test('a link to an anchor of the same page scrolls smoothly', async ({ page }) => {
  const positions = await scrollToContact(page);
  const passed = new Set(await positions());
  // A busy machine paints few frames of it; a scroll at once has one position, see below.
  expect(passed.size, 'positions on the way').toBeGreaterThan(1);
});

test('a link to an anchor of the same page scrolls at once under reduced motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const positions = await scrollToContact(page);
  // The event comes with the frame after the scroll.
  await expect.poll(positions).not.toEqual([]);
  expect(new Set(await positions()).size).toBe(1);
});

test('a stone of the arch, a link in a drawing, scrolls smoothly to its item', async ({ page }) => {
  await page.goto('/cybersecurity');
  const arch = page.getByRole('navigation', { name: sectionHeading('/cybersecurity', 'offerings') });
  const stone = arch.getByRole('link').last();
  const name = stone.locator('span').last();
  await name.scrollIntoViewIfNeeded();
  await painted(page);
  const positions = await watchScroll(page);
  await name.click();
  const anchor = (await stone.getAttribute('href')) ?? '';
  await expect(page).toHaveURL(`/cybersecurity${anchor}`);
  await expect(page.locator(anchor)).toBeInViewport();
  await expect.poll(async () => new Set(await positions()).size, 'positions on the way').toBeGreaterThan(1);
});

test('Back to a page and a link to another page scroll at once', async ({ page }) => {
  // Records from the first frame of every page on, before any of its own scripts.
  await page.addInitScript(() => {
    const seen: number[] = [];
    Object.assign(window, { seen });
    addEventListener('scroll', () => seen.push(Math.round(scrollY)));
  });
  const passed = () => page.evaluate(() => new Set((window as unknown as { seen: number[] }).seen).size);
  await page.goto('/');
  // The highlight of an anchor ends with its scroll.
  await page
    .getByRole('link', { name: labelOf('#contact', pageAt('/')) })
    .first()
    .click();
  await expect.poll(() => top(page, '#contact')).toBeLessThan(120);
  const name = labelOf('/intelligent-automation', pageAt('/'));
  const link = page.getByRole('main').getByRole('link', { name, exact: true });
  await link.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => Math.round(scrollY));
  expect(before).toBeGreaterThan(1000);
  await link.click();
  await expect(page).toHaveURL('/intelligent-automation');
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  expect(await passed(), 'positions of the new page').toBeLessThanOrEqual(1);
  await page.evaluate(() => (window as unknown as { seen: number[] }).seen.splice(0));
  await page.goBack();
  await expect.poll(async () => Math.abs((await page.evaluate(() => scrollY)) - before)).toBeLessThan(5);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).toBe('auto');
});

test.describe('the menu of narrow screens', { tag: '@narrow' }, () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

  test('leads on from an anchor that is chosen in it on its own page and on another', async ({ page }) => {
    for (const from of ['/who-we-are', '/ventures']) {
      await page.goto(from);
      await page.getByRole('button', { name: 'Open menu' }).click();
      const menu = page.getByRole('dialog');
      await menu.getByRole('button', { name: `${labelOf('/who-we-are')}: more pages` }).click();
      await menu.getByRole('link', { name: labelOf('/who-we-are#ourteam'), exact: true }).click();
      await expect(page).toHaveURL('/who-we-are#ourteam');
      await expect(menu).toBeHidden();
      await expect.poll(() => top(page, '#ourteam')).toBeLessThan(120);
      const place = await page.evaluate(() => scrollY);
      await page.keyboard.press('Tab');
      const focused = page.locator('#ourteam :focus');
      await expect(focused, 'the next Tab leads into the target').toHaveCount(1);
      expect(Math.abs((await page.evaluate(() => scrollY)) - place), 'and not to the top').toBeLessThan(1500);
    }
  });

  test('closes when the phone is rotated and the bar replaces it; the page is usable again', async ({ page }) => {
    await page.goto('/ventures');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog');
    await expect(menu).toBeVisible();
    // Still a menu: a phone whose long side is short.
    await page.setViewportSize({ width: 767, height: 390 });
    await expect(menu).toBeVisible();
    await page.setViewportSize({ width: 844, height: 390 });
    await expect.poll(() => page.locator('dialog').evaluate((element) => element.matches(':modal'))).toBe(false);
    await page
      .getByRole('banner')
      .getByRole('link', { name: labelOf('/contact-us'), exact: true })
      .click();
    await expect(page).toHaveURL('/contact-us');
  });
});
