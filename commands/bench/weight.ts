import { wakeAll, withBrowser } from './browser.ts';
import { allScriptBytes, firstViewBytes, idleScriptBytes, wholePageBytes } from './page-budgets.ts';
import { bodyBytesOf, bytesOf, type FetchedFile, openHeldPage, scriptsOf } from './page-weight.ts';
import { kilobytes, say, table } from './report.ts';

/** Measures the weight of pages on a phone, compared with their budgets. */
export async function benchWeight(paths: readonly string[]): Promise<void> {
  await withBrowser(
    'Bytes on the wire, KB, on a phone that has visited nothing; the film apart',
    paths,
    async (visit) => {
      const rows = await visit.rowsOf(async (page, url) => {
        const { firstView, fetched, beIdle } = await openHeldPage(page, url);
        const ofKind = (files: readonly FetchedFile[], kind: RegExp) =>
          bytesOf(files.filter((file) => kind.test(new URL(file.url).pathname)));
        await beIdle();
        const idleScripts = bodyBytesOf(scriptsOf(fetched()));
        await wakeAll(page);
        return [
          firstView[0]?.bytes ?? 0,
          ofKind(firstView, /\.woff2$/u),
          ofKind(firstView, /\.(?:avif|webp|png|jpg|svg)$/u),
          bytesOf(firstView),
          idleScripts,
          bodyBytesOf(scriptsOf(fetched())),
          bytesOf(fetched()),
        ].map(kilobytes);
      });
      table(['', 'document', 'font', 'pictures', 'first view', 'scripts, idle', 'all scripts', 'whole page'], rows);
      say(
        `At most: first view ${kilobytes(firstViewBytes)}, scripts, idle ${kilobytes(idleScriptBytes)}, all scripts ${kilobytes(allScriptBytes)}, whole page ${kilobytes(wholePageBytes)}`,
      );
    },
  );
}
