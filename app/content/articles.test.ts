import { expect, onTestFinished, test } from 'vitest';
import { prepare } from '../features/articles/prepare-article.server.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { LinkIndex } from '../platform/content/link-index.ts';
import { createLocalDocuments } from '../platform/search-index/local-documents.ts';
import { indexArticles, locate } from './articles.ts';
import { contentDirectory } from './load-content.fixture.ts';

test('a text with many paths of articles is searched for anchors in linear time', async () => {
  const documents = createLocalDocuments({ prepare, clock: systemClock });
  // In quadratic time, this takes an hour.
  await indexArticles(new LinkIndex(), [], ['/single/a/'.repeat(100_000)], documents);
});

test('other work continues while the lines of many problems are looked up, and only those reported have one', async () => {
  const directory = await contentDirectory();
  const file = 'articles/insights/first-insight.md';
  let turns = 0;
  const count = () => {
    turns += 1;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  onTestFinished(() => clearImmediate(timer));
  const findings = Array.from({ length: 300 }, () => ({ file, path: ['author'], message: 'is wrong' }));
  const problems = await locate(directory.path, findings);
  expect(turns).toBeGreaterThan(100);
  const problem = { file, line: 6, field: 'author', message: 'is wrong' };
  expect(problems.slice(0, 200)).toEqual(Array.from({ length: 200 }, () => problem));
  expect(problems.slice(200)).toEqual(Array.from({ length: 100 }, () => ({ ...problem, line: undefined })));
});
