import { brotliCompressSync } from 'node:zlib';
import type { CDPSession, Page } from '@playwright/test';
import { expect, hydrated, test } from '../helpers/browser.ts';
import { pathOfPosition, routes } from '../helpers/routes.ts';

// What a phone loads at its first visit of each route, with nothing of the site in its cache; the hero's film apart.

/** All that is fetched while the page is painted, before anything moves: document, font, pictures of the first screen. With headers. */
const firstViewBytes = 100_000;

/** Everything of a page that nobody has scrolled, with every island awake. With headers. */
const wholePageBytes = 190_000;

/** Scripts of a page that is read, compressed, until an island that renders is needed: the site's own, analytics and web vitals. */
const readingScriptBytes = 15_000;

/** Scripts of any page with every island awake, compressed; React takes 58 200 of it. */
const allScriptBytes = 83_000;

/** Documents, compressed: their first packets are what a visitor waits for. */
const documentBytes: ReadonlyMap<string, number> = new Map([
  ['/', 18_000],
  ['/single/', 16_000],
]);

/** Pages that are read: they wake no island that renders until one comes near the view. */
const readOnly = /^\/(?:single\/|privacy-policy|terms-and-condition|not-there)/u;

/** And these have none at all. */
const withoutComponents = /^\/(?:privacy-policy|terms-and-condition|not-there)/u;

// Three pixels to the point are the finest that there are: such a phone takes the largest pictures.
test.use({ deviceScaleFactor: 3 });

for (const address of [...routes, '/not-there']) {
  test(`${address} is light`, ({ page, noise }) => {
    if (address === '/not-there') noise.allow(/not-there/u);
    return expectLight(page, address);
  });
}

test('the page of a position is light', async ({ page, request }) => {
  await expectLight(page, await pathOfPosition(request));
});

async function expectLight(page: Page, address: string): Promise<void> {
  // The time of the page stands still until it is told to go on: nothing is idle, and no script starts by itself.
  await page.addInitScript(() => {
    const waiting: (() => void)[] = [];
    const { requestIdleCallback } = window;
    window.requestIdleCallback = (task) => waiting.push(() => requestIdleCallback(task));
    Object.assign(window, {
      beIdle() {
        window.requestIdleCallback = requestIdleCallback;
        for (const task of waiting.splice(0)) task();
      },
    });
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const fetched = listenForBytes(session);
  await page.goto(address);
  await page.waitForLoadState('networkidle');
  const first = fetched();
  expect.soft(listOf(scriptsOf(first)), 'scripts before the page is idle').toBe('');
  expectAtMost(first, firstViewBytes, `${address} takes too much before its film`);

  await page.evaluate(() => (window as unknown as { beIdle: () => void }).beIdle());
  await expect(page.locator('[data-island="analytics"]')).toHaveAttribute('data-ready', '');
  // Web vitals are the last that an idle page fetches.
  await expect.poll(() => fetched().some(({ url }) => url.includes('report-vitals')) || isUnknown(page)).toBe(true);
  await page.waitForLoadState('networkidle');
  const { pathname } = new URL(page.url());
  if (withoutComponents.test(pathname)) await scrollThrough(page);
  if (readOnly.test(pathname)) expectFewScripts(fetched(), readingScriptBytes, `Scripts of ${address}, read`);
  if (withoutComponents.test(pathname)) return;

  await hydrated(page);
  await page.waitForLoadState('networkidle');
  expectFewScripts(fetched(), allScriptBytes, `Scripts of ${address}, touched everywhere`);
  expectAtMost(fetched(), wholePageBytes, `${address} takes too much with every island awake`);
}

/** A page that is not there has no count, so nothing measures it. */
const isUnknown = (page: Page) => new URL(page.url()).pathname === '/not-there';

/** Reads the page to its end, a screen at a time. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight / 2) {
      scrollTo({ top, behavior: 'instant' });
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }
  });
}

for (const [start, most] of documentBytes) {
  const address = routes.find((route) => (start === '/' ? route === start : route.startsWith(start))) ?? '';
  test(`the document of ${address} is small`, async ({ site }) => {
    const response = await fetch(`${site.origin}${address}`, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('content-encoding')).toBe('br');
    // As the server compresses a page that it keeps; what it sends of one that has just been rendered is a little larger.
    const bytes = brotliCompressSync(await response.text()).byteLength;
    expect(bytes, `${address} takes ${kilobytes(bytes)}`).toBeLessThanOrEqual(most);
  });
}

interface Fetched {
  url: string;
  /** With headers. */
  bytes: number;
  /** Of the body, compressed. */
  bodyBytes: number;
}

const scriptsOf = (files: readonly Fetched[]) => files.filter(({ url }) => new URL(url).pathname.endsWith('.js'));
const expectFewScripts = (files: readonly Fetched[], most: number, what: string) =>
  expectAtMost(
    scriptsOf(files).map((file) => ({ ...file, bytes: file.bodyBytes })),
    most,
    what,
  );
const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
const listOf = (files: readonly Fetched[]) =>
  files
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ url, bytes }) => `${kilobytes(bytes)} ${url}`)
    .join('\n');

function expectAtMost(files: readonly Fetched[], most: number, what: string): void {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  expect.soft(total, `${what}: ${kilobytes(total)}\n${listOf(files)}\n`).toBeLessThanOrEqual(most);
}

/** Counts what comes over the wire, as encoded; films apart. */
function listenForBytes(session: CDPSession): () => Fetched[] {
  const files = new Map<string, Fetched & { isFilm: boolean }>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    files.set(requestId, { url: request.url, bytes: 0, bodyBytes: 0, isFilm: type === 'Media' });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const file = files.get(requestId);
    const { 'content-length': length } = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    // A response that comes in pieces has no length.
    if (file) file.bodyBytes = Number(length);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  return () => [...files.values()].filter(({ isFilm, url }) => !isFilm && !url.startsWith('data:'));
}
