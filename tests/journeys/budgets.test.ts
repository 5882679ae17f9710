import type { CDPSession, Page } from '@playwright/test';
import { expect, open, test } from '../helpers/browser.ts';
import { addressOfPosition, routes } from '../helpers/routes.ts';

// What a phone loads at its first view of each route, with nothing of the site in its cache.

/** All that a first visit fetches beside the hero's loop, headers included: page, font, scripts, pictures. */
const firstViewBytes = 250_000;

// Three pixels to the point are the finest that there are: such a phone takes the largest pictures.
test.use({ deviceScaleFactor: 3 });

for (const address of routes) {
  test(`${address} is light`, ({ page }) => expectLight(page, address));
}

test('the page of a position is light', async ({ page, request }) => {
  await expectLight(page, await addressOfPosition(request));
});

async function expectLight(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const fetched = listenForBytes(session);
  await open(page, address);
  await page.waitForLoadState('networkidle');
  const files = fetched();
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const list = files
    .toSorted((one, other) => other.bytes - one.bytes)
    .map(({ url, bytes }) => `${kilobytes(bytes)} ${url}`)
    .join('\n');
  expect(total, `${address} takes ${kilobytes(total)} before its loop:\n${list}\n`).toBeLessThanOrEqual(firstViewBytes);
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} KB`;

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
