import { expect, test } from 'vitest';
import { addressParameters } from './address-parameters.ts';

test.each([
  ['/', []],
  ['/who-we-are', []],
  ['/what-we-think', ['category', 'search', 'topic', 'industry', 'page']],
  ['/join-us', ['cat']],
  ['/sitemap.xml', ['part']],
  ['/join-us.data', ['cat', '_routes']],
  ['/who-we-are.data', ['_routes']],
  ['/constructor', []],
  ['/__proto__', []],
])('%s depends on %j and nothing else', (pathname, parameters) => {
  expect(addressParameters(pathname)).toEqual(parameters);
});

test('a call depends on every parameter that a call knows', () => {
  expect(addressParameters('/wp-json/post/v1/filter-posts')).toEqual(
    expect.arrayContaining(['search', 'topic', 'industry', 'category', 'page', 'per_page']),
  );
});
