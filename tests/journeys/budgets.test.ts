import type { CDPSession, Page } from '@playwright/test';
import { expect, hydrated, test } from '../helpers/browser.ts';
import { articles, positions, screens } from '../helpers/content.ts';

// What a phone loads at its first view of each route, and that nothing moves while it does.

/** All that a first visit fetches beside the hero's loop, headers included: page, font, scripts, pictures. */
const firstViewBytes = 250 * 1024;

/** A screen's height of scrolling at a time, and how long each rests: pictures below are asked for as they come near. */
const scrollRestMs = 60;

// A phone of three pixels to the point, the finest there are: it takes the largest pictures.
test.use({ deviceScaleFactor: 3 });
test.skip(({ viewport }) => (viewport?.width ?? 0) > 400, 'A budget is that of a phone');

const articlesOfEachKind = ['success-stories', 'insights'].flatMap(
  (category) => articles.find((article) => article.category === category) ?? [],
);
const routes = [
  ...new Set(screens.map(({ canonical }) => canonical)),
  '/what-we-think?category=insights',
  ...articlesOfEachKind.map(({ slug }) => `/single/${slug}/`),
];

for (const address of routes) {
  test(`${address} is light and holds still`, async ({ page }) => {
    await expectLightAndStill(page, address);
  });
}

test('the page of a position is light and holds still', async ({ page, request }) => {
  const [position] = positions;
  if (!position) throw new Error('There is no position');
  const { job_id } = position;
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const [, address = ''] = new RegExp(`<loc>[^<]*?(/join-us/${job_id}/[^<]*)</loc>`, 'u').exec(sitemap) ?? [];
  await expectLightAndStill(page, address);
});

async function expectLightAndStill(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await page.addInitScript(watchShifts);
  const view = async () => {
    const fetched = listenForBytes(session);
    await page.goto(address);
    await hydrated(page);
    await page.waitForLoadState('networkidle');
    return fetched();
  };
  // The first visitor of all gets what was compressed in a hurry; what is compressed best is ready for the next.
  await view();
  await session.send('Network.clearBrowserCache');
  const files = await view();
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = files
    .toSorted((a, b) => b.bytes - a.bytes)
    .map(({ url, bytes }) => `${kilobytes(bytes)} ${url}`)
    .join('\n');
  test.info().annotations.push({ type: 'first view', description: kilobytes(total) });
  expect
    .soft(total, `${address} takes ${kilobytes(total)} before its loop:\n${list}\n`)
    .toBeLessThanOrEqual(firstViewBytes);

  await scrollThrough(page);
  expect.soft(await page.evaluate(() => window.shifts), `${address} shifts`).toEqual([]);
}

const kilobytes = (bytes: number) => `${(bytes / 1024).toFixed(1)} KB`;

/** Counts what comes over the wire, as encoded and with its headers; the hero's loop apart. */
function listenForBytes(session: CDPSession): () => { url: string; bytes: number }[] {
  const files = new Map<string, { url: string; bytes: number; isLoop: boolean }>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    files.set(requestId, { url: request.url, bytes: 0, isLoop: type === 'Media' });
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  return () => [...files.values()].filter(({ isLoop, url }) => !isLoop && !url.startsWith('data:'));
}

declare global {
  interface Window {
    /** What moved that the visitor had no part in, and how far. */
    shifts: string[];
  }
}

function watchShifts(): void {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & LayoutShift)[]) {
      if (entry.hadRecentInput) continue;
      const elements = entry.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 120) : '?'));
      window.shifts.push(`${entry.value.toFixed(4)}: ${elements.join(', ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Layout Instability API. */
interface LayoutShift {
  value: number;
  hadRecentInput: boolean;
  sources: readonly { node: Node | null }[];
}

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async (restMs) => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => setTimeout(resolve, restMs));
    }
  }, scrollRestMs);
  await page.waitForLoadState('networkidle');
}
