import { randomBytes } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { articleHref } from '../../app/paths.ts';
import { readTerms, writeArticles } from './articles.ts';
import { durationsOf } from './measure.ts';
import { type ServerProcess, startSite } from './processes.ts';
import { ms, say, table, temporaryFolder } from './report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Interval between requests for the changed page, ms. */
const pollMs = 5;

/** Pause between edits, in which background work of the last one ends, ms. */
const betweenMs = 1500;

/** Numbers of generated articles, one run for each. */
const sizes = [0, 1000];

/** Edits of each file. */
const turns = 20;

/** Timeout after which a change counts as refused, ms. */
const maxWaitMs = 60_000;

/** An edit of a content file, and the page that shows it. */
interface Edit {
  readonly name: string;
  readonly file: string;
  readonly path: string;
  /** The first line that matches is changed. */
  readonly line: RegExp;
}

const edits: readonly Edit[] = [
  {
    name: 'a title of an article',
    file: 'articles/insights/evaluation-sets-decay.md',
    path: articleHref('evaluation-sets-decay'),
    line: /^title: .*$/mu,
  },
  {
    name: 'a heading of a page',
    file: 'pages/cybersecurity.yaml',
    path: '/cybersecurity',
    line: /^ {2}heading: .*$/mu,
  },
];

/** Measures the time from saving a file in the content directory to the first response with its new text. */
export async function benchEdits(): Promise<void> {
  say('\nFrom saving a file to the first response with its new text');
  const rows: string[][] = [];
  for (const size of sizes) rows.push(...(await benchSize(size)));
  table(['', 'first', 'p50', 'p95', 'most'], rows);
}

async function benchSize(size: number): Promise<string[][]> {
  await using folder = await temporaryFolder();
  const directory = join(folder.path, 'content');
  await cp(join(root, 'content'), directory, { recursive: true });
  await writeArticles(directory, size, await readTerms(directory));
  await using server = await startSite({ CONTENT_DIR: directory, DATA_DIR: join(folder.path, 'data') });
  await server.settled();
  const rows = [];
  for (const edit of edits) {
    const times = [];
    for (let turn = 0; turn < turns; turn += 1) {
      times.push(await timeOf(edit, directory, server));
      await pause(betweenMs);
    }
    const { p50, p95 } = durationsOf(times);
    rows.push([`${edit.name}, ${size} generated articles`, ...[times[0] ?? 0, p50, p95, Math.max(...times)].map(ms)]);
  }
  return rows;
}

async function timeOf({ file, path, line }: Edit, directory: string, server: ServerProcess): Promise<number> {
  const marker = `Edit ${randomBytes(6).toString('hex')}`;
  const text = await readFile(join(directory, file), 'utf8');
  const changed = text.replace(line, (found) => found.replace(/: .*/u, `: ${marker}`));
  if (changed === text) throw new Error(`${file} has no line that matches ${line}`);
  const start = performance.now();
  await writeFile(join(directory, file), changed);
  while (!(await server.text(path)).includes(marker)) {
    if (performance.now() - start > maxWaitMs) throw new Error(`The change of ${file} is not served`);
    await pause(pollMs);
  }
  return performance.now() - start;
}
