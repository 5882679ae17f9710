import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { LaunchOptions, Page } from '@playwright/test';
import { type CDPSession, launch, type Page as TabPage } from 'puppeteer-core';
import { sentPaths } from '../../app/paths.ts';
import { wholeChromiumPath } from '../../commands/bench/chromium.ts';
import { expect, open, test, wakeAll } from '../harness/browser.ts';
import { pagesWithEverySection } from '../harness/content.ts';
import { kindsOfScreen, pathOfPosition } from '../harness/routes.ts';
import { startSmallSite } from '../harness/small-site.ts';

// Two ways in which browsers show a page at once: the back/forward cache, and prerendering by
// speculation rules.

// The whole browser: its headless shell does neither. Playwright turns the back/forward cache off.
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({
      ...launchOptions,
      executablePath: wholeChromiumPath,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    }),
});

/** Leaves the page by a URL, of a text that is shown at once, and comes back. */
async function leaveAndReturn(page: Page): Promise<void> {
  const left = page.url();
  await page.goto('/robots.txt');
  await page.goBack({ waitUntil: 'commit' });
  await expect(page).toHaveURL(left);
}

/** The navigation entry of the page's last load. */
const arrival = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceEntry & {
      notRestoredReasons?: { reasons: { reason: string }[] | null } | null;
    })[];
    return {
      persisted: (window as unknown as { persisted: boolean[] }).persisted,
      reasons: entry?.notRestoredReasons?.reasons ?? null,
    };
  });

test.describe('the back/forward cache', () => {
  test.beforeEach(({ page }) =>
    page.addInitScript(() => {
      const persisted: boolean[] = [];
      Object.assign(window, { persisted });
      addEventListener('pageshow', (event) => persisted.push(event.persisted));
    }),
  );

  // Browsers keep no page whose status is not 200. That no page forbids it by its header is tested in `tests/site/pages.test.ts`.
  test('keeps pages of every kind and with sections of every type, awake', async ({ page, request }) => {
    test.slow();
    const { enquiry } = sentPaths;
    for (const address of new Set([
      ...kindsOfScreen,
      ...pagesWithEverySection,
      enquiry,
      await pathOfPosition(request),
    ])) {
      await page.goto(address);
      await wakeAll(page);
      await leaveAndReturn(page);
      expect.soft(await arrival(page), address).toEqual({ persisted: [false, true], reasons: null });
    }
  });

  test.describe('with films', () => {
    test.use({ films: true });

    test('keeps a page whose film plays, and the input of its form, which still works', async ({ page }) => {
      await page.goto('/contact-us');
      await wakeAll(page);
      await page.waitForFunction(() => document.querySelector<HTMLVideoElement>('main video')?.paused === false);
      await leaveAndReturn(page);
      expect((await arrival(page)).persisted).toEqual([false, true]);
      const form = page.getByRole('form', { name: 'Contact us' });
      await form.getByLabel('Name*').fill('Ada 2');
      await leaveAndReturn(page);
      expect((await arrival(page)).persisted).toEqual([false, true, true]);
      await expect(form.getByLabel('Name*')).toHaveValue('Ada 2');
      await form.getByRole('button', { name: 'Submit' }).click();
      await expect(form.getByText('Only alphabets are allowed for this field').first()).toBeVisible();
    });
  });
});

test('a service that needs consent counts each time that a page is shown once, also of a page left before the choice', async ({
  page,
  noise,
}) => {
  // The small site has no icons.
  noise.allow(/favicon/u);
  const views: (string | null)[] = [];
  const service = createServer(async (request, response) => {
    views.push(new URLSearchParams(await text(request)).get('url'));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  const server = await startSmallSite({
    ANALYTICS: 'matomo',
    MATOMO_URL: `http://127.0.0.1:${port}/matomo.php`,
    MATOMO_SITE_ID: '7',
  });
  const [left, next] = [`${server.origin}/contact-us`, `${server.origin}/join-us`];
  await open(page, left);
  await open(page, next);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => views).toEqual([next]);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => views).toEqual([next, left]);
  await page.goForward({ waitUntil: 'commit' });
  await expect.poll(() => views).toEqual([next, left, next]);
  await page.goBack({ waitUntil: 'commit' });
  await expect.poll(() => views).toEqual([next, left, next, left]);
  expect((await arrival(page)).reasons).toBeNull();
  await server.stop();
  service.closeAllConnections();
  service.close();
});

test.describe('the rules', () => {
  test('are valid, match pages, and never URLs with an effect or without a page', async ({ site }, { project }) => {
    const noPages = [
      '/mail/contactform',
      '/wp-json/position/v1/cat',
      '/forms/token?form=enquiry',
      '/reports',
      '/media/icons/favicon.svg',
      '/assets/font.woff2',
      '/feed.xml',
      '/sitemap.xml',
      ...Object.values(sentPaths),
    ];
    await using browser = await chromium(project.use);
    const page = await browser.newPage();
    const session = await page.createCDPSession();
    const errors: unknown[] = [];
    let sets = 0;
    let found: readonly { key: { action: string; url: string } }[] = [];
    session.on('Preload.ruleSetUpdated', ({ ruleSet }) => {
      sets += 1;
      if (ruleSet.errorType) errors.push(ruleSet.errorMessage);
    });
    session.on('Preload.preloadingAttemptSourcesUpdated', ({ preloadingAttemptSources }) => {
      found = preloadingAttemptSources;
    });
    await session.send('Preload.enable');
    await page.goto(`${site.origin}/ventures`);
    // Links as an editor might write them.
    await page.evaluate(
      (addresses) => {
        for (const address of addresses) {
          const link = document.createElement('a');
          link.href = address;
          link.textContent = address;
          document.querySelector('main')?.prepend(link);
        }
      },
      [...noPages, '/privacy-policy?last'],
    );
    for (const action of ['Prefetch', 'Prerender']) {
      const candidates = () =>
        found
          .filter(({ key }) => key.action === action)
          .map(({ key: { url } }) => new URL(url))
          .map(({ pathname, search }) => pathname + search);
      await expect.poll(candidates).toContain('/privacy-policy?last');
      expect(candidates()).toContain('/who-we-are');
      for (const address of noPages) expect(candidates()).not.toContain(address);
    }
    expect(sets).toBeGreaterThan(0);
    expect(errors).toEqual([]);
  });

  test('prefetch a page when the pointer is over its link', async ({ site }, { project }) => {
    await using browser = await chromium(project.use);
    const page = await browser.newPage();
    const session = await page.createCDPSession();
    const fetched: string[] = [];
    session.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
      if (status === 'Ready') fetched.push(new URL(prefetchUrl).pathname);
    });
    await session.send('Preload.enable');
    await page.setViewport({ width: 1440, height: 900 });
    await page.goto(`${site.origin}/ventures`, { waitUntil: 'networkidle0' });
    await (await page.waitForSelector('footer a[href="/privacy-policy"]'))?.hover();
    await expect.poll(() => fetched).toEqual(['/privacy-policy']);
  });
});

test('the target of a pressed link is prerendered; the overlay and analytics wait until the page is shown', async ({
  site,
}, { project }) => {
  await using browser = await chromium(project.use);
  const page = await browser.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const targets = await browser.target().createCDPSession();
  const prepared = prerendered(targets);
  await targets.send('Target.setDiscoverTargets', { discover: true });
  await page.goto(`${site.origin}/ventures`, { waitUntil: 'networkidle0' });
  const link = await page.waitForSelector('footer a[href="/privacy-policy"]');
  await link?.hover();
  await page.mouse.down();
  const before = await inTarget(targets, await prepared);
  expect(before).toEqual({ prerendering: true, overlays: 0, reports: 0 });

  void page.mouse.up().catch(() => {});
  // The prerendered page replaces the one before, and nothing can be evaluated meanwhile.
  const shown = async () => {
    const { address, reports } = (await afterActivation(page).catch(() => undefined)) ?? {};
    return [address, reports?.length];
  };
  await expect.poll(shown).toEqual(['/privacy-policy', 1]);
  const after = await afterActivation(page);
  expect(after.address).toBe('/privacy-policy');
  expect(after.activated).toBeGreaterThan(0);
  // One when it is activated, and then none.
  expect(after.overlays[0]).toEqual({ prerendering: false, count: 1 });
  for (const sent of after.reports) expect(sent).toBeGreaterThanOrEqual(after.activated);
});

/** Chromium without Playwright, under which it prepares no pages. */
const chromium = ({ launchOptions: { executablePath, args } = {} }: { launchOptions?: LaunchOptions }) =>
  launch({ ...(executablePath && { executablePath }), ...(args && { args }) });

/** The id of the first page that is prerendered. */
const prerendered = (targets: CDPSession) =>
  new Promise<string>((resolve) => {
    for (const event of ['Target.targetCreated', 'Target.targetInfoChanged'] as const)
      targets.on(event, ({ targetInfo }) => {
        if (targetInfo.subtype === 'prerender' && targetInfo.url.endsWith('/privacy-policy'))
          resolve(targetInfo.targetId);
      });
  });

/** Attaches to a prerendered page once its islands are awake, records its overlays from then on, and detaches. */
async function inTarget(targets: CDPSession, targetId: string): Promise<unknown> {
  const { sessionId } = await targets.send('Target.attachToTarget', { targetId, flatten: true });
  const session = targets.connection()?.session(sessionId);
  const evaluate = async (expression: string) =>
    (await session?.send('Runtime.evaluate', { returnByValue: true, expression }))?.result.value;
  const isAwake = () =>
    evaluate(
      `document.readyState === 'complete' && document.querySelector('[data-island="analytics"][data-ready]') !== null`,
    ).catch(() => false);
  await expect.poll(isAwake).toBe(true);
  const found = await evaluate(`(() => {
    const overlays = () => document.querySelectorAll('[data-route-overlay]').length;
    window.seen = [];
    new MutationObserver(() => seen.push({ prerendering: document.prerendering, count: overlays() }))
      .observe(document.documentElement, { childList: true });
    return {
      prerendering: document.prerendering,
      overlays: overlays(),
      reports: performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/reports')).length,
    };
  })()`);
  await targets.send('Target.detachFromTarget', { sessionId });
  return found;
}

const afterActivation = (page: TabPage) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceEntry & { activationStart: number })[];
    return {
      address: location.pathname,
      activated: entry?.activationStart ?? 0,
      overlays: (window as unknown as { seen: { prerendering: boolean; count: number }[] }).seen,
      reports: performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.endsWith('/reports'))
        .map(({ startTime }) => startTime),
    };
  });
