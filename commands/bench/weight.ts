import { brotliCompressSync } from 'node:zlib';
import type { CDPSession } from '@playwright/test';
import { wakeAll, withBrowser } from './browser.ts';
import { allScriptBytes, firstViewBytes, idleScriptBytes, wholePageBytes } from './page-budgets.ts';
import { bodyBytesOf, bytesOf, type FetchedFile, openHeldPage, scriptsOf } from './page-weight.ts';
import { kilobytes, say, table } from './report.ts';

const title =
  'On a phone that has visited nothing: KB on the wire, without the film, and ms of processor time, not slowed down';

/** Measures the weight of pages on a phone, compared with their budgets, and the main thread's work. */
export async function benchWeight(paths: readonly string[]): Promise<void> {
  await withBrowser(title, paths, async (visit) => {
    const rows = await visit.rowsOf(async (page, url) => {
      const html = await (await fetch(url)).text();
      const sizeOf = (part: RegExp) => size(html) - size(html.replace(part, ''));
      const session = await page.context().newCDPSession(page);
      await session.send('Performance.enable', { timeDomain: 'threadTicks' });
      const { firstView, fetched, beIdle } = await openHeldPage(page, url);
      const painted = await taskMs(session);
      const ofKind = (files: readonly FetchedFile[], kind: RegExp) =>
        bytesOf(files.filter((file) => kind.test(new URL(file.url).pathname)));
      await beIdle();
      const idleScripts = bodyBytesOf(scriptsOf(fetched()));
      await wakeAll(page);
      return [
        ...[
          size(html),
          sizeOf(/<style>.*?<\/style>/su),
          sizeOf(/<script>.*?<\/script>/su),
          firstView[0]?.bytes ?? 0,
          ofKind(firstView, /\.woff2$/u),
          ofKind(firstView, /\.(?:avif|webp|png|jpg|svg)$/u),
          bytesOf(firstView),
          idleScripts,
          bodyBytesOf(scriptsOf(fetched())),
          bytesOf(fetched()),
        ].map(kilobytes),
        ...[painted, (await taskMs(session)) - painted].map((ms) => ms.toFixed(0)),
      ];
    });
    const sizes = ['HTML', 'of it CSS', 'early script', 'document', 'font', 'pictures', 'first view'];
    table(['', ...sizes, 'scripts, idle', 'all scripts', 'whole page', 'ms to paint', 'ms to wake all'], rows);
    say(
      `At most: first view ${kilobytes(firstViewBytes)}, scripts, idle ${kilobytes(idleScriptBytes)}, all scripts ${kilobytes(allScriptBytes)}, whole page ${kilobytes(wholePageBytes)}`,
    );
  });
}

const size = (text: string) => brotliCompressSync(text).byteLength;

/** Returns the processor time of the main thread's tasks so far, ms. */
async function taskMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000;
}
