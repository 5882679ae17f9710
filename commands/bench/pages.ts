import { brotliCompressSync } from 'node:zlib';
import type { CDPSession } from '@playwright/test';
import { type BrowserBenchOptions, wakeAll, withBrowser } from './browser.ts';
import { bodyBytesOf, openHeldPage, scriptsOf } from './page-weight.ts';
import { kilobytes, table } from './report.ts';

/** Measures the documents of pages and the main thread's work. */
export async function benchPages(options: BrowserBenchOptions): Promise<void> {
  await withBrowser(
    'Documents and main thread (KB compressed; ms of processor time, not slowed down)',
    options,
    async (visit) => {
      const rows: string[][] = [];
      for (const path of visit.paths) {
        const html = await (await fetch(visit.site.origin + path)).text();
        const [styles = '', early = ''] = [/<style>.*?<\/style>/su, /<script>.*?<\/script>/su].map(
          (part) => part.exec(html)?.[0],
        );
        const without = (part: string) => size(html) - size(html.replace(part, () => ''));
        const row = await visit.onPhone(async (page) => {
          const session = await page.context().newCDPSession(page);
          await session.send('Performance.enable', { timeDomain: 'threadTicks' });
          const { fetched, beIdle } = await openHeldPage(page, visit.site.origin + path);
          const painted = await taskMs(session);
          await beIdle();
          await wakeAll(page);
          return [
            path,
            kilobytes(size(html)),
            kilobytes(without(styles)),
            kilobytes(without(early)),
            kilobytes(bodyBytesOf(scriptsOf(fetched()))),
            painted.toFixed(0),
            ((await taskMs(session)) - painted).toFixed(0),
          ];
        });
        rows.push(row);
      }
      table(['', 'HTML', 'of it CSS', 'early script', 'scripts', 'ms to paint', 'ms to wake all'], rows);
    },
  );
}

const size = (text: string) => brotliCompressSync(text).byteLength;

/** Returns the processor time of the main thread's tasks so far, ms. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
