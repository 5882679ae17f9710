import { expect, type Page } from '@playwright/test';
import { test as base } from './noise.ts';
import { type SharedSite, siteOfJourneys } from './site-of-journeys.ts';

interface TestFixtures {
  /** Whether heroes play their films, which take as much processor as the rest of a page; tests that need none leave them out. */
  films: boolean;
  /**
   * Whether the overlay of an arrival is painted, which takes more processor than the page below it; tests of other subjects leave it
   * out. Hidden, it is still in the document for as long.
   */
  overlay: boolean;
}

interface WorkerFixtures {
  /** The built site, running for all tests. */
  site: SharedSite;
}

/** Tests in a browser, on the built site. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern
    async ({}, use) => use(siteOfJourneys()),
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
  films: [false, { option: true }],
  overlay: [false, { option: true }],
  context: async ({ context, films, overlay }, use) => {
    if (!films) await context.addInitScript(saveData);
    if (!overlay) await context.addInitScript(hideOverlay);
    await use(context);
  },
});

export { expect };

/** As if the visitor had requested less data (Network Information API): the posters of heroes stay. */
function saveData(): void {
  Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } });
}

function hideOverlay(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('[data-route-overlay] { visibility: hidden !important }');
  document.adoptedStyleSheets.push(sheet);
}

/** Timeout of a test for each route that it visits, on a machine with two busy cores, ms. */
export const routeTimeoutMs = 20_000;

/** Opens a URL and waits until every island of the page reacts. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await wakeAll(page);
}

/** Wakes every island of the page, as a touch does, and waits until all that this window size uses are awake. */
export async function wakeAll(page: Page): Promise<void> {
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

/** Waits until the page's last change has been painted. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}

/** Follows a link to a text of the page (URL Fragment Text Directives), which the browser looks for as Find in page does. */
export async function findText(page: Page, text: string): Promise<void> {
  const heading = page.getByRole('heading', { level: 1 });
  await heading.evaluate(
    (element, fragment) => {
      element.innerHTML = `<a href="${fragment}">Find</a>`;
    },
    `#:~:text=${encodeURIComponent(text)}`,
  );
  await heading.getByRole('link').click();
}

/** Plays films as slowly as Chromium can, since each frame takes processor time. */
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
  // Far enough ahead to be in the future when it reaches the page, however busy the machine is.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 3000));
}

/** Hides the tab, or shows it again. Those of a headless browser are never hidden, so this dispatches the event. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, hidden);
}

/** The route overlay covers a page for a second after the arrival. */
export async function overlayGone(page: Page): Promise<void> {
  await expect(page.locator('[data-route-overlay]')).toHaveCount(0);
}
