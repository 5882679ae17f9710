import { brotliCompressSync } from 'node:zlib';
import type { CDPSession } from '@playwright/test';
import { wakeAll, withBrowser } from './browser.ts';
import { allScriptBytes, firstViewBytes, idleScriptBytes, wholePageBytes } from './page-budgets.ts';
import { bodyBytesOf, bytesOf, openHeldPage, scriptsOf } from './page-weight.ts';
import { kilobytes, say, table } from './report.ts';

/** Measures the weight of pages on a phone, compared with their budgets, and the main thread's work. */
export async function benchWeight(paths: readonly string[]): Promise<void> {
  const title =
    'KB on the wire, on a phone that has visited nothing, the film apart; ms of the main thread, not slowed down';
  await withBrowser(title, paths, async (visit) => {
    const rows = await visit.rowsOf(async (page, url) => {
      const html = await (await fetch(url)).text();
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const { firstView, fetched, beIdle } = await openHeldPage(page, url);
      const painted = await taskMs(session);
      await beIdle();
      const idleScripts = bodyBytesOf(scriptsOf(fetched()));
      await wakeAll(page);
      const sizes = [
        firstView[0]?.bytes ?? 0,
        sizeOf(html) - sizeOf(html.replace(/<style>.*?<\/style>/su, '')),
        bytesOf(firstView),
        idleScripts,
        bodyBytesOf(scriptsOf(fetched())),
        bytesOf(fetched()),
      ];
      return [...sizes.map(kilobytes), painted.toFixed(0), ((await taskMs(session)) - painted).toFixed(0)];
    });
    const sizes = ['document', 'of it CSS', 'first view', 'scripts, idle', 'all scripts', 'whole page'];
    table(['', ...sizes, 'ms to paint', 'ms to wake all'], rows);
    say(
      `At most: first view ${kilobytes(firstViewBytes)}, scripts, idle ${kilobytes(idleScriptBytes)}, all scripts ${kilobytes(allScriptBytes)}, whole page ${kilobytes(wholePageBytes)}`,
    );
  });
}

/** Returns the compressed size of a text, bytes. */
const sizeOf = (text: string) => brotliCompressSync(text).byteLength;

/** Returns the processor time of the main thread's tasks so far, ms. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
