import { type Browser, chromium, type Page } from '@playwright/test';
import { articlePrefix, careersPath } from '../../app/paths.ts';
import { chromiumOptions } from './chromium.ts';
import { type ServerProcess, startSite } from './processes.ts';
import { say, temporaryFolder } from './report.ts';

/** The phone of Lighthouse's mobile reports, in the width of the design's narrow screens. */
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3, hasTouch: true, isMobile: true };

/** The site and a browser that visits it. */
interface Visit {
  site: ServerProcess;
  /** The visited paths. */
  paths: readonly string[];
  /** Measures each page on a phone without any cache. @returns a row for each, which begins with its path */
  rowsOf(measure: (page: Page, url: string) => Promise<string[]>): Promise<string[][]>;
  /** Opens an empty page of a phone without any cache, and closes it afterwards. */
  onPhone<Result>(run: (page: Page) => Promise<Result>): Promise<Result>;
}

/** Runs a function with the site and Chromium, then stops both. @param paths of pages to visit; one of each kind where it is empty */
export async function withBrowser(
  title: string,
  paths: readonly string[],
  run: (visit: Visit) => Promise<void>,
): Promise<void> {
  say(`\n${title}`);
  await using folder = await temporaryFolder();
  await using site = await startSite({ DATA_DIR: folder.path });
  await using browser = await chromium.launch(chromiumOptions());
  const chosen = paths.length > 0 ? paths : await pathsOf(site.origin);
  // The server compresses a page better after its first request, and most visitors get that version.
  for (const path of chosen) await (await fetch(site.origin + path)).text();
  await site.settled();
  const rowsOf: Visit['rowsOf'] = async (measure) => {
    const rows: string[][] = [];
    for (const path of chosen)
      rows.push([path, ...(await onPhone(browser, (page) => measure(page, site.origin + path)))]);
    return rows;
  };
  await run({ site, paths: chosen, rowsOf, onPhone: (use) => onPhone(browser, use) });
}

async function onPhone<Result>(browser: Browser, run: (page: Page) => Promise<Result>): Promise<Result> {
  await using context = await browser.newContext(phone);
  return await run(await context.newPage());
}

/** Returns the pages in the sitemap, but only the first article and the first position. */
async function pathsOf(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const all = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/gu)].map(([, url = '']) => new URL(url).pathname);
  const prefixes = [articlePrefix, `${careersPath}/`];
  const isOneOfMany = (path: string) => prefixes.some((prefix) => path.startsWith(prefix));
  return [
    ...all.filter((path) => !isOneOfMany(path)),
    ...prefixes.flatMap((prefix) => all.find((path) => path.startsWith(prefix)) ?? []),
  ];
}

/** Islands that are not awake yet, except those with nothing to do at this size. */
const sleepingIslands = '[data-island]:not([data-ready],[data-waiting])';

/** Wakes every island of a page, as a visitor's touch does, and waits until they are awake. */
export async function wakeAll(page: Page): Promise<void> {
  await page.evaluate((selector) => {
    for (const island of document.querySelectorAll(selector))
      island.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }, sleepingIslands);
  await page.waitForFunction((selector) => document.querySelector(selector) === null, sleepingIslands);
  await page.waitForLoadState('networkidle');
}
