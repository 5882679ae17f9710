import type { Page } from '@playwright/test';
import { allScriptBytes, firstViewBytes, idleScriptBytes, wholePageBytes } from '../../commands/bench/page-budgets.ts';
import { bodyBytesOf, bytesOf, type FetchedFile, openHeldPage, scriptsOf } from '../../commands/bench/page-weight.ts';
import { expect, test, wakeAll } from '../harness/browser.ts';
import { pathOfPosition, routes } from '../harness/routes.ts';

// The bytes that a phone loads at its first visit of each route, with an empty cache and without the hero's film.

/** Pages without any island that renders. */
const withoutComponents = /^\/(?:privacy-policy|terms-and-condition|not-there)/u;

// Three device pixels to a CSS pixel are the most: such a phone loads the largest pictures.
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
  const { firstView, fetched, beIdle } = await openHeldPage(page, address);
  expect.soft(listOf(scriptsOf(firstView)), 'scripts before the page is idle').toBe('');
  expectAtMost(firstView, firstViewBytes, `${address} takes too much before its film`);

  await beIdle();
  // The web-vitals module is the last file that an idle page fetches.
  await expect.poll(() => fetched().some(({ url }) => url.includes('report-vitals')) || isUnknown(page)).toBe(true);
  await page.waitForLoadState('networkidle');
  const { pathname } = new URL(page.url());
  if (withoutComponents.test(pathname)) await scrollThrough(page);
  expectFewScripts(fetched(), idleScriptBytes, `Scripts of ${address}, idle`);
  if (withoutComponents.test(pathname)) return;

  await wakeAll(page);
  await page.waitForLoadState('networkidle');
  expectFewScripts(fetched(), allScriptBytes, `Scripts of ${address}, touched everywhere`);
  expectAtMost(fetched(), wholePageBytes, `${address} takes too much with every island awake`);
}

/** The 404 page is not counted, so it has no web vitals. */
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

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;
const listOf = (files: readonly FetchedFile[]) =>
  files
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ url, bytes }) => `${kilobytes(bytes)} ${url}`)
    .join('\n');

const expectFewScripts = (files: readonly FetchedFile[], max: number, what: string) =>
  expectTotal(scriptsOf(files), bodyBytesOf(scriptsOf(files)), max, what);
const expectAtMost = (files: readonly FetchedFile[], max: number, what: string) =>
  expectTotal(files, bytesOf(files), max, what);

function expectTotal(files: readonly FetchedFile[], total: number, max: number, what: string): void {
  expect.soft(total, `${what}: ${kilobytes(total)}\n${listOf(files)}\n`).toBeLessThanOrEqual(max);
}
