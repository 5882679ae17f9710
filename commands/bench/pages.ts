import { brotliCompressSync } from 'node:zlib';
import type { CDPSession } from '@playwright/test';
import { wakeAll, withBrowser } from './browser.ts';
import { bodyBytesOf, openHeldPage, scriptsOf } from './page-weight.ts';
import { kilobytes, table } from './report.ts';

/** Measures the documents of pages and the main thread's work. */
export async function benchPages(paths: readonly string[]): Promise<void> {
  const title = 'Documents and main thread (KB compressed; ms of processor time, not slowed down)';
  await withBrowser(title, paths, async (visit) => {
    const rows = await visit.rowsOf(async (page, url) => {
      const html = await (await fetch(url)).text();
      const sizeOf = (part: RegExp) => size(html) - size(html.replace(part, ''));
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const { fetched, beIdle } = await openHeldPage(page, url);
      const painted = await taskMs(session);
      await beIdle();
      await wakeAll(page);
      const scripts = bodyBytesOf(scriptsOf(fetched()));
      return [
        ...[size(html), sizeOf(/<style>.*?<\/style>/su), sizeOf(/<script>.*?<\/script>/su), scripts].map(kilobytes),
        ...[painted, (await taskMs(session)) - painted].map((ms) => ms.toFixed(0)),
      ];
    });
    table(['', 'HTML', 'of it CSS', 'early script', 'scripts', 'ms to paint', 'ms to wake all'], rows);
  });
}

const size = (text: string) => brotliCompressSync(text).byteLength;

/** Returns the processor time of the main thread's tasks so far, ms. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
