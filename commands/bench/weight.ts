import { type BrowserBenchOptions, wakeAll, withBrowser } from './browser.ts';
import { allScriptBytes, firstViewBytes, idleScriptBytes, wholePageBytes } from './page-budgets.ts';
import { bodyBytesOf, bytesOf, type FetchedFile, openHeldPage, scriptsOf } from './page-weight.ts';
import { kilobytes, say, table } from './report.ts';

/** Measures the weight of pages on a phone, compared with their budgets. */
export async function benchWeight(options: BrowserBenchOptions): Promise<void> {
  await withBrowser(
    'Bytes on the wire, KB, on a phone that has visited nothing; the film apart',
    options,
    async (visit) => {
      const rows: string[][] = [];
      for (const path of visit.paths) {
        const row = await visit.onPhone(async (page) => {
          const { firstView, fetched, beIdle } = await openHeldPage(page, visit.site.origin + path);
          const ofKind = (files: readonly FetchedFile[], kind: RegExp) =>
            kilobytes(bytesOf(files.filter(({ url }) => kind.test(new URL(url).pathname))));
          await beIdle();
          const idleScripts = bodyBytesOf(scriptsOf(fetched()));
          await wakeAll(page);
          return [
            path,
            kilobytes(firstView[0]?.bytes ?? 0),
            ofKind(firstView, /\.woff2$/u),
            ofKind(firstView, /\.(?:avif|webp|png|jpg|svg)$/u),
            kilobytes(bytesOf(firstView)),
            kilobytes(idleScripts),
            kilobytes(bodyBytesOf(scriptsOf(fetched()))),
            kilobytes(bytesOf(fetched())),
          ];
        });
        rows.push(row);
      }
      table(['', 'document', 'font', 'pictures', 'first view', 'scripts, idle', 'all scripts', 'whole page'], rows);
      say(
        `At most: first view ${kilobytes(firstViewBytes)}, scripts, idle ${kilobytes(idleScriptBytes)}, all scripts ${kilobytes(allScriptBytes)}, whole page ${kilobytes(wholePageBytes)}`,
      );
    },
  );
}
