import { describe, expect, test } from 'vitest';
import { hasTooManyParameters, maxQueryParameters, pageCacheKey } from './page-cache-key.ts';

const known = { single: ['category', 'search', 'page'], repeatable: ['topic'] };
const keyOf = (url: string) => pageCacheKey(new URL(url, 'http://localhost'), known);

describe('the key', () => {
  test.each([
    ['/what-we-think', '/what-we-think'],
    ['/what-we-think?', '/what-we-think'],
    ['/what-we-think?utm_source=x&fbclid=y', '/what-we-think'],
    ['/what-we-think?page=2&category=insights', '/what-we-think?category=insights&page=2'],
    ['/what-we-think?topic=b&topic=a', '/what-we-think?topic=a&topic=b'],
    ['/what-we-think?topic=b&topic=a&topic=b', '/what-we-think?topic=a&topic=b'],
    ['/what-we-think?page=3&page=2', '/what-we-think?page=3'],
    ['/what-we-think?page=&page=2', '/what-we-think?page=2'],
    ['/what-we-think?search=&topic=a', '/what-we-think?topic=a'],
    ['/what-we-think?search=a%26topic%3Db', '/what-we-think?search=a%26topic%3Db'],
    ['/what-we-think?search=a+b', '/what-we-think?search=a+b'],
    ['/what-we-think?search=a%20b', '/what-we-think?search=a+b'],
    ['/what-we-think?search=%FF', '/what-we-think?search=%EF%BF%BD'],
  ])('of %s is %s', (url, key) => {
    expect(keyOf(url)).toBe(key);
  });

  test('is its own key', () => {
    const key = keyOf('http://localhost/a?topic=ü&search=x%2By&topic=&z=1');
    expect(keyOf(key)).toBe(key);
  });

  test('of a page without parameters is its path', () => {
    const none = { single: [], repeatable: [] };
    expect(pageCacheKey(new URL('http://localhost/a?topic=b'), none)).toBe('/a');
  });
});

describe('the number of parameters', () => {
  const query = (count: number) => Array.from({ length: count }, (_, index) => `topic=${1000 + index}`).join('&');

  test.each([
    ['', false],
    ['?', false],
    [`?${query(maxQueryParameters)}`, false],
    [`?${query(maxQueryParameters + 1)}`, true],
    [`?${'&'.repeat(maxQueryParameters - 1)}`, false],
    [`?${'&'.repeat(maxQueryParameters)}`, true],
  ])('is counted without parsing: %#', (search, isTooMany) => {
    expect(hasTooManyParameters(search)).toBe(isTooMany);
  });

  test('is bounded: what follows is ignored', () => {
    expect(keyOf(`/a?${query(maxQueryParameters)}`)).toBe(`/a?${query(maxQueryParameters)}`);
    expect(keyOf(`/a?${query(maxQueryParameters + 1)}`)).toBe(`/a?${query(maxQueryParameters)}`);
    expect(keyOf(`/a?${'x=1&'.repeat(maxQueryParameters)}page=2`)).toBe('/a');
  });
});
