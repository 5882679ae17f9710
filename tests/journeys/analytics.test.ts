import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { Page, Request } from '@playwright/test';
import { expectAccessible } from '../harness/axe.ts';
import { expect, open, overlayGone, test, wakeAll } from '../harness/browser.ts';
import { compileCache } from '../harness/compile-cache.ts';
import { labelOf, screens, site } from '../harness/content.ts';
import { watchShifts } from '../harness/layout-shifts.ts';
import { pinnedNode, type RunningServer, root } from '../harness/server.ts';
import { startSmallSite } from '../harness/small-site.ts';

// Page views, consent and web vitals (Specification 2, Page titles; 7; Ruling 31).

// No film plays while the page is measured.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const reportsPath = '/reports';

interface Report {
  readonly kind: 'view' | 'vitals';
  readonly path: string;
  readonly title?: string;
  readonly device?: string;
  readonly values?: Record<string, number>;
}

/** Collects the reports of a page from now on: to the site, and to other origins. */
function reportsOf(page: Page): { own: Report[]; foreign: string[] } {
  const reports = { own: [] as Report[], foreign: [] as string[] };
  page.context().on('request', (request: Request) => {
    const { pathname, origin } = new URL(request.url());
    if (pathname === reportsPath) reports.own.push(JSON.parse(request.postData() ?? ''));
    else if (page.url().startsWith('http') && origin !== new URL(page.url()).origin)
      reports.foreign.push(request.url());
  });
  return reports;
}

const views = (reports: readonly Report[]) =>
  reports.filter(({ kind }) => kind === 'view').map(({ path, title }) => ({ path, title }));

/** Waits for three idle periods, each with the page's own timeout: a browser that draws no frames reports none. */
const idle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn += 1)
      await new Promise((resolve) => requestIdleCallback(() => setTimeout(resolve, 50), { timeout: 3000 }));
  });

/** Waits until the page measures itself. */
async function measuring(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance
      .getEntriesByType('resource')
      .some(({ name, duration }) => name.includes('report-vitals') && duration > 0),
  );
  await idle(page);
}

const titleOf = (path: string) => screens.find(({ address }) => address === path)?.title ?? '';
const titled = (title: string) => `${title} | ${site.name}`;
/** Follows a link of the footer to another document. */
async function followTo(page: Page, to: string): Promise<void> {
  const link = page.getByRole('contentinfo').getByRole('link', { name: labelOf(to), exact: true });
  await link.click();
  await page.waitForURL(`**${to}`);
}

/** In the content of `startSmallSite`. */
const consent = { heading: 'May Acme count your visit?', settings: 'Cookie settings' };
const banner = (page: Page) => page.getByRole('region', { name: consent.heading });
const settings = (page: Page) => page.getByRole('contentinfo').getByRole('button', { name: consent.settings });

test.describe('the counter of this site', () => {
  test('receives one view for each page, with its real title, and none for a search', async ({ page }) => {
    const reports = reportsOf(page);
    await open(page, '/what-we-think?category=insights&search=secret');
    await expect
      .poll(() => views(reports.own))
      .toEqual([
        {
          path: '/what-we-think',
          title: titled(`${titleOf('/what-we-think')}: Insights`),
        },
      ]);
    await followTo(page, '/ventures');
    await expect.poll(() => views(reports.own)).toHaveLength(2);
    await followTo(page, '/privacy-policy');
    await expect.poll(() => views(reports.own)).toHaveLength(3);
    await page.goBack();
    await expect(page).toHaveURL('/ventures');
    await expect.poll(() => views(reports.own)).toHaveLength(4);
    await idle(page);
    expect(views(reports.own).slice(1)).toEqual([
      { path: '/ventures', title: titled(titleOf('/ventures')) },
      { path: '/privacy-policy', title: titled(titleOf('/privacy-policy')) },
      { path: '/ventures', title: titled(titleOf('/ventures')) },
    ]);
    expect(JSON.stringify(reports)).not.toContain('secret');
    expect(reports.foreign).toEqual([]);
    await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
    expect(await page.context().cookies()).toEqual([]);
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({});
  });

  test('receives the web vitals once, when the page is hidden', async ({ page }, { project }) => {
    const reports = reportsOf(page);
    await open(page, '/ventures');
    await measuring(page);
    await page.getByRole('heading', { level: 1 }).click();
    await idle(page);
    expect(reports.own.filter(({ kind }) => kind === 'vitals')).toEqual([]);
    // Playwright has no event for requests that a page sends while it unloads; the command's sums include them.
    for (let times = 0; times < 2; times += 1)
      await page.evaluate(() => {
        Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
        document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
      });
    const vitals = () => reports.own.filter(({ kind }) => kind === 'vitals');
    await expect.poll(vitals).toHaveLength(1);
    const [report] = vitals();
    expect(report).toMatchObject({ path: '/ventures', device: project.name === 'wide' ? 'desktop' : 'phone' });
    expect(Object.keys(report?.values ?? {})).toEqual(expect.arrayContaining(['LCP', 'CLS', 'FCP', 'TTFB']));
    for (const value of Object.values(report?.values ?? {})) expect(value).toBeGreaterThanOrEqual(0);
  });

  test('receives nothing from browsers with Global Privacy Control', async ({ page }) => {
    await refuseBySignal(page);
    const reports = reportsOf(page);
    await open(page, '/privacy-policy');
    await followTo(page, '/ventures');
    await wakeAll(page);
    await idle(page);
    expect(reports).toEqual({ own: [], foreign: [] });
    expect(
      await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name)),
    ).not.toContainEqual(expect.stringContaining('report-vitals'));
  });

  test('shows its sums in the command', async ({ page, noise }) => {
    test.slow();
    noise.allow(/not-there/u);
    const server = await startSmallSite();
    await open(page, `${server.origin}/contact-us`);
    await measuring(page);
    // The 404 page is not counted.
    await open(page, `${server.origin}/not-there`);
    await idle(page);
    await page.goto('about:blank');
    const { dataDirectory } = server;
    // The command takes half a second of processor time to start.
    const areStored = () => {
      using database = new DatabaseSync(join(dataDirectory, 'intake.sqlite'), { readOnly: true });
      return database.prepare('SELECT path FROM page_views INTERSECT SELECT path FROM vital_counts').all().length > 0;
    };
    await expect.poll(areStored, { timeout: 40_000 }).toBe(true);
    const { stdout } = await promisify(execFile)(pinnedNode, [join(root, 'commands/analytics.ts'), '--json'], {
      env: { PATH: process.env.PATH, DATA_DIR: dataDirectory, NODE_COMPILE_CACHE: compileCache },
    });
    const { views, vitals } = JSON.parse(stdout);
    expect(views).toEqual([{ path: '/contact-us', title: 'Contact Us', views: 1 }]);
    expect(vitals).not.toEqual([]);
    await server.stop();
  });
});

/** Like a browser whose user has switched it on. */
async function refuseBySignal(page: Page): Promise<void> {
  await page.setExtraHTTPHeaders({ 'Sec-GPC': '1' });
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { value: true }));
}

test.describe('a service that needs consent', () => {
  let service: {
    server: Server;
    origin: string;
    received: { path: string; cookie: string | undefined; body: URLSearchParams }[];
  };
  // One after the other: they share the requests that the service received.
  test.describe.configure({ mode: 'default' });
  let server: RunningServer;
  test.beforeAll(async () => {
    const received: typeof service.received = [];
    const listener = createServer(async (request, response) => {
      const body = new URLSearchParams(await text(request));
      received.push({ path: request.url ?? '', cookie: request.headers.cookie, body });
      response.writeHead(204, { 'Set-Cookie': 'visitor=7' }).end();
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
    service = { server: listener, origin, received };
    server = await startSmallSite({ ANALYTICS: 'matomo', MATOMO_URL: `${origin}/matomo.php`, MATOMO_SITE_ID: '7' });
  });
  test.afterAll(async () => {
    await server.stop();
    service.server.closeAllConnections();
    service.server.close();
  });
  test.beforeEach(() => {
    service.received.length = 0;
  });

  const at = (path: string) => `${server.origin}${path}`;
  const receivedViews = () => service.received.map(({ body }) => [body.get('url'), body.get('action_name')]);

  test.describe('with JavaScript off', () => {
    test.use({ javaScriptEnabled: false });
    test('nothing is sent, also to the counter of this site, and there is no banner', async ({ page }) => {
      const reports = reportsOf(page);
      for (const address of [at('/'), '/privacy-policy']) {
        await page.goto('about:blank');
        await page.goto(address);
        await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
        await expect(settings(page)).toBeHidden();
      }
      expect(reports).toEqual({ own: [], foreign: [] });
      expect(service.received).toEqual([]);
    });
  });

  test('is the only other origin that pages may send data to', async ({ request }) => {
    const policyOf = async (address: string) => (await request.get(address)).headers()['content-security-policy'];
    expect(await policyOf(at('/'))).toContain(`connect-src 'self' ${service.origin};`);
    expect(await policyOf('/')).toContain("connect-src 'self';");
  });

  test('receives nothing until Accept, and then a view for each page', async ({ page }) => {
    const reports = reportsOf(page);
    await open(page, at('/ventures?from=mail'));
    await expect(banner(page)).toBeVisible();
    await banner(page).getByRole('link').press('Escape');
    await expect(banner(page), 'asks until there is a choice').toBeVisible();
    await idle(page);
    expect(reports).toEqual({ own: [], foreign: [] });
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await expect(banner(page)).toBeHidden();
    await expect.poll(receivedViews).toEqual([[at('/ventures'), await page.title()]]);
    await page.goto(at('/join-us'));
    await expect.poll(receivedViews).toHaveLength(2);
    expect(receivedViews()[1]?.[0]).toBe(at('/join-us'));
    const [first, second] = service.received;
    expect(first).toMatchObject({ path: '/matomo.php', cookie: undefined });
    expect(Object.fromEntries(first?.body ?? [])).toMatchObject({ idsite: '7', rec: '1' });
    expect(second?.cookie).toBeUndefined();
    expect(await page.context().cookies()).toEqual([]);
    expect(views(reports.own)).toEqual([]);

    // The choice is remembered: the next visit has no banner.
    await open(page, at('/'));
    await expect.poll(receivedViews).toHaveLength(3);
    await expect(banner(page)).toBeHidden();
  });

  test('has a banner that at a zoom of 400 % does not cover the field with the focus (WCAG 2.4.11)', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 256 });
    await open(page, at('/contact-us'));
    await expect(banner(page)).toBeVisible();
    const name = page.getByRole('form', { name: 'Contact us' }).getByLabel('Name*');
    await name.focus();
    const isShown = () =>
      name.evaluate((field) => {
        const { x, y, width, height } = field.getBoundingClientRect();
        return [y + 1, y + height / 2, y + height - 1].every(
          (line) => document.elementFromPoint(x + width / 2, line) === field,
        );
      });
    await expect.poll(isShown).toBe(true);
  });

  test('has a banner that shows both choices at once on a phone with text at 200 %', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await open(page, at('/contact-us'));
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    for (const name of ['Accept', 'Reject'])
      await expect(banner(page).getByRole('button', { name })).toBeInViewport({ ratio: 1 });
    const link = banner(page).getByRole('link');
    await link.focus();
    const isShown = () =>
      link.evaluate((element) => {
        const { x, y, height } = element.getBoundingClientRect();
        return document.elementFromPoint(x + 5, y + height / 2) === element;
      });
    await expect.poll(isShown, 'the link with the focus').toBe(true);
  });

  test('offers no choice in the footer where a content blocker stops the banner', async ({ page, noise }) => {
    noise.allow(/consent-banner/u);
    // As the list "EasyList Cookie" does.
    await page.route('**/consent-banner-*', (route) => route.abort('blockedbyclient'));
    const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes('consent-banner'));
    await page.goto(at('/privacy-policy'));
    await stopped;
    await expect(settings(page)).toBeHidden();
  });

  test('has a banner that leaves no gap where a content blocker hides it', async ({ page }) => {
    const room = () =>
      page.getByRole('contentinfo').evaluate((footer) => Number.parseFloat(getComputedStyle(footer).paddingBlockEnd));
    await open(page, at('/privacy-policy'));
    await expect(banner(page)).toBeVisible();
    const height = (await banner(page).boundingBox())?.height ?? 0;
    await expect.poll(room).toBeGreaterThan(height);
    await page.evaluate(() => {
      const filter = new CSSStyleSheet();
      filter.replaceSync('[data-consent] { display: none !important }');
      document.adoptedStyleSheets.push(filter);
    });
    await expect.poll(room).toBeLessThan(height);
  });

  test('receives a view although the browser cannot store the choice', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await open(page, at('/ventures'));
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await expect(banner(page)).toBeHidden();
    await expect.poll(receivedViews).toEqual([[at('/ventures'), await page.title()]]);
  });

  test('asks no visitor whose browser stores nothing, since it would ask on each page; the footer takes a choice for the page', async ({
    page,
  }) => {
    // As browsers do that block the cookies of all sites.
    await page.addInitScript(() =>
      Object.defineProperty(window, 'localStorage', {
        get() {
          throw new DOMException('Access is denied', 'SecurityError');
        },
      }),
    );
    await open(page, at('/ventures'));
    await settings(page).click();
    await expect(banner(page).getByRole('heading'), 'opened in the footer only').toBeFocused();
    await page.keyboard.press('Escape');
    await expect(banner(page)).toBeHidden();
    expect(receivedViews()).toEqual([]);
    await settings(page).click();
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await expect(banner(page)).toBeHidden();
    await expect.poll(receivedViews).toEqual([[at('/ventures'), await page.title()]]);
    await open(page, at('/join-us'));
    await expect(settings(page)).toBeVisible();
    await expect(banner(page)).toBeHidden();
  });

  test('receives nothing after Reject, which is stored for a year', async ({ page }) => {
    const reports = reportsOf(page);
    await page.clock.install({ time: new Date('2026-03-01T09:00:00Z') });
    await open(page, at('/ventures'));
    await banner(page).getByRole('button', { name: 'Reject' }).click();
    await expect(banner(page)).toBeHidden();
    await open(page, at('/join-us'));
    await page.clock.setSystemTime(new Date('2027-02-28T09:00:00Z'));
    await open(page, at('/'));
    await expect(banner(page)).toBeHidden();
    expect(reports).toEqual({ own: [], foreign: [] });
    expect(service.received).toEqual([]);
    await page.clock.setSystemTime(new Date('2027-03-01T10:00:00Z'));
    await open(page, at('/who-we-are'));
    await expect(banner(page)).toBeVisible();
  });

  test('a choice is changed in the footer, and counts at once', async ({ page }) => {
    await open(page, at('/ventures'));
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await expect.poll(receivedViews).toHaveLength(1);
    await settings(page).click();
    await expect(banner(page)).toContainText(/Your choice of .+: Accept\./u);
    await expect(banner(page).getByRole('heading')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(banner(page), 'closed with the choice as it was').toBeHidden();
    await expect(settings(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toContainText(/Your choice of .+: Accept\./u);
    await expect(banner(page).getByRole('heading')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await expect(banner(page).getByRole('button', { name: 'Reject' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toBeHidden();
    await expect(settings(page)).toBeFocused();
    await open(page, at('/join-us'));
    await idle(page);
    expect(receivedViews()).toHaveLength(1);
  });

  test('Global Privacy Control counts as a refusal', async ({ page }) => {
    await refuseBySignal(page);
    const reports = reportsOf(page);
    await open(page, at('/ventures'));
    await idle(page);
    await expect(banner(page)).toBeHidden();
    await expect(settings(page)).toHaveCount(0);
    expect(reports).toEqual({ own: [], foreign: [] });
    expect(service.received).toEqual([]);
  });

  // As in `routes.test.ts`, the light scheme is checked at the one width and the dark scheme at the other.
  for (const { size, viewport, colorScheme } of [
    { size: 'a wide window', viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
    { size: 'a narrow one', viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
  ] as const) {
    test.describe(`in ${size}`, () => {
      test.use({ viewport });
      test('the consent banner is accessible, has equal buttons, shifts no layout and follows the first link of the page', async ({
        page,
        noise,
      }) => {
        await page.addInitScript(watchShifts);
        // How far the loading of the typeface moves text depends on the machine's fonts.
        noise.allow(/\.woff2/u);
        await page.route('**/*.woff2', (route) => route.abort());
        await open(page, at('/ventures'));
        await overlayGone(page);
        await expect(banner(page)).toBeVisible();
        await idle(page);
        expect(await page.evaluate(() => window.takeShifts())).toEqual([]);
        await page.emulateMedia({ colorScheme });
        await expectAccessible(page, `with the question, ${colorScheme}`);
        const [accept, reject] = await Promise.all(
          ['Accept', 'Reject'].map(async (name) => banner(page).getByRole('button', { name }).boundingBox()),
        );
        expect(accept?.height).toBe(reject?.height);
        expect(Math.abs((accept?.width ?? 0) - (reject?.width ?? 0))).toBeLessThan(1);
        await page.keyboard.press('Tab');
        await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
        await page.keyboard.press('Tab');
        await expect(banner(page).getByRole('link')).toBeFocused();
      });

      test('the consent banner covers no focused element', async ({ page }) => {
        // With smooth scrolling the focused element would come into view later.
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await open(page, at('/contact-us'));
        await expect(banner(page)).toBeVisible();
        const covered: string[] = [];
        for (let count = 0; count < 80; count += 1) {
          await page.keyboard.press('Tab');
          const found = await page.evaluate(async () => {
            // The page checks one frame after the focus event, and its reaction is laid out with the next.
            for (let frames = 0; frames < 3; frames += 1)
              await new Promise((resolve) => requestAnimationFrame(resolve));
            const focused = document.activeElement;
            if (!focused || focused === document.body) return 'the end';
            const region = document.querySelector('section:has(> h2[tabindex])');
            if (!region || region.contains(focused)) return undefined;
            const one = focused.getBoundingClientRect();
            const other = region.getBoundingClientRect();
            const isCovered =
              one.bottom > other.top && one.top < other.bottom && one.right > other.left && one.left < other.right;
            return isCovered ? focused.outerHTML.slice(0, 120) : undefined;
          });
          if (found === 'the end') break;
          if (found) covered.push(found);
        }
        expect(covered).toEqual([]);
      });
    });
  }
});
