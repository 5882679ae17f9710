import sharp from 'sharp';
import { test } from 'vitest';
import { describeInEngines, narrow, wide } from './harness.ts';
import type { Page } from './page.ts';

// The hero has the page's own background while its film plays: no edge is visible where it ends.

/** Maximum invisible difference in one channel, of 255: films and pictures are compressed with loss. */
const maxDifference = 4;
/** Distances of the compared lines above and below the hero's lower edge, px: the seam itself is excluded. */
const distance = 3;
/** Width of the scrollbar that covers the page for a while after scrolling, px from the right. */
const scrollbarWidth = 16;

describeInEngines((open) => {
  // Each page, scheme and width once: an engine's fault with films does not depend on one page or width.
  for (const [path, colorScheme, viewport] of [
    ['/', 'light', wide],
    ['/ventures', 'dark', narrow],
  ] as const) {
    test(`the lower edge of the hero of ${path} is paper, ${colorScheme}, ${viewport.width} px`, async () => {
      const page = await open(path, { ...viewport, colorScheme, films: true });
      await page.expectThat(() => page.evaluate(playsFilm), 'the film plays').toBe(true);
      await page.expectThat(() => page.evaluate(isUncovered), 'the route overlay is gone').toBe(true);
      const edge = await page.evaluate(showLowerEdge);
      // A screenshot may still show the frame before the scroll.
      await page
        .expectThat(
          async () => (await differenceAcross(page, edge)) <= maxDifference,
          `what is over the edge at y = ${edge} and what is under it look the same`,
        )
        .toBe(true);
    });
  }
});

function playsFilm(): boolean {
  return [...document.querySelectorAll('main video')].some(
    (video) => video instanceof HTMLVideoElement && !video.paused && video.currentTime > 0,
  );
}

function isUncovered(): boolean {
  return document.querySelector('[data-route-overlay]') === null;
}

/** Scrolls so that the hero's lower edge is in the middle of the viewport. @returns where it then is, px from the top */
function showLowerEdge(): number {
  const hero = document.querySelector('h1')?.closest('section');
  if (!hero) throw new Error('The page has a hero');
  scrollBy({ top: hero.getBoundingClientRect().bottom - innerHeight / 2, behavior: 'instant' });
  return Math.round(hero.getBoundingClientRect().bottom);
}

/** The largest difference in one channel between a line above the edge and one below it, without the scrollbar. */
async function differenceAcross(page: Page, edge: number): Promise<number> {
  const screenshot = sharp(await page.screenshot());
  const width = (await screenshot.metadata()).width - scrollbarWidth;
  const lineAt = (top: number) => screenshot.clone().extract({ left: 0, top, width, height: 1 }).removeAlpha().raw();
  const [above, below] = [await lineAt(edge - distance).toBuffer(), await lineAt(edge + distance).toBuffer()];
  return Math.max(...above.map((value, index) => Math.abs(value - (below[index] ?? 0))));
}
