import { expect, test } from 'vitest';
import { queryParameters } from './query-parameters.ts';

test.each([
  ['/', [], []],
  ['/who-we-are', [], []],
  ['/what-we-think', ['category', 'search', 'page'], ['topic', 'industry']],
  ['/join-us', ['cat'], []],
  ['/sitemap.xml', ['part'], []],
  ['/constructor', [], []],
  ['/__proto__', [], []],
])('%s depends on %j and %j and nothing else', (pathname, single, repeatable) => {
  expect(queryParameters(pathname)).toEqual({ single, repeatable });
});

test('an API endpoint depends on every known parameter', () => {
  expect(queryParameters('/wp-json/post/v1/filter-posts')).toEqual({
    single: expect.arrayContaining(['search', 'category', 'page', 'per_page']),
    repeatable: ['topic', 'industry'],
  });
});
