import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listingPath } from '../../app/paths.ts';
import { readArticleFolder } from '../content/article-folder.ts';
import { generateArticle, type Terms } from './generated-articles.ts';
import { type Durations, timeEach, timeUntil } from './measure.ts';
import { type ServerProcess, startSite } from './processes.ts';
import { type BenchQueries, hrefOf, maxQueries, queriesFor } from './queries.ts';
import { ms, say, table, temporaryFolder } from './report.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files written at a time. */
const writeConcurrency = 64;

/**
 * Measures lists, filters and searches over HTTP with few and very many articles.
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
  const kinds = queriesFor(size, terms);

  const start = () => startSite({ CONTENT_DIR: directory, DATA_DIR: dataDirectory });
  const first = await start();
  const firstMemory = first.memory();
  await first.stop();
  await using server = await start();
  const memory = server.memory();
  await server.settled();
  const rows = [];
  for (const { name, queries } of kinds)
    rows.push(rowOf(name, await timesOf(server, queries.slice(0, maxQueries).map(hrefOf))));
  rows.push(rowOf('a cached page', await timesOf(server, Array(500).fill(listingPath))));
  rows.push(rowOf('the same page while searches run back to back', await besideSearches(server, kinds)));

  say(`\n${size.toLocaleString('en')} generated articles`);
  say(
    `start: ${(first.startMs / 1000).toFixed(1)} s the first time, ${(server.startMs / 1000).toFixed(1)} s after that; memory: ${firstMemory.toFixed(0)} MB, ${memory.toFixed(0)} MB, ${server.memory().toFixed(0)} MB after all of this`,
  );
  table(['', 'p50', 'p99'], rows);
}

const rowOf = (name: string, { p50, p99 }: Durations): string[] => [name, ms(p50), ms(p99)];

/** Times single responses, without the first. */
async function timesOf(server: ServerProcess, [first = '', ...others]: readonly string[]): Promise<Durations> {
  await server.get(first);
  return timeEach(others.length, (turn) => server.get(others[turn] ?? ''));
}

/** Measures a cached page while the slowest searches run back to back. */
async function besideSearches(server: ServerProcess, kinds: readonly BenchQueries[]): Promise<Durations> {
  const slowest =
    kinds
      .find(({ name }) => name.includes('letters'))
      ?.queries.slice(maxQueries)
      .map(hrefOf) ?? [];
  const pages = timeEach(500, () => server.get(listingPath));
  let turn = 0;
  await timeUntil(pages, () => server.get(slowest[turn++ % slowest.length] ?? ''));
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
