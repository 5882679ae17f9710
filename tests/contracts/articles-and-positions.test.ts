import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import type { SiteContent } from '../../app/content/site-content.ts';
import { readConfiguration } from '../../app/server/config.ts';
import { createDependencies } from '../../app/server/dependencies.ts';
import { startServer } from '../harness/server.ts';

// One suite for both sources of articles and positions: files, and an outside content host. The host is this server itself,
// started a second time over the same files.

/** Eleven insights, so that there is a second page; the newest first is `insight-11`. */
async function createFiles() {
  const files = await createContentDirectory();
  for (let number = 1; number <= 11; number += 1) {
    await files.write(
      `articles/insights/insight-${number}.md`,
      `---
id: ${100 + number}
title: Insight ${number}
excerpt: "What <we> & they thought, ${number}."
topics: [${number % 2 ? 'cloud' : 'quality, cloud'}]
industries: [${number > 9 ? 'healthcare' : ''}]
author: bo-two
date: 2026-03-${String(number).padStart(2, '0')}
banner: plates/one.svg
banner_alt: A plate
---

## A part

Text with [a link](#a-part) and \`code < 1\`[^1]. ${number === 4 ? 'Façade of the caisson.' : ''}

| a | b |
| - | - |
| 1 | 2 |

[^1]: A note.
`,
    );
  }
  await files.write(
    'articles/insights/hidden.md',
    (await files.read('articles/insights/insight-1.md')).replace('id: 101', 'id: 999\ndraft: true'),
  );
  await files.write(
    'positions/designer.md',
    (await files.read('positions/engineer.md'))
      .replace('AC-100', 'AC-101')
      .replace('title: Engineer', 'title: Designer')
      .replace('category: engineering', 'category: design'),
  );
  return files;
}

/** The site's content in memory. */
async function open(environment: Record<string, string>) {
  const directory = await mkdtemp(join(tmpdir(), 'source-'));
  const { dependencies, close } = await createDependencies(
    readConfiguration({ DATA_DIR: directory, LOG_LEVEL: 'error', ...environment }),
  );
  // A content host that is too slow for the start is asked again later.
  await vi.waitFor(
    async () => {
      expect((await dependencies.ready()).checks).toMatchObject({ content: true });
      expect(dependencies.content.current().articles).toHaveLength(13);
    },
    { timeout: 90_000 },
  );
  return {
    content: dependencies.content.current(),
    async close() {
      await close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

describe.each([
  ['files', async (path: string) => open({ CONTENT_DIR: path })],
  [
    'a content host',
    async (path: string) => {
      const host = await startServer({ CONTENT_DIR: path });
      const source = await open({ CONTENT_DIR: path, CONTENT_HOST: host.origin });
      const close = async () => {
        await source.close();
        await host.stop();
      };
      return { ...source, close };
    },
  ],
])('articles and positions of %s', (_, openSource) => {
  let content: SiteContent;
  let close: () => Promise<void>;

  beforeAll(async () => {
    const files = await createFiles();
    const source = await openSource(files.path);
    content = source.content;
    close = async () => {
      await source.close();
      await files[Symbol.asyncDispose]();
    };
  }, 180_000);
  afterAll(() => close());

  const list = async (query: object = {}) => {
    const { articles, total } = await content.articleIndex.list({ page: 1, pageSize: 9, ...query });
    return { slugs: articles.map(({ slug }) => slug), total };
  };

  test('are listed newest first, page by page', async () => {
    const insights = { category: 'insights' };
    expect(await list(insights)).toEqual({
      slugs: [11, 10, 9, 8, 7, 6, 5, 4, 3].map((number) => `insight-${number}`),
      total: 12,
    });
    expect(await list({ ...insights, page: 2 })).toEqual({
      slugs: ['insight-2', 'insight-1', 'first-insight'],
      total: 12,
    });
    expect(await list({ ...insights, page: 3 })).toEqual({ slugs: [], total: 12 });
    expect(await list({ category: 'success-stories' })).toEqual({ slugs: ['first-story'], total: 1 });
    expect((await list({ pageSize: 100 })).total).toBe(13);
    expect(await list({ category: 'unknown' })).toEqual({ slugs: [], total: 0 });
  });

  test('are found by words and by terms', async () => {
    expect((await list({ search: 'facad CAIS' })).slugs).toEqual(['insight-4']);
    expect((await list({ topics: ['quality'], industries: ['healthcare'] })).slugs).toEqual(['insight-10']);
    expect((await list({ topics: ['quality', 'cloud'], category: 'success-stories' })).slugs).toEqual(['first-story']);
    expect((await list({ search: '"(*' })).total).toBe(0);
  });

  test('are counted by term', async () => {
    const { topics, industries } = await content.articleIndex.termCounts('insights');
    expect([topics.get('cloud'), topics.get('quality'), industries.get('healthcare') ?? 0]).toEqual([11, 6, 2]);
    expect(content.taxonomy.topics).toEqual([
      { slug: 'cloud', name: 'Cloud' },
      { slug: 'quality', name: 'Quality' },
    ]);
    expect(content.taxonomy.industries).toEqual([{ slug: 'healthcare', name: 'Healthcare' }]);
  });

  test('have their full text on their page', async () => {
    const article = await content.articleIndex.find('insight-10');
    expect(article).toMatchObject({
      id: 110,
      title: 'Insight 10',
      excerpt: 'What <we> & they thought, 10.',
      category: { slug: 'insights', name: 'Insights' },
      author: { name: 'Bo Two', avatar: { src: expect.stringMatching(/^\/media\//u) } },
      date: '2026-03-10',
      readTime: 1,
      banner: { src: expect.stringMatching(/^\/media\//u), width: 40, height: 30 },
      banner_alt: 'A plate',
      topics: [
        { slug: 'quality', name: 'Quality' },
        { slug: 'cloud', name: 'Cloud' },
      ],
    });
    expect(article?.html).toMatch(/^<h2 id="a-part">A part<\/h2>/u);
    expect(article?.html).toContain('<a href="#a-part">a link</a> and <code>code &#x3C; 1</code>');
    expect(article?.html).toContain('<td align="right">2</td>');
    expect(article?.html).toContain('<li id="user-content-fn-1">');
    expect(content.media.has(article?.banner.src ?? '')).toBe(true);
    expect(content.media.has(article?.author.avatar?.src ?? '')).toBe(true);
  });

  test('are not found if they are hidden or unknown', async () => {
    expect(await content.articleIndex.find('hidden')).toBeUndefined();
    expect(await content.articleIndex.find('unknown')).toBeUndefined();
    expect(await content.articleIndex.related('unknown', 9)).toBeUndefined();
    expect(content.articles.map(({ slug }) => slug)).toHaveLength(13);
  });

  test('link to those with the most common terms', async () => {
    const related = await content.articleIndex.related('insight-10', 3);
    expect(related?.map(({ slug }) => slug)).toEqual(['insight-8', 'insight-6', 'insight-4']);
  });

  test('positions come with their categories', () => {
    expect(content.positionCategories).toEqual([
      expect.objectContaining({ slug: 'engineering', name: 'Engineering' }),
      expect.objectContaining({ slug: 'design', name: 'Design' }),
    ]);
    expect(
      content.positions.map(({ job_id, slug, title, category, html }) => [job_id, slug, title, category.slug, html]),
    ).toEqual([
      ['AC-100', 'engineer', 'Engineer', 'engineering', '<h3>What you bring</h3>\n<p>Care.</p>'],
      ['AC-101', 'designer', 'Designer', 'design', '<h3>What you bring</h3>\n<p>Care.</p>'],
    ]);
  });
});
