import { expect, type Locator, type Page } from '@playwright/test';

/** Fails when the page is wider than its window, and names what sticks out. */
export async function expectNoSidewaysScroll(page: Page, when: string): Promise<void> {
  const found = await page.evaluate(() => {
    const root = document.documentElement;
    const width = root.clientWidth;
    if (Math.max(root.scrollWidth, document.body.scrollWidth) <= width) return [];
    const clips = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || clips(element.parentElement));
    const outside = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > width + 0.5 && !clips(element.parentElement),
    );
    return [
      `${root.scrollWidth} px in ${width} px`,
      ...outside
        .slice(-5)
        .map((element) => `<${element.tagName.toLowerCase()}> ${element.textContent?.trim().slice(0, 60)}`),
    ];
  });
  expect.soft(found, `sideways scroll, ${when}`).toEqual([]);
}

/**
 * When something began to move, ms from now, in a page whose time stands still (`stopTime`).
 * @param forMs how long to look
 */
export async function startsOfMoves(thing: Locator, forMs: number): Promise<number[]> {
  const step = 100;
  // A move that comes to rest ends in fractions of pixels.
  const noticeable = 20;
  const left = () => thing.evaluate((element) => element.getBoundingClientRect().left);
  const starts: number[] = [];
  let last = await left();
  let moved = false;
  for (let passed = 0; passed < forMs; passed += step) {
    await thing.page().clock.runFor(step);
    const now = await left();
    const moves = Math.abs(now - last) > noticeable;
    if (moves && !moved) starts.push(passed);
    moved = moves;
    last = now;
  }
  return starts;
}

/** Brings a carousel into view and waits for what moves it, which a page fetches only then. Before time is stopped. */
export async function approachCarousel(carousel: Locator): Promise<void> {
  await carousel.scrollIntoViewIfNeeded();
  // Asked of the browser: the page's own list of what it has fetched goes with its clock, and stays empty.
  const isFetched = async () => {
    const script = (await carousel.page().requests()).find((request) => request.url().includes('embla'));
    return (await (await script?.response())?.finished()) === null;
  };
  await expect.poll(isFetched).toBe(true);
}

/** Fails unless something moves at this interval, to the tenth of a second that `startsOfMoves` looks at. */
export function expectInterval(starts: readonly number[], intervalMs: number): void {
  expect(starts.length, 'moves').toBeGreaterThanOrEqual(2);
  starts.slice(1).forEach((start, index) => {
    expect(Math.abs(start - (starts[index] ?? 0) - intervalMs)).toBeLessThanOrEqual(200);
  });
}
