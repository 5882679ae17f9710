import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listingPath } from '../../app/paths.ts';
import { readArticleFolder } from '../content/article-folder.ts';
import { generateArticle, type Terms } from './generated-articles.ts';
import { type Durations, type Load, loadFor, timeEach, timeUntil } from './measure.ts';
import { type ServerProcess, startBareServer, startSite } from './processes.ts';
import { type BenchQuery, hrefOf, queriesFor } from './queries.ts';
import { ms, say, table, temporaryFolder } from './report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files written at a time. */
const writeConcurrency = 64;

/** Concurrent requests while responses per second are counted. */
const concurrency = 16;

/** About the size of nine cards. */
const minimalBody = Buffer.from(JSON.stringify({ text: 'x'.repeat(4000) }));

const minimalResponse = {
  headers: { 'content-type': 'application/json', 'content-length': minimalBody.byteLength },
  body: minimalBody.toString('base64'),
};

interface ArticlesBench {
  /** Numbers of articles to generate in addition to the site's own content; one run for each. */
  readonly sizes: readonly number[];
  /** Duration of each measurement of responses per second. */
  readonly seconds: number;
}

/** Measures lists, filters and searches over HTTP with few and very many articles, compared with a minimal response from Node. */
export async function benchArticles({ sizes, seconds }: ArticlesBench): Promise<void> {
  const plain = await loadOfMinimalResponse(seconds);
  say(`A minimal response: ${describeLoad(plain)}`);
  for (const size of sizes) await benchSize(size, plain, seconds);
}

async function loadOfMinimalResponse(seconds: number): Promise<Load> {
  await using folder = await temporaryFolder();
  await using server = await startBareServer(folder.path, minimalResponse);
  return await loadOf(server, 500, () => '/', seconds);
}

async function benchSize(size: number, plain: Load, seconds: number): Promise<void> {
  await using folder = await temporaryFolder();
  const directory = join(folder.path, 'content');
  const dataDirectory = join(folder.path, 'data');
  await cp(join(root, 'content'), directory, { recursive: true });
  const terms = await readTerms(directory);
  await writeArticles(directory, size, terms);
  const queries = queriesFor(size, terms);

  const start = () => startSite({ CONTENT_DIR: directory, DATA_DIR: dataDirectory });
  const first = await start();
  const firstMemory = first.memory();
  await first.stop();
  await using server = await start();
  const memory = server.memory();
  const rows = [];
  for (const { name, turns, query } of queries) {
    rows.push([name, ...columnsOf(await loadOf(server, turns, (turn) => hrefOf(query(turn)), seconds), plain)]);
  }
  const stored = await loadOf(server, 500, () => listingPath, seconds);
  const besides = await besideSearches(server, queries);
  const memoryAfter = server.memory();

  rows.push(['a cached page', ...columnsOf(stored, plain)]);
  rows.push(['the same page while searches run back to back', ms(besides.p50), ms(besides.p99), '', '', '']);

  say(`\n${size.toLocaleString('en')} generated articles`);
  say(
    `start: ${(first.startMs / 1000).toFixed(1)} s the first time, ${(server.startMs / 1000).toFixed(1)} s after that; memory: ${firstMemory.toFixed(0)} MB, ${memory.toFixed(0)} MB, ${memoryAfter.toFixed(0)} MB after all of this`,
  );
  table(['', 'p50', 'p99', 'responses/s', 'p50 / plain', 'responses/s / plain'], rows);
}

/** Measures the duration of single responses, and responses per second. */
async function loadOf(
  server: ServerProcess,
  turns: number,
  pathOf: (turn: number) => string,
  seconds: number,
): Promise<Load> {
  await server.get(pathOf(0));
  const durations = await timeEach(turns, (turn) => server.get(pathOf(turn + 1)));
  const { perSecond } = await loadFor({ seconds, concurrency }, (turn) => server.get(pathOf(turns + turn)));
  return { ...durations, perSecond };
}

/** Measures a cached page while the slowest searches run back to back. */
async function besideSearches(server: ServerProcess, queries: readonly BenchQuery[]): Promise<Durations> {
  const heaviest = queries.find(({ name }) => name.includes('letters'));
  if (!heaviest) throw new Error('There is no search for letters');
  const pages = timeEach(500, () => server.get(listingPath));
  let turn = 100_000;
  await timeUntil(pages, () => server.get(hrefOf(heaviest.query(turn++))));
  return await pages;
}

/** Returns the terms, authors and pictures that generated articles may refer to. */
export async function readTerms(directory: string): Promise<Terms> {
  const { topics, industries, people, articles } = await readArticleFolder(directory);
  return {
    topics: topics.map(({ slug }) => slug),
    industries: industries.map(({ slug }) => slug),
    authors: people.map(({ id }) => id),
    banners: [...new Set(articles.map(({ banner }) => banner))],
  };
}

/** Writes generated articles into a content directory. */
export async function writeArticles(directory: string, size: number, terms: Terms): Promise<void> {
  for (let start = 0; start < size; start += writeConcurrency) {
    const numbers = Array.from({ length: Math.min(writeConcurrency, size - start) }, (_, index) => start + index);
    await Promise.all(
      numbers.map((number) => {
        const { category, slug, text } = generateArticle(number, size, terms);
        return writeFile(join(directory, 'articles', category, `${slug}.md`), text);
      }),
    );
  }
}

function columnsOf(load: Load, plain: Load): string[] {
  return [
    ms(load.p50),
    ms(load.p99),
    load.perSecond.toFixed(0),
    `× ${(load.p50 / plain.p50).toFixed(1)}`,
    (load.perSecond / plain.perSecond).toFixed(2),
  ];
}

function describeLoad({ p50, p99, perSecond }: Load): string {
  return `p50 ${ms(p50)}, p99 ${ms(p99)}, ${perSecond.toFixed(0)} responses/s, ${concurrency} at a time`;
}
