import type { Locator, Page } from '@playwright/test';
import { expect, open, stopTime, test } from '../harness/browser.ts';
import { articles, pageAt, sectionHeading } from '../harness/content.ts';
import { approachCarousel, expectInterval, startsOfMoves } from '../harness/layout.ts';

// The home page's moving parts (Specification 2, Home; 9; Ruling 13). The test controls the clock: nothing waits.

const home = pageAt('/');
const slides = 4;
const logos = 17;

const hero = (page: Page) => page.getByRole('main').locator('[aria-roledescription="carousel"]').first();
const dot = (page: Page, number: number) =>
  page.getByRole('button', { name: `Go to slide ${number}`, exact: true }).first();
const disruptors = (page: Page) => page.getByRole('group', { name: sectionHeading('/', 'logo-carousel') });

/** Opens the home page and stops its clock once it is ready. */
async function openHome(page: Page): Promise<void> {
  await page.clock.install();
  await open(page, '/');
  await stopTime(page);
}

/** Runs the clock until a condition holds, at most for a time, ms. */
async function runUntil(page: Page, happened: () => Promise<boolean>, maxMs: number): Promise<void> {
  for (let passed = 0; passed < maxMs && !(await happened()); passed += 250) await page.clock.runFor(250);
  expect(await happened()).toBe(true);
}

test('the slider advances every 10 s and loops', async ({ page }) => {
  await openHome(page);
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const isAt = async (number: number) => (await dot(page, number).getAttribute('aria-current')) === 'true';
  await runUntil(page, () => isAt(2), 10_250);
  for (const [before, after] of [
    [2, 3],
    [3, 4],
    [4, 1],
  ] as const) {
    await page.clock.runFor(9500);
    await expect(dot(page, before)).toHaveAttribute('aria-current', 'true');
    await page.clock.runFor(500);
    await expect(dot(page, after)).toHaveAttribute('aria-current', 'true');
    await expect(
      hero(page)
        .getByRole('group', { name: `${after} of ${slides}` })
        .getByRole('heading'),
    ).toBeVisible();
  }
});

test('the dots select a slide, and the slider continues from it', async ({ page }) => {
  await openHome(page);
  await dot(page, 3).click();
  await expect(dot(page, 3)).toHaveAttribute('aria-current', 'true');
  const [first, , third] = home.hero.slides ?? [];
  const heading = hero(page).getByRole('heading', { name: third?.heading ?? '' });
  await expect(heading).toBeVisible();
  // Not seen, but screen readers still find the first heading of the page (Contract, Accessible).
  const title = page.getByRole('heading', { level: 1, name: first?.heading ?? '' });
  await expect(title).toHaveCount(1);
  await expect.poll(() => title.evaluate((element) => element.checkVisibility({ opacityProperty: true }))).toBe(false);
  await page.clock.runFor(30_000);
  await expect(dot(page, 3), 'rests under a pointer').toHaveAttribute('aria-current', 'true');
  await page.mouse.move(5, 400);
  await page.clock.runFor(10_500);
  await expect(dot(page, 4)).toHaveAttribute('aria-current', 'true');
});

test('a finger that swipes sideways selects the next and the previous slide', { tag: '@narrow' }, async ({ page }) => {
  await openHome(page);
  const session = await page.context().newCDPSession(page);
  const swipe = async (sideways: number, down = 0) => {
    const points = [0, 0.25, 0.5, 0.75, 1].map((share) => ({ x: 190 + share * sideways, y: 300 + share * down }));
    for (const [index, point] of points.entries()) {
      const type = index === 0 ? 'touchStart' : 'touchMove';
      await session.send('Input.dispatchTouchEvent', { type, touchPoints: [point] });
    }
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  for (const [sideways, number] of [
    [-60, 2],
    [-60, 3],
    [60, 2],
    [60, 1],
    [60, slides],
    [-60, 1],
  ] as const) {
    await swipe(sideways);
    await expect(dot(page, number)).toHaveAttribute('aria-current', 'true');
  }
  await swipe(-60, 100);
  await swipe(-20);
  await expect(dot(page, 1), 'scrolled and tapped').toHaveAttribute('aria-current', 'true');
  // Arabic reads from right to left, as the page does after a browser has translated it.
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'));
  await swipe(60);
  await expect(dot(page, 2)).toHaveAttribute('aria-current', 'true');
  await session.send('Emulation.setPageScaleFactor', { pageScaleFactor: 2 });
  await swipe(60);
  await expect(dot(page, 2), 'moved the zoomed page').toHaveAttribute('aria-current', 'true');
});

test('each slide has its button and no arrows; there are 17 companies, and the partner wall has 12 marks', async ({
  page,
}) => {
  await page.goto('/');
  const buttons = hero(page).getByRole('link', { name: home.hero.button?.label ?? '', includeHidden: true });
  await expect(buttons).toHaveCount(slides);
  for (const name of ['Previous', 'Next']) await expect(hero(page).getByRole('button', { name })).toHaveCount(0);
  // `pages.test.ts` checks how links to other sites are secured.
  const links = disruptors(page).getByRole('link', { name: /\S.*opens a new tab/u });
  await expect(links.and(page.locator('[target="_blank"][href^="https://"]'))).toHaveCount(logos);
  const wall = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: sectionHeading('/', 'logo-wall') }) });
  await expect(wall.getByRole('listitem').filter({ visible: true })).toHaveCount(12);
});

test('Pause is the first control of a carousel, before its slides, and has one sign where the browser translates its label', async ({
  page,
}) => {
  for (const [path, second] of [
    [`/single/${articles[0]?.slug}/`, 'Previous'],
    ['/', 'Go to slide 1'],
  ] as const) {
    await open(page, path);
    const controls = page.locator('[aria-roledescription="carousel"]').first().locator('a, button');
    await expect(controls.nth(0)).toHaveAccessibleName('Pause');
    await expect(controls.nth(1)).toHaveAccessibleName(second);
  }
  const button = page.locator('[data-pause]').first();
  for (const label of ['Pausa', 'Riproduci']) {
    await button.evaluate((element, translated) => element.setAttribute('aria-label', translated), label);
    await expect(button.locator('svg').filter({ visible: true })).toHaveCount(1);
    await button.click();
  }
});

test.describe('with films', () => {
  test.use({ films: true });

  test('one Pause stops all motion, and is stored', async ({ page }) => {
    await openHome(page);
    await page.getByRole('button', { name: 'Pause' }).first().click();
    // Motion that was under way when it was pressed ends.
    await page.clock.runFor(2000);
    const before = await placesOf(disruptors(page).getByRole('link'));
    await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
    await page.mouse.move(5, 400);
    await page.clock.runFor(60_000);
    await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
    expect(await placesOf(disruptors(page).getByRole('link'))).toEqual(before);
    expect(
      await page.locator('video').evaluateAll((videos) => videos.every((video) => (video as HTMLVideoElement).paused)),
    ).toBe(true);

    await page.clock.resume();
    await open(page, '/');
    const play = page.getByRole('button', { name: 'Play' });
    await expect(play.first()).toBeVisible();
    await expect(play).toHaveCount(2);
    await play.first().click();
    await expect(page.getByRole('button', { name: 'Pause' }).first()).toBeVisible();
  });

  test('under reduced motion nothing moves, and the companies are a static grid, since nothing would bring the others into view', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openHome(page);
    await expectStaticGrid(page);
    const before = await placesOf(page.getByRole('main').locator('p, h1, h2, h3, a'));
    await page.clock.runFor(60_000);
    await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');
    expect(await placesOf(page.getByRole('main').locator('p, h1, h2, h3, a'))).toEqual(before);
    await expect(page.getByRole('button', { name: /^(?:Pause|Play)$/u })).toHaveCount(0);
    await expect(page.locator('video')).toHaveCount(0);
    expect(
      await page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length),
    ).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await expect(disruptors(page).locator('xpath=ancestor-or-self::*[@data-island]')).toHaveAttribute('data-ready');
  });
});

test('without browser storage, Pause stops all motion, and a form validates its input', async ({ page }) => {
  await page.addInitScript(() => {
    const refuse = () => {
      throw new DOMException('The storage is full or blocked', 'QuotaExceededError');
    };
    Object.assign(Storage.prototype, { getItem: refuse, setItem: refuse, removeItem: refuse });
  });
  await openHome(page);
  await page.getByRole('button', { name: 'Pause' }).first().click();
  await expect(page.getByRole('button', { name: 'Play' }).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pause' })).toHaveCount(0);
  await page.mouse.move(5, 400);
  await page.clock.runFor(30_000);
  await expect(dot(page, 1)).toHaveAttribute('aria-current', 'true');

  const name = page.locator('#contact').getByLabel('Name*');
  await name.fill('A');
  await name.blur();
  await expect(name).toHaveAttribute('aria-invalid', 'true');
  await name.fill('Ada');
  await expect(name).not.toHaveAttribute('aria-invalid');
});

test('the rotating word changes and moves no line around it', async ({ page }) => {
  await openHome(page);
  const words = ['speed', 'safety', 'certainty'];
  const intro = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.locator('[data-island="rotating-word"]') });
  await expect(intro.getByRole('paragraph').first()).toHaveText(/ speed, safety and certainty$/u);
  const shown = () =>
    intro.locator('[data-island="rotating-word"] > *').evaluateAll((elements) =>
      elements.flatMap((element) => {
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, height } = element.getBoundingClientRect();
        // All words begin at the same place; those that are not shown are clipped there.
        const isShown = element.contains(document.elementFromPoint(left + 5, top + height / 2));
        return isShown ? (element.firstChild?.textContent ?? '') : [];
      }),
    );
  const places = () => placesOf(page.getByRole('main').locator('p, h2, h3'));
  const seen = new Set<string>();
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const before = await places();
    for (let round = 0; round < 4; round += 1) {
      await page.clock.runFor(1400);
      await expect.poll(async () => (await shown()).length).toBe(1);
      for (const word of await shown()) seen.add(word);
      expect(await places()).toEqual(before);
    }
  }
  expect([...seen].sort()).toEqual([...words].sort());
});

test('four companies are in view, 50 px apart, and advance every 3 s', async ({ page }) => {
  await page.clock.install();
  await open(page, '/');
  await approachCarousel(disruptors(page));
  await stopTime(page);
  const items = disruptors(page).locator('[aria-roledescription="slide"]');
  await expect(items).toHaveCount(logos);
  const inView = async () => {
    const row = await disruptors(page).boundingBox();
    const boxes = (await placesOf(items)).map((box, index) => ({ ...box, number: index + 1 }));
    return boxes
      .filter(({ x, width }) => row && x >= row.x - 1 && x + width <= row.x + row.width + 1)
      .sort((a, b) => a.x - b.x);
  };
  const numbers = async () => (await inView()).map(({ number }) => number);
  const before = await inView();
  expect(before).toHaveLength(4);
  before.slice(1).forEach((box, index) => {
    const left = before[index];
    expect(Math.abs(box.x - ((left?.x ?? 0) + (left?.width ?? 0)) - 50)).toBeLessThanOrEqual(1);
  });
  await page.mouse.move(5, 5);
  expectInterval(await startsOfMoves(items.nth(1), 7000), 3000);

  // Fewer are wholly in view during a move.
  await runUntil(page, async () => (await numbers()).length === 4, 3000);
  let shown = await numbers();
  // The first follows the last.
  while (shown.at(-1) !== 2) {
    shown = shown.map((number) => (number % logos) + 1);
    await page.clock.runFor(2500);
    await runUntil(page, async () => String(await numbers()) === String(shown), 2500);
  }
});

test('on phones and tablets the companies are a static grid', { tag: '@narrow' }, async ({ page }) => {
  await openHome(page);
  await expectStaticGrid(page);
});

/** Fails unless all companies are in view at once and stay where they are. */
async function expectStaticGrid(page: Page): Promise<void> {
  const links = disruptors(page).getByRole('link');
  const before = await placesOf(links);
  const width = page.viewportSize()?.width ?? 0;
  expect(before).toHaveLength(logos);
  expect(before.every((box) => box.x >= 0 && box.x + box.width <= width)).toBe(true);
  await page.clock.runFor(10_000);
  expect(await placesOf(links)).toEqual(before);
}

/** Positions on the page, in whole pixels. */
function placesOf(things: Locator): Promise<{ x: number; y: number; width: number }[]> {
  return things.evaluateAll((elements) =>
    elements.map((element) => {
      const { x, y, width } = element.getBoundingClientRect();
      return { x: Math.round(x + scrollX), y: Math.round(y + scrollY), width: Math.round(width) };
    }),
  );
}
