import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { launch, type Page as Tab } from 'puppeteer-core';
import { withBrowser } from './browser.ts';
import { chromiumOptions } from './chromium.ts';
import { medianOf } from './measure.ts';
import { say, table } from './report.ts';
import { startSlowLine } from './slow-line.ts';

/** Slowdown of a phone's processor, as in Lighthouse's mobile reports. */
const slowdown = 4;

/** Loads per page; the median of each column counts. */
const loads = 3;

/** Time for which a page is observed after its last request, ms. */
const watchMs = 2000;

/** The measured navigation, its repetitions, and the duration of the press on the link, ms. */
const way = { from: '/', to: '/cybersecurity', times: 5, pressMs: 100 };

interface Load {
  /** Largest contentful paint, ms; `element` is the painted one. */
  lcp: number;
  element: string;
  /** Total blocking time: the sum of task times beyond 50 ms after the first contentful paint, ms. */
  tbt: number;
  /** Cumulative layout shift. */
  cls: number;
}

/** Measures how fast pages load on a slow phone. */
export async function benchPhone(paths: readonly string[]): Promise<void> {
  const title = `A phone: processor ${slowdown} times slower, 1.6 Mbit/s, 150 ms a round trip; median of ${loads}`;
  await withBrowser(title, paths, async (visit) => {
    await using line = await startSlowLine(visit.site.origin);
    const rows: string[][] = [];
    for (const path of visit.paths) {
      const results: Load[] = [];
      for (let turn = 0; turn < loads; turn += 1)
        results.push(await visit.onPhone((page) => load(page, line.origin + path)));
      const median = (of: (result: Load) => number) => medianOf(results.map(of));
      const [lcp, tbt, cls] = [median(({ lcp }) => lcp), median(({ tbt }) => tbt), median(({ cls }) => cls)];
      const element = results.find((result) => result.lcp === lcp)?.element ?? '';
      rows.push([path, lcp.toFixed(0), tbt.toFixed(0), cls.toFixed(3), element]);
    }
    table(['', 'LCP ms', 'TBT ms', 'CLS', 'largest paint'], rows);
    say(`\nFrom the press of a link on ${way.from} to the largest paint of ${way.to}; median of ${way.times}`);
    const durations = await measurePresses(line.origin);
    table(
      ['', 'ms'],
      Object.entries(durations).map(([name, ms]) => [name, ms.toFixed(0)]),
    );
  });
}

async function load(page: Page, url: string): Promise<Load> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.goto(url);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(watchMs);
  return page.evaluate(async () => {
    const entriesOf = <Entry extends PerformanceEntry>(type: string) =>
      new Promise<Entry[]>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries() as Entry[])).observe({ type, buffered: true });
        // An observer is not called without entries.
        setTimeout(() => resolve([]), 100);
      });
    const largest = (await entriesOf<LargestContentfulPaint>('largest-contentful-paint')).at(-1);
    const firstPaint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
    // A task that the first paint interrupts counts from there (Total Blocking Time, Lighthouse).
    const tasks = (await entriesOf('longtask')).map(
      ({ startTime, duration }) => startTime + duration - Math.max(startTime, firstPaint),
    );
    const shifts = (
      await entriesOf<PerformanceEntry & { value: number; hadRecentInput: boolean }>('layout-shift')
    ).filter(({ hadRecentInput }) => !hadRecentInput);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    return {
      lcp: largest?.startTime ?? Number.NaN,
      element: largest?.element?.localName ?? '',
      tbt: sum(tasks.map((duration) => Math.max(0, duration - 50))),
      cls: sum(shifts.map(({ value }) => value)),
    };
  });
}

/** Measures the time from press to largest paint, with and without the page's speculation rules, ms. */
async function measurePresses(origin: string): Promise<Record<string, number>> {
  await using browser = await launch(chromiumOptions());
  const durations: Record<string, number[]> = { 'with speculation': [], without: [] };
  for (let turn = 0; turn < way.times; turn += 1) {
    for (const [name, list] of Object.entries(durations)) {
      await using context = await browser.createBrowserContext();
      list.push(await pressLink(await context.newPage(), origin, { withRules: name !== 'without' }));
    }
  }
  return Object.fromEntries(Object.entries(durations).map(([name, list]) => [name, medianOf(list)]));
}

async function pressLink(tab: Tab, origin: string, { withRules }: { withRules: boolean }): Promise<number> {
  await tab.setViewport({ width: 390, height: 844, deviceScaleFactor: 3 });
  await tab.emulateCPUThrottling(slowdown);
  await tab.goto(origin + way.from, { waitUntil: 'networkidle0' });
  if (!withRules) await tab.evaluate(() => document.querySelector('script[type="speculationrules"]')?.remove());
  const link = await tab.waitForSelector(`main a[href="${way.to}"]`);
  await link?.scrollIntoView();
  const { x = 0, y = 0 } = (await link?.clickablePoint()) ?? {};
  await tab.mouse.move(x, y);
  const pressed = performance.timeOrigin + performance.now();
  await tab.mouse.down();
  await pause(way.pressMs);
  // A prerendered page replaces this one before the reply arrives.
  void tab.mouse.up().catch(() => {});
  for (;;) {
    await pause(watchMs);
    const painted = await largestPaintAt(tab).catch(() => undefined);
    if (painted !== undefined) return painted - pressed;
  }
}

/** Returns the time of the target page's largest paint, ms since 1970; undefined before it. */
const largestPaintAt = (tab: Tab): Promise<number | undefined> =>
  tab.evaluate(async (to) => {
    if (location.pathname !== to || document.readyState !== 'complete') return undefined;
    const [arrival] = performance.getEntriesByType('navigation') as (PerformanceEntry & { activationStart: number })[];
    const entries = await new Promise<PerformanceEntry[]>((resolve) => {
      new PerformanceObserver((list) => resolve(list.getEntries())).observe({
        type: 'largest-contentful-paint',
        buffered: true,
      });
    });
    return performance.timeOrigin + Math.max(entries.at(-1)?.startTime ?? 0, arrival?.activationStart ?? 0);
  }, way.to);
