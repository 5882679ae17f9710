import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import { type SharedSite, siteOfJourneys } from './site-of-journeys.ts';

/** Errors of a page, which fail the test unless it allows them. */
export interface Noise {
  /** Lets what matches pass, such as the browser's own report of a response that the test expects. */
  allow(pattern: RegExp): void;
}

interface TestFixtures {
  noise: Noise;
  /** Whether heroes play their films, which take as much processor as the rest of a page; tests that need none leave them out. */
  films: boolean;
}

interface WorkerFixtures {
  /** The built site, running for all tests. */
  site: SharedSite;
}

/**
 * Tests in a browser, on the built site. In every one of them a console error or warning, an uncaught error, a violation
 * of the content security policy and a failed request are failures.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => use(siteOfJourneys()),
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
  films: [false, { option: true }],
  context: async ({ context, films }, use) => {
    if (!films) await context.addInitScript(saveData);
    await use(context);
  },
  noise: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const heard = listenFor(context);
      await use({ allow: (pattern) => allowed.push(pattern) });
      const noise = heard.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      expect([...new Set(noise)], 'noise of the pages').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Lets a page believe that its visitor has asked for less data (Network Information API): the posters of heroes stay. */
function saveData(): void {
  Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } });
}

function listenFor(context: BrowserContext): string[] {
  const heard: string[] = [];
  context.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warning')
      heard.push(`console ${type}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => heard.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText ?? '';
    // A page that is left ends its own requests, and a video is asked for in pieces.
    if (failure !== 'net::ERR_ABORTED') heard.push(`request failed: ${request.url()} ${failure}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) heard.push(`answer ${response.status()}: ${response.url()}`);
  });
  void context.addInitScript(() => {
    // A page that the browser prepares is another target, whose requests nobody here would hear; `speculation.test.ts` has its own.
    new MutationObserver((_, observer) => {
      const rules = document.querySelector('script[type="speculationrules"]');
      rules?.remove();
      if (rules || document.body) observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
      console.error(`policy violation: ${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`);
    });
  });
  return heard;
}

/** How long a test that visits many routes may take for each of them, on a machine whose two cores also do something else, ms. */
export const routeTimeoutMs = 20_000;

/** Opens a URL and waits until every island of the page reacts. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await hydrated(page);
}

/** Asks for every island of the page, as a visitor who touches them does, and waits until all react that the window's size asks for. */
export async function hydrated(page: Page): Promise<void> {
  const sleeping = '[data-island]:not([data-ready],[data-waiting])';
  await page.evaluate((selector) => {
    for (const island of document.querySelectorAll(selector))
      island.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, sleeping);
  await expect(page.locator(sleeping)).toHaveCount(0);
  await laidOut(page);
}

/** Waits until the page has been painted and all of it is laid out (app/early/first-view.ts): before that, sections below overlap. */
export async function laidOut(page: Page): Promise<void> {
  await expect(page.locator('[data-first-view]')).toHaveCount(0);
}

/** Lets films play as slowly as Chromium can, where it matters that they are there: each frame that is shown takes processor. */
export async function slowFilms(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function () {
      this.playbackRate = 0.0625;
      return play.call(this);
    };
  });
}

/** Stops the time of a page whose clock the test has installed; `page.clock.runFor` then moves it. */
export async function stopTime(page: Page): Promise<void> {
  // Far enough ahead that it is still to come when the page hears of it, however busy the machine is.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 3000));
}

/** The overlay of a page that one has just arrived at hangs over it for a second. */
export async function overlayGone(page: Page): Promise<void> {
  await expect(page.locator('[data-route-overlay]')).toHaveCount(0);
}
