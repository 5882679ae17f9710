import { expect, findText, open, test } from '../harness/browser.ts';
import { screens } from '../harness/content.ts';

// The side tabs of Terms and Conditions and of the Privacy Policy (Specification 2 and 4; Contract, assistive technology).

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

/** Titles of the parts of a legal text. */
const partsOf = (path: string) => screens.find(({ address }) => address === path)?.words ?? [];

test('a legal text has side tabs and shows the part of the selected one, by pointer and by arrow keys', async ({
  page,
}) => {
  for (const { address, parts } of [
    { address: '/terms-and-condition', parts: 14 },
    { address: '/privacy-policy', parts: 3 },
  ]) {
    const titles = partsOf(address);
    await open(page, address);
    const tabs = page.getByRole('tab');
    await expect(tabs).toHaveText([...titles]);
    expect(titles).toHaveLength(parts);
    await expect(page.getByRole('tab', { selected: true })).toHaveText(titles[0] ?? '');
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }), 'parts only').toHaveText(titles[0] ?? '');
    const shown = page.getByRole('tabpanel').getByRole('heading', { level: 2 });
    await expect(shown).toHaveText(titles[0] ?? '');
    await page.getByRole('tab').nth(1).click();
    await expect(page).toHaveURL(/#.+/u);
    await expect(shown).toHaveText(titles[1] ?? '');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('tab').nth(2)).toBeFocused();
    await expect(shown).toHaveText(titles[2] ?? '');
    await page.keyboard.press('ArrowUp');
    await expect(shown).toHaveText(titles[1] ?? '');
    await page.keyboard.press('End');
    await expect(shown).toHaveText(titles.at(-1) ?? '');
    await page.keyboard.press('ArrowDown');
    await expect(shown, 'round to the first').toHaveText(titles[0] ?? '');
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(shown, 'a shortcut of the browser').toHaveText(titles[0] ?? '');
    await page.keyboard.press('Home');
    await expect(page.getByRole('tab').first()).toBeFocused();
    await expect(page.getByRole('tab', { selected: true })).toHaveCount(1);
  }
});

test('the row of tabs on a narrow screen leaves the text in sight, and keeps the chosen tab in it', {
  tag: '@narrow',
}, async ({ page }) => {
  await open(page, '/terms-and-condition');
  const list = page.getByRole('tablist');
  await expect(list).toHaveAttribute('aria-orientation', 'horizontal');
  const first = page.getByRole('tabpanel').getByRole('paragraph').first();
  await expect(first).toBeInViewport({ ratio: 1 });
  await page.getByRole('tab').first().focus();
  for (const key of ['ArrowRight', 'ArrowDown', 'End', 'ArrowLeft']) {
    await page.keyboard.press(key);
    const chosen = page.getByRole('tab', { selected: true });
    await expect(chosen).toBeFocused();
    await expect(chosen).toBeInViewport({ ratio: 1 });
  }
  const titles = partsOf('/terms-and-condition');
  await expect(page.getByRole('tab', { selected: true })).toHaveText(titles.at(-2) ?? '');
  // A translation into Arabic: the keys lead to the tab that is seen there.
  await page.locator('html').evaluate((root: HTMLElement) => Object.assign(root, { dir: 'rtl' }));
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { selected: true })).toHaveText(titles.at(-1) ?? '');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { selected: true })).toHaveText(titles.at(-2) ?? '');
});

test('Tab leads to the beginning of a text below a low window', { tag: '@narrow' }, async ({ page }) => {
  // A notebook's window at a zoom of 200 %.
  await page.setViewportSize({ width: 640, height: 360 });
  await open(page, '/privacy-policy');
  await page.getByRole('tab', { selected: true }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel')).toBeFocused();
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toBeInViewport({ ratio: 1 });
});

test('the row of tabs shows the beginning of a tab that goes beyond a narrow screen', { tag: '@narrow' }, async ({
  page,
}) => {
  await open(page, '/privacy-policy');
  for (const width of [360, 375, 390, 430]) {
    await page.setViewportSize({ width, height: 844 });
    const box = await page.getByRole('tab').last().boundingBox();
    expect(width - (box?.x ?? Number.NaN), `visible at ${width} px`).toBeGreaterThan(30);
  }
});

test('the browser finds a text in a part that is not shown, and opens it', async ({ page }) => {
  await open(page, '/terms-and-condition');
  const paragraph = page.getByRole('main').locator('section p').last();
  await expect(paragraph).toBeHidden();
  const words = (await paragraph.textContent())?.trim().split(/\s+/u).slice(0, 6).join(' ') ?? '';
  await findText(page, words);
  await expect(paragraph).toBeInViewport();
  await expect(page.getByRole('tab', { selected: true })).toHaveText(partsOf('/terms-and-condition').at(-1) ?? '');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('main').locator('section p').first(), 'on paper').toBeVisible();
  await expect(page.locator('main > div'), 'space after the last text could need another sheet').toHaveCSS(
    'padding-block-end',
    '0px',
  );
});

test('a link to a part opens it', async ({ page }) => {
  const part = partsOf('/terms-and-condition')[3] ?? '';
  await open(page, '/terms-and-condition');
  await page.getByRole('tab', { name: part, exact: true }).click();
  await expect(page).toHaveURL(/#.+/u);
  await page.reload();
  await expect(page.getByRole('tab', { selected: true })).toHaveText(part);
  await expect(page.getByRole('tabpanel').getByRole('heading', { level: 2 })).toHaveText(part);
  await expect(page.getByRole('tabpanel').getByRole('paragraph').first()).toBeVisible();
});

test('Back from a link in the text to another part returns to the part and the place of the link', async ({ page }) => {
  await open(page, '/terms-and-condition');
  const titles = partsOf('/terms-and-condition');
  const last = page.getByRole('tab').last();
  const target = await last.getAttribute('href');
  await page
    .getByRole('tabpanel')
    .getByRole('paragraph')
    .last()
    .evaluate((paragraph, href) => {
      paragraph.innerHTML = `<a href="${href}">See there</a>`;
    }, target);
  const link = page.getByRole('link', { name: 'See there' });
  await link.click();
  await expect(last).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(page.getByRole('tab', { selected: true })).toHaveText(titles[0] ?? '');
  await expect(link).toBeInViewport();
});

test('a link to a place in a part opens the part', async ({ page }) => {
  await page.route('**/terms-and-condition', async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({ response, body: html.replace(/<\/section>(?!.*<\/section>)/su, '<p id="note">Note</p>$&') });
  });
  await open(page, '/terms-and-condition#note');
  await expect(page.getByText('Note', { exact: true })).toBeVisible();
});
