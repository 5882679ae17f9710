import { test } from 'vitest';
import { prepare } from '../features/articles/prepare-article.server.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { LinkIndex } from '../platform/content/link-index.ts';
import { createLocalDocuments } from '../platform/search-index/local-documents.ts';
import { indexArticles } from './articles.ts';

test('a text with many paths of articles is searched for anchors in linear time', async () => {
  const documents = createLocalDocuments({ prepare, clock: systemClock });
  // In quadratic time, this takes an hour.
  await indexArticles(new LinkIndex(), [], ['/single/a/'.repeat(100_000)], documents);
});
