import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import { lightColours } from '../../app/shared/palette.ts';
import { expect, laidOut, open, overlayGone, painted, stopTime, test, wakeAll } from '../harness/browser.ts';
import { labelOf, lastingPosition, pageAt, sectionAt, sectionHeading, site } from '../harness/content.ts';
import { pathOfPosition } from '../harness/routes.ts';

// Header, arrivals, anchors, hero arrow and footer (Specification 2, Shared behaviour; Rulings 10 and 11).

const [aDropdown, another] = site.navigation.filter(({ items }) => items);
if (!aDropdown?.items?.[0] || !another?.items?.[0]) throw new Error('The navigation has two items with pages inside');
const inside = { first: aDropdown.items[0].label, second: another.items[0].label };

test.describe('dropdowns of wide screens', () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

  const bar = (page: Page) => page.getByRole('banner').getByRole('navigation', { name: 'Main' });
  const item = (page: Page, label: string) =>
    bar(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: label, exact: true }) })
      .first();
  const button = (page: Page, label: string) => item(page, label).getByRole('button');

  test('open under the mouse, close when it leaves, and stay closed after Escape while it remains inside', async ({
    page,
  }) => {
    await page.goto('/privacy-policy');
    await bar(page).getByRole('link', { name: aDropdown.label, exact: true }).hover();
    await expect(bar(page).getByRole('link', { name: inside.first })).toBeVisible();
    await expect(button(page, aDropdown.label)).toHaveAttribute('aria-expanded', 'true');
    await bar(page).getByRole('link', { name: another.label, exact: true }).hover();
    await expect(bar(page).getByRole('link', { name: inside.second })).toBeVisible();
    await expect(bar(page).getByRole('link', { name: inside.first })).toBeHidden();
    await page.mouse.move(720, 800);
    await expect(bar(page).getByRole('link', { name: inside.second })).toBeHidden();
    await expect(button(page, another.label)).toHaveAttribute('aria-expanded', 'false');

    const opener = button(page, aDropdown.label);
    await opener.hover();
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Escape');
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    // From the button to the link beside it, and back over the button's arrow.
    await bar(page).getByRole('link', { name: aDropdown.label, exact: true }).hover();
    await opener.locator('svg').hover();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await page.mouse.move(720, 800);
    await opener.hover();
    await expect(opener, 'opens again for a mouse that comes back').toHaveAttribute('aria-expanded', 'true');
  });

  test('open and close by keyboard, and stay open around its focus while the page moves under a resting mouse', async ({
    page,
  }) => {
    await page.goto('/privacy-policy');
    const opener = button(page, aDropdown.label);
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(bar(page).getByRole('link', { name: inside.first })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(bar(page).getByRole('link', { name: inside.first })).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(opener).toHaveAttribute('aria-expanded', 'false');

    await page.keyboard.press('Space');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    for (const _ of aDropdown.items ?? []) await page.keyboard.press('Tab');
    await expect(opener, 'still open at the last link').toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('Tab');
    await expect(opener, 'closed once the focus has left').toHaveAttribute('aria-expanded', 'false');

    await opener.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const link = bar(page).getByRole('link', { name: inside.first });
    await expect(link).toBeFocused();
    // Like the page, the mouse brings another element under the pointer.
    await page.mouse.move(300, 650);
    await page.mouse.move(720, 20);
    await painted(page);
    await expect(link).toBeVisible();
    await expect(link).toBeFocused();
  });

  test('open and close by a click, and close when a page is selected', async ({ page }) => {
    await page.goto('/privacy-policy');
    const opener = button(page, another.label);
    // By touch there is no hover before the click.
    await opener.dispatchEvent('click');
    await expect(opener).toHaveAttribute('aria-expanded', 'true');
    await opener.dispatchEvent('click');
    await expect(opener).toHaveAttribute('aria-expanded', 'false');
    await opener.dispatchEvent('click');
    await bar(page).getByRole('link', { name: inside.second }).click();
    await expect(page).toHaveURL(another.items?.[0]?.to ?? '');
    await page.mouse.move(720, 800);
    await expect(bar(page).getByRole('link', { name: inside.second })).toBeHidden();
  });
});

test.describe('menu of narrow screens', { tag: '@narrow' }, () => {
  test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

  test('is a modal dialog, and closes by Escape, its button and a touch outside', async ({ page }) => {
    await page.goto('/privacy-policy');
    const opener = page.getByRole('button', { name: 'Open menu' });
    await opener.click();
    const menu = page.getByRole('dialog');
    await expect(menu).toBeVisible();
    expect(await menu.evaluate((element) => element.matches(':modal')), 'what is behind it is inert').toBe(true);
    await expect(menu.getByRole('button', { name: 'Close menu' })).toBeFocused();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      // The browser's own controls follow the last one of the page; then the body has the focus.
      expect(
        await menu.evaluate(
          (element) => element.contains(document.activeElement) || document.activeElement === document.body,
        ),
      ).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();

    await page.setViewportSize({ width: 700, height: 900 });
    await opener.click();
    await menu.getByRole('button', { name: 'Close menu' }).click();
    await expect(menu).toBeHidden();
    await opener.click();
    await expect(menu).toBeVisible();
    await page.mouse.click(40, 600);
    await expect(menu).toBeHidden();
  });

  test('lists every page, expandable, and closes on navigation', async ({ page }) => {
    await page.goto('/privacy-policy');
    await page.getByRole('button', { name: 'Open menu' }).click();
    const menu = page.getByRole('dialog');
    const list = menu
      .getByRole('listitem')
      .filter({ has: page.getByRole('link', { name: another.label, exact: true }) })
      .first();
    const expander = list.getByRole('button');
    await expect(menu.getByRole('link', { name: inside.second })).toBeHidden();
    await expander.click();
    await expect(expander).toHaveAttribute('aria-expanded', 'true');
    await expect(menu.getByRole('link', { name: inside.second })).toBeVisible();
    await expander.click();
    await expect(menu.getByRole('link', { name: inside.second })).toBeHidden();
    await menu.getByRole('link', { name: another.label, exact: true }).click();
    await expect(page).toHaveURL(another.to);
    await expect(menu).toBeHidden();
  });
});

test('in a low window, the last item of a dropdown is within reach below the fixed header', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 320 });
  await page.goto('/contact-us');
  await page.mouse.wheel(0, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100);
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'What we do: more pages' }).click();
  const items = bar.getByRole('list').getByRole('list').getByRole('link');
  await items.last().hover();
  await page.mouse.wheel(0, 400);
  await expect(items.last()).toBeInViewport({ ratio: 1 });
});

test('large headings break after a colon or a sentence first', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [path, level, width, lines] of [
    ['/cybersecurity', 1, 1440, 'Fortifying the Future: | AI-Driven Cyber | Resilience'],
    ['/cybersecurity', 1, 390, 'Fortifying | the Future: | AI-Driven | Cyber Resilience'],
    ['/what-we-do', 1, 1440, 'Architecting the future. | Powered by Cloud'],
    ['/contact-us', 2, 1440, 'Your Next | Chapter: | A career at | Spanwright'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    if (!page.url().endsWith(path)) await page.goto(path);
    const heading = page.getByRole('heading', { level, name: lines.replaceAll('| ', ''), exact: true });
    expect.soft(await heading.evaluate(linesOf), `${path}, ${width} px`).toBe(lines);
  }
});

test('without the typeface, headings are bold and about as wide as with it', async ({ page, noise }) => {
  noise.allow(/\.woff2/u);
  const heading = page.getByRole('heading', { level: 1 });
  const widthOfText = () =>
    heading.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().width;
    });
  await page.goto('/who-we-are');
  await page.evaluate(() => document.fonts.ready);
  const width = await widthOfText();
  await page.route('**/*.woff2', (route) => route.abort());
  await page.goto('/who-we-are');
  expect((await widthOfText()) / width).toBeCloseTo(1, 1);

  const browser = await page.context().newCDPSession(page);
  await browser.send('DOM.enable');
  await browser.send('CSS.enable');
  const { root } = await browser.send('DOM.getDocument');
  const { nodeId } = await browser.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'h1' });
  const { fonts } = await browser.send('CSS.getPlatformFontsForNode', { nodeId });
  for (const { postScriptName } of fonts) expect(postScriptName).toMatch(/bold/iu);
});

test('a word of 20 letters and its comma share a line of a title on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/single/the-joint-is-the-product/');
  const lines = await page.getByRole('heading', { level: 1 }).evaluate(async (title) => {
    await document.fonts.ready;
    title.textContent = 'Internationalization,';
    return title.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(title).lineHeight);
  });
  expect(Math.round(lines)).toBe(1);
});

/** Returns the text of an element with ` | ` between its lines. */
async function linesOf(element: Element): Promise<string> {
  await document.fonts.ready;
  const words: string[] = [];
  let top: number | undefined;
  for (const text of [element, ...element.querySelectorAll('*')].flatMap(({ childNodes }) =>
    [...childNodes].filter((node) => node instanceof Text),
  )) {
    for (const { index, 0: word } of (text.textContent ?? '').matchAll(/\S+/gu)) {
      const range = new Range();
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const { y } = range.getBoundingClientRect();
      if (top !== undefined && y > top + 1) words.push('|');
      top = y;
      words.push(word);
    }
  }
  return words.join(' ');
}

test('the menu replaces the bar below 768 px', async ({ page }) => {
  await page.goto('/privacy-policy');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await page.setViewportSize({ width: 767, height: 900 });
  await expect(opener).toBeVisible();
  await page.setViewportSize({ width: 768, height: 900 });
  await expect(opener).toBeHidden();
  await expect(page.getByRole('banner').getByRole('link', { name: labelOf('/contact-us'), exact: true })).toBeVisible();
});

test.describe('on a tablet', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 768, height: 1024 } });

  test('a finger can open each dropdown of the bar, which has room for one line', async ({ page }) => {
    await page.goto('/privacy-policy');
    const bar = page.getByRole('navigation', { name: 'Main' });
    for (const opener of await bar.getByRole('button').all())
      expect((await opener.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    expect((await page.getByRole('banner').boundingBox())?.height).toBeLessThan(100);

    // Large text takes more rows: no label breaks, and no dropdown opens beyond the edge of the window.
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    const lineOfText = 45;
    for (const { label, items } of site.navigation) {
      const link = bar.getByRole('link', { name: label, exact: true });
      const text = await link.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().height;
      });
      expect(text, label).toBeLessThan(lineOfText);
      if (!items) continue;
      await bar.getByRole('button', { name: label }).tap();
      const dropdown = await bar.getByRole('list').filter({ visible: true }).last().boundingBox();
      expect(dropdown?.x, label).toBeGreaterThanOrEqual(0);
      expect((dropdown?.x ?? 0) + (dropdown?.width ?? 0), label).toBeLessThanOrEqual(768);
      await page.keyboard.press('Escape');
    }
  });
});

test('the header is fixed from 100 px of scroll on, and no longer above', async ({ page }) => {
  await page.goto('/ventures');
  const isFixed = () => page.getByRole('banner').evaluate((element) => getComputedStyle(element).position === 'fixed');
  for (const [y, fixed] of [
    [99, false],
    [100, true],
    [700, true],
    [99, false],
    [0, false],
  ] as const) {
    await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
    await expect.poll(isFixed, `at ${y} px`).toBe(fixed);
  }
});

test.describe('route overlay', () => {
  test.use({ overlay: true });
  const overlay = (page: Page) => page.locator('[data-route-overlay]');

  /** The clock stops when the overlay appears. */
  async function expectOneSecond(page: Page) {
    await expect(overlay(page)).toHaveCount(1);
    await page.clock.runFor(999);
    await expect(overlay(page)).toHaveCount(1);
    await page.clock.runFor(1);
    await expect(overlay(page)).toHaveCount(0);
  }

  test('covers a loaded page for a second', async ({ page }) => {
    const now = Date.now();
    await page.clock.install({ time: now });
    await page.clock.pauseAt(now + 1000);
    await page.goto('/ventures');
    await expectOneSecond(page);
  });

  test('covers a page for a second after a navigation, and lets clicks through', async ({ page }) => {
    await page.clock.install();
    await open(page, '/');
    await stopTime(page);
    await page.getByRole('link', { name: labelOf('/data-and-ai', pageAt('/')), exact: true }).click();
    await expect(page).toHaveURL('/data-and-ai');
    await expect(overlay(page)).toHaveCSS('pointer-events', 'none');
    await expectOneSecond(page);
  });

  test('replaces the previous page, of which only the snapshot moves, and the new page receives clicks', async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const moving: (string | null)[] = [];
      const revealed = Promise.withResolvers<{ inTransition: boolean; moving: typeof moving; takesClicks: boolean }>();
      Object.assign(window, { revealed: revealed.promise });
      addEventListener('pagereveal', async ({ viewTransition }) => {
        await viewTransition?.ready;
        const animations = document
          .getAnimations()
          .filter(
            ({ effect }) => effect instanceof KeyframeEffect && effect.pseudoElement?.startsWith('::view-transition'),
          );
        for (const animation of animations) {
          moving.push((animation.effect as KeyframeEffect).pseudoElement);
          // The transition lasts until there is something below it to click on.
          animation.pause();
        }
        if (document.readyState === 'loading')
          await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
        const hit = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
        for (const animation of animations) animation.play();
        revealed.resolve({ inTransition: viewTransition !== null, moving, takesClicks: document.body.contains(hit) });
      });
    });
    const revealed = () => page.evaluate(() => (window as unknown as { revealed: Promise<unknown> }).revealed);
    await open(page, '/');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: labelOf('/join-us'), exact: true })
      .click();
    await expect(page).toHaveURL('/join-us');
    expect(await revealed()).toEqual({
      inTransition: true,
      moving: ['::view-transition-old(root)'],
      takesClicks: true,
    });
    await page.getByRole('banner').getByRole('link').first().click();
    await expect(page).toHaveURL('/');
    expect(await revealed()).toEqual({ inTransition: true, moving: [], takesClicks: expect.any(Boolean) });

    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: labelOf('/join-us'), exact: true })
      .click();
    await expect(page).toHaveURL('/join-us');
    expect(await revealed()).toEqual({ inTransition: false, moving: [], takesClicks: true });
  });

  test('is absent on the root path, at an anchor and under reduced motion', async ({ page }) => {
    // All overlays so far.
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver((changes) => {
        for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
          if (node instanceof Element && node.hasAttribute('data-route-overlay')) seen.push(location.href);
        }
      }).observe(document, { childList: true, subtree: true });
    });
    const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    await open(page, '/');
    expect(await seen()).toEqual([]);
    await open(page, '/who-we-are#ourteam');
    expect(await seen()).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/ventures');
    await page
      .getByRole('contentinfo')
      .getByRole('link', { name: labelOf('/join-us'), exact: true })
      .click();
    await expect(page).toHaveURL('/join-us');
    await wakeAll(page);
    expect(await seen()).toEqual([]);
  });
});

test('a link loads another document at its top', async ({ page }) => {
  await open(page, '/');
  const requested = page.waitForRequest((request) => request.isNavigationRequest());
  await page
    .getByRole('main')
    .getByRole('link', { name: labelOf('/cybersecurity', pageAt('/')), exact: true })
    .click();
  expect(new URL((await requested).url()).pathname).toBe('/cybersecurity');
  await expect(page).toHaveURL('/cybersecurity');
  await expect(page).toHaveTitle(`${pageAt('/cybersecurity').meta.title} | ${site.name}`);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  // Nothing takes the focus: assistive technology reads the page from its beginning.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
});

test("a click with a key held is the browser's own on tabs and on links to pages of results", async ({ page }) => {
  const tab = page.getByRole('tab', { selected: false }).first();
  const pageOfResults = page.getByRole('navigation', { name: 'Pagination' }).getByRole('link').last();
  for (const [address, links] of [
    ['/terms-and-condition', [tab]],
    ['/join-us', [tab]],
    ['/what-we-think?category=insights', [pageOfResults, tab]],
  ] as const) {
    await open(page, address);
    // A headless browser neither opens windows nor asks where to store a download.
    await page.evaluate(() => {
      addEventListener('click', (event) => {
        document.title = String(event.defaultPrevented);
        event.preventDefault();
      });
    });
    for (const link of links) {
      for (const modifier of ['Alt', 'Control', 'Shift', 'Meta'] as const) {
        await page.evaluate(() => {
          document.title = '';
        });
        await link.click({ modifiers: [modifier] });
        await expect.soft(page, `${modifier}, ${address}`).toHaveTitle('false');
      }
      await link.click();
      await expect(page, address).not.toHaveTitle('false');
      await expect(page.getByRole('tabpanel'), 'what it led to is shown').not.toHaveAttribute('aria-busy', 'true');
    }
  }
});

test('an anchor is scrolled to that is loaded or navigated to', async ({ page }) => {
  const expectThere = async () => {
    await expect(page).toHaveURL('/who-we-are#ourteam');
    await expect.poll(() => distanceFromTop(page, '#ourteam')).toBeLessThan(120);
    expect(await distanceFromTop(page, '#ourteam')).toBeGreaterThanOrEqual(0);
  };
  await open(page, '/who-we-are#ourteam');
  await expectThere();
  await open(page, '/ventures');
  await page.evaluate(() => document.querySelector<HTMLElement>('header a[href="/who-we-are#ourteam"]')?.click());
  await expectThere();
});

test(
  'the arrow of a hero lifts it and leads to the next section',
  { tag: '@every-width' },
  async ({ page }, { project }) => {
    for (const address of project.name === 'wide' ? ['/', '/ventures'] : ['/ventures']) {
      // Away from the arrow of the previous page.
      await page.mouse.move(5, 5);
      await open(page, address);
      await overlayGone(page);
      const arrow = page.getByRole('link', { name: 'Scroll to the next section' });
      const heading = page.getByRole('heading', { level: 1 });
      const top = async () => (await heading.boundingBox())?.y ?? 0;
      if (project.name === 'wide') {
        expect(await heading.evaluate(liftDuration)).toBe('0.3s');
        await page.mouse.move(5, 5);
        const before = await top();
        await arrow.hover();
        await expect.poll(async () => before - (await top())).toBeCloseTo(24, 0);
        await page.mouse.move(5, 5);
        await expect.poll(async () => before - (await top())).toBeCloseTo(0, 0);
      } else {
        // On a touch screen an element stays hovered after a touch, so nothing lifts there. Without motion it would lift at once.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        const before = await top();
        await arrow.hover();
        expect(await top()).toBe(before);
        await page.emulateMedia({ reducedMotion: 'no-preference' });
      }
      const hero = await page
        .getByRole('main')
        .locator('section')
        .first()
        .evaluate((element) => element.getBoundingClientRect().height);
      await arrow.click();
      await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(hero - 150);
      expect(await page.evaluate(() => scrollY)).toBeLessThan(hero + 150);
    }
  },
);

test('in low windows, headlines are in the first view, on a phone in landscape with the button of a hero', {
  tag: '@narrow',
}, async ({ page, noise }) => {
  noise.allow(/not-there/u);
  for (const address of ['/', '/who-we-are', '/cybersecurity', '/not-there']) {
    await page.setViewportSize({ width: 667, height: 375 });
    await page.goto(address);
    await laidOut(page);
    const headline = page.getByRole('heading', { level: 1 });
    await expect.soft(headline, address).toBeInViewport({ ratio: 1 });
    if (address === '/not-there') continue;
    const button = page.getByRole('main').getByRole('link', { name: labelOf('#contact', pageAt(address).hero) });
    await expect.soft(button.first(), address).toBeInViewport({ ratio: 1 });
    await expect.soft(page.getByRole('link', { name: 'Scroll to the next section' })).toBeInViewport({ ratio: 1 });
    // A zoom of 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    await expect.soft(headline, `${address}, 400 %`).toBeInViewport({ ratio: 1 });
  }
});

test('a drawing is as high as its hero and no wider than 16 : 9, so that it is not behind the headline of a low window', async ({
  page,
}) => {
  for (const address of ['/', '/cybersecurity']) {
    await page.goto(address);
    const hero = page.getByRole('main').locator('section').first();
    for (const [width, height] of [
      [2200, 900],
      [768, 1024],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await laidOut(page);
      const drawing = await hero.locator('img').first().boundingBox();
      const section = await hero.boundingBox();
      if (!drawing || !section) throw new Error(`${address} has no hero with a drawing`);
      const window = `${address} at ${width} px`;
      expect(drawing.height, window).toBe(section.height);
      expect(drawing.width, window).toBeCloseTo(Math.min(section.width, (section.height * 16) / 9), 0);
      expect(drawing.x + drawing.width, window).toBe(section.width);
    }
  }
});

test('in one row are a long button and the arrow of a hero on a phone, logo and navigation on a small tablet', {
  tag: '@narrow',
}, async ({ page }) => {
  await page.goto('/healthcare');
  await laidOut(page);
  const main = page.getByRole('main');
  const button = await main.getByRole('link', { name: 'Elevate your future' }).boundingBox();
  const arrow = await main.getByRole('link', { name: 'Scroll to the next section' }).boundingBox();
  expect(button?.y).toBe(arrow?.y);

  await page.setViewportSize({ width: 768, height: 1024 });
  const logo = await page.getByRole('banner').getByRole('link', { name: site.name }).boundingBox();
  const navigation = await page.getByRole('navigation', { name: 'Main' }).boundingBox();
  expect(navigation?.y).toBeLessThan((logo?.y ?? 0) + (logo?.height ?? 0));
});

/** Duration of the lift of the nearest ancestor that has one. */
function liftDuration(element: Element): string | undefined {
  for (let part: Element | null = element; part; part = part.parentElement) {
    const { transitionProperty, transitionDuration } = getComputedStyle(part);
    const at = transitionProperty.split(', ').findIndex((property) => ['transform', 'translate'].includes(property));
    if (at >= 0) return transitionDuration.split(', ')[at];
  }
  return undefined;
}

/** Pixels between the upper edges of the window and of an element. */
function distanceFromTop(page: Page, selector: string): Promise<number> {
  return page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));
}

test('an anchor that cannot be decoded does no harm', async ({ page }) => {
  await open(page, '/who-we-are#%');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(pageAt('/who-we-are').hero.heading ?? '');
});

test('secondary text has the colour of other text where a visitor prefers more contrast', async ({ page }) => {
  await page.emulateMedia({ contrast: 'more', reducedMotion: 'reduce' });
  await page.goto('/what-we-think?category=insights');
  const footer = page.getByRole('contentinfo');
  const pairs: readonly [Locator, Locator][] = [
    [page.getByRole('heading', { level: 1 }), page.locator('main time').first()],
    [footer.getByText(site.tagline), footer.getByText(`© ${site.copyright_year}`)],
  ];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const [primary, secondary] of pairs) {
      await expect(secondary).toHaveCSS('color', await primary.evaluate((element) => getComputedStyle(element).color));
    }
  }
});

test('the popover of an extension, such as a password manager, does not scroll the page', async ({ page }) => {
  await page.goto('/contact-us');
  const scrolled = await page.evaluate(async () => {
    scrollTo({ top: 600, behavior: 'instant' });
    const before = scrollY;
    const popover = document.body.appendChild(document.createElement('div'));
    popover.popover = 'manual';
    popover.style.cssText = 'position: absolute; inset: 0 auto auto 0';
    const opened = new Promise((resolve) => popover.addEventListener('toggle', resolve));
    popover.showPopover();
    await opened;
    return { before, after: scrollY };
  });
  expect(scrolled).toEqual({ before: 600, after: 600 });
});

test('print names the mailbox for applications, whose forms it leaves out', async ({ page, request }) => {
  await page.emulateMedia({ media: 'print' });
  const { job_id } = lastingPosition;
  for (const address of ['/contact-us', await pathOfPosition(request), `/join-us#${job_id}`]) {
    await page.goto(address);
    const mailbox = page.getByRole('main').getByRole('link', { name: site.email.careers });
    await expect(mailbox.first(), address).toBeVisible();
  }
  await expect(page.getByRole('heading', { level: 4, name: 'Apply', includeHidden: true })).not.toHaveCount(0);
  await expect(page.getByRole('heading', { level: 4, name: 'Apply' }), 'above no form').toHaveCount(0);
});

test('print leaves out a popup that is open, which would cover the text of every sheet, and its button', async ({
  page,
}) => {
  for (const [path, name] of [
    ['/who-we-are', /^Additional Bio/u],
    ['/what-we-think', 'Filter'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' });
    await page.goto(path);
    const button = page.locator('main button').filter({ hasText: name }).first();
    await button.click();
    const popup = page.locator(':popover-open');
    await expect(popup, path).toBeVisible();
    await page.emulateMedia({ media: 'print' });
    await expect(popup, path).toBeHidden();
    await expect(button, path).toBeHidden();
  }
});

test('a printed block of an industry page fits on a sheet of US letter size', async ({ page }) => {
  await page.emulateMedia({ media: 'print' });
  // Without margins of 0.4 inches.
  const sheet = { width: 739, height: 979 };
  await page.setViewportSize(sheet);
  for (const path of ['/healthcare', '/financial-services', '/high-tech', '/industrial']) {
    await page.goto(path);
    const blocks = page
      .getByRole('main')
      .getByRole('article')
      .filter({ has: page.getByRole('list') });
    const heights = await blocks.evaluateAll((elements) =>
      elements.map((element) => element.getBoundingClientRect().height),
    );
    expect(heights.length, path).toBeGreaterThan(2);
    // A sheet also has the section's heading.
    expect(Math.max(...heights), path).toBeLessThan(sheet.height - 60);
  }
});

test('plates and portraits have a light ground under their dark lines in forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto('/what-we-think?category=insights');
  const card = page.getByRole('main').getByRole('article').first();
  const grounds = await card
    .getByRole('img', { includeHidden: true })
    .or(card.locator('img'))
    .evaluateAll((pictures) => pictures.map((picture) => getComputedStyle(picture).backgroundColor));
  expect(grounds.length).toBeGreaterThan(1);
  for (const ground of grounds)
    expect(Math.min(...(ground.match(/[\d.]+/gu) ?? []).slice(0, 3).map(Number)), ground).toBeGreaterThan(200);
});

test('e-mail addresses in text are underlined, as telephone numbers are', async ({ page }) => {
  await page.goto('/join-us');
  const address = page.getByRole('main').getByRole('link', { name: site.email.careers }).first().locator(':scope > *');
  expect(await address.evaluate((box) => getComputedStyle(box).textDecorationLine)).toBe('underline');
});

test('the paint of a drawing is that of the brand in both schemes', async ({ page }) => {
  const brand = [...Buffer.from(lightColours.paint.slice(1), 'hex')];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto('/what-we-think?category=insights');
    const plate = page.getByRole('main').getByRole('article').first().locator('img').first();
    const pixels = await sharp(await plate.screenshot())
      .removeAlpha()
      .raw()
      .toBuffer();
    // How far the most saturated pixel, which no softened edge is, differs from the brand's paint in one channel.
    let [widest, difference] = [0, 255];
    for (let at = 0; at < pixels.length; at += 3) {
      const pixel = [...pixels.subarray(at, at + 3)];
      const span = Math.max(...pixel) - Math.min(...pixel);
      if (span <= widest) continue;
      widest = span;
      difference = Math.max(...pixel.map((value, channel) => Math.abs(value - (brand[channel] ?? 0))));
    }
    expect(difference, colorScheme).toBeLessThan(6);
  }
});

test('print has dark text, no forms, drawings with their text on one sheet, and the ticks and arrows that are backgrounds', async ({
  page,
}) => {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.goto('/who-we-are');
  // Printers omit backgrounds: light text on a dark band would be light text on white.
  const light = await page.locator(':is(h1, h2, h3, p, li, footer a)').evaluateAll((elements) =>
    elements
      .filter((element) => element.checkVisibility() && element.textContent?.trim())
      .filter((element) => {
        const channels =
          getComputedStyle(element)
            .color.match(/[\d.]+/gu)
            ?.slice(0, 3) ?? [];
        return channels.every((channel) => Number(channel) > 128);
      })
      .map((element) => element.textContent?.trim().slice(0, 60)),
  );
  expect(light).toEqual([]);
  await expect(page.getByRole('form')).toBeHidden();

  for (const type of ['values', 'forces']) {
    const { statement = '' } = sectionAt('/who-we-are', type);
    const whole = page
      .getByRole('paragraph')
      .filter({ hasText: statement })
      .locator('xpath=ancestor::*[preceding-sibling::*][1]');
    await expect(whole, type).toHaveCSS('break-inside', 'avoid');
  }
  const line = page.getByRole('heading', { name: sectionHeading('/who-we-are', 'forces') }).locator('..');
  const adjusted = await line.evaluate((element) =>
    [element, ''].map((part) => getComputedStyle(element, part === '' ? '::before' : null).printColorAdjust),
  );
  expect(adjusted, 'a ground and a tick').toEqual(['economy', 'exact']);
});

test('print has the heading as text, no heading at the end of a sheet, and an error page on one sheet', async ({
  page,
  noise,
}) => {
  noise.allow(/no-such-page|Failed to load resource/u);
  await page.emulateMedia({ media: 'print' });
  await page.goto('/who-we-are');
  // Browsers print filtered text as a picture.
  const filters = await page.getByRole('heading', { level: 1 }).evaluate((heading) => {
    const found: string[] = [];
    for (let element: Element | null = heading; element; element = element.parentElement)
      found.push(getComputedStyle(element).filter);
    return found;
  });
  expect(new Set(filters)).toEqual(new Set(['none']));
  const { teams: [team] = [] } = sectionAt('/who-we-are', 'team');
  const people = page.getByRole('heading', { name: team?.heading ?? '', exact: true });
  await expect(people).toHaveCSS('break-after', 'avoid');
  await expect(people.locator('..'), 'its line').toHaveCSS('break-after', 'avoid');
  const button = labelOf('#contact', pageAt('/who-we-are').hero);
  await expect(page.locator('main a', { hasText: button }).first()).toBeHidden();
  await page.goto('/cybersecurity');
  const spaces = await page
    .locator('main > section ~ section')
    .evaluateAll((sections) => sections.map((section) => getComputedStyle(section).paddingBlockStart));
  expect(new Set(spaces), 'space above each section').toEqual(new Set(['34px']));
  const arch = page.getByRole('navigation', { name: sectionHeading('/cybersecurity', 'offerings') });
  await expect(arch, 'the empty box below a heading').toHaveCSS('break-after', 'avoid');
  await page.goto('/ventures');
  const rows = await page
    .getByRole('main')
    .evaluate((main) => [...main.querySelectorAll('*')].map((element) => getComputedStyle(element).gridTemplateRows));
  expect(
    rows.filter((value) => value.startsWith('subgrid')),
    'rows that do not grow at the end of a sheet',
  ).toEqual([]);
  await page.goto('/no-such-page');
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/gu);
  expect(sheets).toHaveLength(1);
});
