import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listingPath } from '../../app/paths.ts';
import { readArticleFolder } from '../import/article-folder.ts';
import { generateArticle, type Terms } from './generated-articles.ts';
import { type Durations, timeEach } from './measure.ts';
import { type ServerProcess, startSite } from './processes.ts';
import { type BenchQuery, hrefOf, queriesFor } from './queries.ts';
import { ms, say, table, temporaryFolder } from './report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files written at a time. */
const writeConcurrency = 64;

/**
 * Measures the duration of lists, filters and searches over HTTP with few and with very many articles.
 * @param sizes numbers of articles to generate in addition to the site's own content; one run for each
 */
export async function benchArticles(sizes: readonly number[]): Promise<void> {
  for (const size of sizes) await benchSize(size);
}

async function benchSize(size: number): Promise<void> {
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
    await server.get(hrefOf(query(0)));
    rows.push([name, ...columnsOf(await timeEach(turns, (turn) => server.get(hrefOf(query(turn + 1)))))]);
  }
  const cached = await timeEach(500, () => server.get(listingPath));
  const besides = await besideSearches(server, queries);
  const memoryAfter = server.memory();

  rows.push(['a cached page', ...columnsOf(cached)]);
  rows.push(['the same page while searches run back to back', ...columnsOf(besides)]);

  say(`\n${size.toLocaleString('en')} generated articles`);
  say(
    `start: ${(first.startMs / 1000).toFixed(1)} s the first time, ${(server.startMs / 1000).toFixed(1)} s after that; memory: ${firstMemory.toFixed(0)} MB, ${memory.toFixed(0)} MB, ${memoryAfter.toFixed(0)} MB after all of this`,
  );
  table(['', 'p50', 'p99'], rows);
}

const columnsOf = ({ p50, p99 }: Durations) => [ms(p50), ms(p99)];

/** Measures a cached page while the slowest searches run back to back. */
async function besideSearches(server: ServerProcess, queries: readonly BenchQuery[]): Promise<Durations> {
  const heaviest = queries.find(({ name }) => name.includes('letters'));
  let isOver = false;
  const searching = (async () => {
    for (let turn = 100_000; !isOver && heaviest; turn += 1) await server.get(hrefOf(heaviest.query(turn)));
  })();
  const durations = await timeEach(500, () => server.get(listingPath));
  isOver = true;
  await searching;
  return durations;
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
