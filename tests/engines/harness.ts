import { afterEach, describe, expect, inject } from 'vitest';
import type { TabOptions } from './engine.ts';
import { Page } from './page.ts';

/** A desktop's window and a phone's. */
export const viewports = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

export const [wide, narrow] = viewports;

/** Opens a page of the site. */
export type OpenPage = (path: string, options: TabOptions) => Promise<Page>;

/**
 * Defines tests that run in every engine this machine has, or in some of them. A console error, an uncaught error or a violation of the content
 * security policy fails the current test.
 */
export function describeInEngines(define: (open: OpenPage) => void, engines = globalThis.engines): void {
  for (const engine of engines) {
    describe.skipIf(!engine.isInstalled)(engine.name, () => {
      const pages: Page[] = [];
      afterEach(async ({ task }) => {
        const errors: string[] = [];
        for (const page of pages.splice(0)) errors.push(...(await page.close(task.result?.state === 'pass')));
        expect([...new Set(errors)], 'errors of the pages').toEqual([]);
      });
      define(async (path, options) => {
        const page = new Page(await engine.open(options), inject('origin'));
        pages.push(page);
        await page.goto(path);
        // Browsers report a window's new size before its page has it.
        await page.expectThat(() => page.evaluate(() => innerWidth), 'width of the page').toBe(options.width);
        return page;
      });
    });
  }
}
