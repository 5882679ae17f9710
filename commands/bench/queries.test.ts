import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readTerms } from './articles.ts';
import { hrefOf, maxQueries, queriesFor } from './queries.ts';

const terms = await readTerms(fileURLToPath(new URL('../../content', import.meta.url)));

describe.each([10, 1000, 100_000])('With %i articles', (size) => {
  const kinds = queriesFor(size, terms);

  test('no two queries have the same URL, which would be cached', () => {
    const urls = kinds.flatMap(({ queries }) => queries.map(hrefOf));
    expect(urls.filter((url, index) => urls.indexOf(url) !== index)).toEqual([]);
  });

  test('there are enough of each kind', () => {
    const min = size === 100_000 ? maxQueries : 10;
    expect(kinds.filter(({ queries }) => queries.length < min).map(({ name }) => name)).toEqual([]);
  });
});
