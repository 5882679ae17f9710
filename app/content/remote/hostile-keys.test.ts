import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { prepare } from '../../features/articles/prepare-host-article.server.ts';
import { countCategories } from '../../features/careers/position-queries.ts';
import { systemClock } from '../../platform/clock/clock.ts';
import { renderMarkdown, textOfHtml } from '../../platform/html/markdown.ts';
import { createLog } from '../../platform/log/log.ts';
import { examinePicture } from '../../platform/media/picture.ts';
import { refusalOfEnding } from '../../platform/media/picture-kinds.ts';
import { createLocalDocuments } from '../../platform/search-index/local-documents.ts';
import { commonPaths } from '../../server/common-paths.ts';
import { contentDirectory, problemsOf, siteUrl } from '../load-content.fixture.ts';
import { loadContent } from '../load-content.ts';
import { Host } from './content-host.fixture.ts';
import { createHostClient } from './host-client.ts';
import { openContentHostMirror } from './host-mirror.ts';
import { createHostReader } from './host-reader.ts';
import { createHostedContentStore } from './hosted-content.ts';

// fast-check prints the seed and the smallest failing case; `fc.assert(…, { seed })` repeats them.

/** Keys that every object inherits. */
const inherited = Object.getOwnPropertyNames(Object.prototype);

/** Names that a host may use: inherited keys, others, and names that begin like an inherited key. */
const slug = fc.oneof(
  fc.constantFrom(...inherited, 'prototype', 'length', 'name', 'then', 'toJSON'),
  fc.stringMatching(/^[\w-]{1,12}$/u),
);

const reader = createHostReader();
afterAll(() => reader.end());

async function openStore(host: Host, directory: string, embedded: Awaited<ReturnType<typeof loadContent>>) {
  const lines: string[] = [];
  const log = createLog({ level: 'info', clock: systemClock, write: (line) => lines.push(line) });
  const client = createHostClient(host.origin);
  const mirror = await openContentHostMirror({ client, reader, directory, clock: systemClock, log });
  const documents = createLocalDocuments({ prepare, clock: systemClock });
  const store = await createHostedContentStore({
    embedded: { current: () => embedded, onChange: () => {}, close: () => {} },
    mirror,
    documents,
    examiner: { examine: examinePicture },
    log,
    refreshEveryMs: 600_000,
  });
  const close = async () => {
    store.close();
    await store.settled();
    await documents.close();
  };
  return { store, lines, close };
}

test('content of a host is shown under any names, also after a restart', async () => {
  const content = await contentDirectory();
  const embedded = await loadContent(content.path, siteUrl);
  const host = new Host();
  await host.start();
  const [post] = host.posts;
  const [position] = host.positions;
  if (!post || !position) throw new Error('The host has nothing');
  const things = fc.record({
    topics: fc.uniqueArray(slug, { minLength: 1, maxLength: 4 }),
    articles: fc.uniqueArray(slug, { minLength: 1, maxLength: 4 }),
    categories: fc.uniqueArray(slug, { minLength: 1, maxLength: 3 }),
    job: slug,
    pictureType: fc.constantFrom(...inherited, 'image/svg+xml'),
  });
  await fc.assert(
    fc.asyncProperty(things, async ({ topics, articles, categories, job, pictureType }) => {
      host.posts = articles.map((name, index) => ({ ...post, ID: index + 1, slug: name, topics }));
      host.positionCategories = categories;
      host.positions = [{ ...position, job_id: job as unknown as number }];
      const terms = topics.map((name) => ({ name, slug: name }));
      host.broken.set('/wp-json/post/v1/cat-list', (_, response, url) =>
        response.end(JSON.stringify(url.searchParams.get('cat') === 'topic' ? terms : terms.slice(0, 1))),
      );
      host.broken.set('/files/one.svg', (_, response) =>
        response.setHeader('content-type', pictureType).end('<svg viewBox="0 0 1 1"><path d="M0 0"/></svg>'),
      );
      const directory = await mkdtemp(join(tmpdir(), 'hostile-'));
      try {
        for (const start of ['first', 'second']) {
          if (start === 'second') host.broken.set('*', (request) => request.socket.destroy());
          const { store, close } = await openStore(host, directory, embedded);
          try {
            const shown = store.current();
            expect(store.current().isPartial).toBe(false);
            expect(shown.articles.map((article) => article.slug).sort()).toEqual(articles.toSorted());
            for (const article of shown.articles) {
              expect(article.topics.map((term) => term.slug)).toEqual(topics);
              expect((await shown.articleIndex.find(article.slug))?.html).toContain('waterline');
            }
            const counts = await shown.articleIndex.termCounts('insights');
            expect(topics.map((topic) => counts.topics.get(topic))).toEqual(topics.map(() => articles.length));
            expect(shown.positions.map(({ job_id }) => job_id)).toEqual([job]);
            expect(countCategories(shown.positionCategories, shown.positions).map(({ count }) => count)).toEqual(
              categories.map(() => 1),
            );
            expect(commonPaths(shown)).toContain(`/join-us?cat=${categories[0]}`);
          } finally {
            await close();
          }
        }
      } finally {
        for (const path of ['/files/one.svg', '*']) host.broken.delete(path);
        await rm(directory, { recursive: true, force: true });
      }
    }),
    { numRuns: 40 },
  );
});

test('a file with any name is accepted or reported by its name', async () => {
  for (const name of inherited) {
    expect(refusalOfEnding(name.toLowerCase())).toBeUndefined();
    expect(textOfHtml(renderMarkdown(`a \`&${name};\``))).toBe(`a &${name};`);
    expect(textOfHtml(`&${name};`)).toBe(`&${name};`);
  }
  const directory = await contentDirectory();
  const file = 'media/plates/x.constructor';
  await directory.write(file, await directory.read('media/plates/one.svg'));
  const message = expect.stringContaining('has a format that the site does not show');
  expect(await problemsOf(directory.path)).toEqual([{ file, message }]);
});

test('articles, positions and terms of files may have such names', async () => {
  const directory = await contentDirectory();
  const insight = await directory.read('articles/insights/first-insight.md');
  await directory.write(
    'articles/insights/constructor.md',
    insight.replace('id: 2', 'id: 7').replace('quality', 'constructor'),
  );
  await directory.edit('taxonomy.yaml', '- { slug: quality,', '- { slug: constructor, name: C }\n  - { slug: quality,');
  await directory.edit('careers.yaml', 'slug: design', 'slug: constructor');
  const content = await loadContent(directory.path, siteUrl);
  const { articles } = await content.articleIndex.list({ topics: ['constructor'], page: 1, pageSize: 9 });
  expect(articles.map((article) => article.slug)).toEqual(['constructor']);
  expect(content.positionCategories.map((category) => category.slug)).toContain('constructor');
});

test('a file cannot set a field that every object inherits', async () => {
  const fields = inherited.map((name) => `${name}: x`);
  for (const field of fields) {
    const directory = await contentDirectory();
    await directory.edit('pages/home.yaml', 'address: /', `${field}\naddress: /`);
    expect((await problemsOf(directory.path)).map(({ message }) => message).join()).toContain(field.split(':')[0]);
  }
});
