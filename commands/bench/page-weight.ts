import type { CDPSession, Page } from '@playwright/test';

/** A file that a page has fetched. */
export interface FetchedFile {
  url: string;
  /** On the wire, with headers. */
  bytes: number;
  /** Of the body, compressed. */
  bodyBytes: number;
}

/** Opens an unvisited page whose idle callbacks are delayed, so that no script starts on its own, and records what it fetches. */
export async function openHeldPage(page: Page, url: string) {
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
  const fetched = listenForFiles(session);
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  return {
    /** Fetched while the page was painted and nothing was idle. */
    firstView: fetched(),
    /** Fetched so far. */
    fetched,
    /** Lets the page be idle, and waits for the scripts that then start. */
    async beIdle(): Promise<void> {
      await page.evaluate(() => (window as unknown as { beIdle: () => void }).beIdle());
      await page.locator('[data-island="analytics"][data-ready]').waitFor({ state: 'attached' });
      await page.waitForLoadState('networkidle');
    },
  };
}

/** Returns the scripts among the files of a page. */
export const scriptsOf = (files: readonly FetchedFile[]): FetchedFile[] =>
  files.filter(({ url }) => new URL(url).pathname.endsWith('.js'));

/** Sums the bytes of files on the wire. */
export const bytesOf = (files: readonly FetchedFile[]): number => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Sums the bytes of files without their headers. */
export const bodyBytesOf = (files: readonly FetchedFile[]): number =>
  files.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);

/** Counts the encoded bytes that arrive over the network. */
function listenForFiles(session: CDPSession): () => FetchedFile[] {
  const files = new Map<string, FetchedFile & { isFilm: boolean }>();
  session.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    files.set(requestId, { url: request.url, bytes: 0, bodyBytes: 0, isFilm: type === 'Media' });
  });
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const file = files.get(requestId);
    const { 'content-length': length } = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name.toLowerCase(), value]),
    );
    // A chunked response has no length.
    if (file) file.bodyBytes = Number(length);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes = encodedDataLength;
  });
  return () => [...files.values()].filter(({ isFilm, url }) => !isFilm && !url.startsWith('data:'));
}
