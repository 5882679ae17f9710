import { describe, expect, test } from 'vitest';
import { apiCards, apiPost } from './api-views.ts';
import { articleOf } from './article.fixture.ts';
import { excerptOf } from './excerpt.ts';
import { pageSize } from './limits.ts';
import { changeListing, type ListingState, listingHref, readListingState } from './listing-state.ts';
import { pageCountOf, paginationItems } from './pagination.ts';
import { readTimeOf } from './read-time.ts';

const first: ListingState = { category: 'success-stories', search: '', topics: [], industries: [], page: 1 };
const read = (query: string) => readListingState(new URLSearchParams(query));

describe('State and URL', () => {
  test.each<[Partial<ListingState>, string]>([
    [{}, '/what-we-think'],
    [{ category: 'insights' }, '/what-we-think?category=insights'],
    [{ page: 2 }, '/what-we-think?category=success-stories&page=2'],
    [
      { category: 'insights', search: 'zero trust & more', topics: ['a', 'b'], industries: ['c'], page: 2 },
      '/what-we-think?category=insights&search=zero+trust+%26+more&topic=a&topic=b&industry=c&page=2',
    ],
    [{ search: '数据 🙂 50%' }, undefined as never],
  ])('%j', (change, href) => {
    const state = { ...first, ...change };
    const address = listingHref(state);
    if (href) expect(address).toBe(href);
    expect(read(new URL(address, 'https://acme.example').search)).toEqual(state);
  });

  test.each<[string, Partial<ListingState>]>([
    ['category=news', {}],
    ['category=INSIGHTS', {}],
    ['page=0', {}],
    ['page=-1', {}],
    ['page=1.5', {}],
    ['page=x', {}],
    ['page=1e999', {}],
    ['page=3', { page: 3 }],
    ['page=99999999999999999999', { page: Number.MAX_SAFE_INTEGER }],
    ['search=++x++', { search: 'x' }],
    ['topic=&topic=b&topic=a&topic=b', { topics: ['a', 'b'] }],
    ['search=%e2%80%8b+%c2%ad', {}],
    ['topic=%e2%80%8b&topic=%00a%1bb&industry=%00', { topics: ['a b'] }],
    ['search=%ff%00a%1bb', { search: '\ufffd a b' }],
    ['other=1', {}],
  ])('ignores invalid parameters: %s', (query, change) => {
    expect(read(query)).toEqual({ ...first, ...change });
  });

  test('a change of tab, filter or search starts at page 1', () => {
    const later = { ...first, page: 3 };
    expect(changeListing(later, { category: 'insights' })).toEqual({ ...first, category: 'insights' });
    expect(changeListing(later, { topics: ['a'] })).toEqual({ ...first, topics: ['a'] });
    expect(changeListing(later, { search: 'x' })).toEqual({ ...first, search: 'x' });
  });
});

describe('Pagination', () => {
  test.each([
    [0, 1],
    [1, 1],
    [9, 1],
    [10, 2],
    [18, 2],
    [19, 3],
  ])('%i articles make %i pages', (total, pages) => {
    expect(pageCountOf(total, pageSize)).toBe(pages);
  });

  test.each([
    [1, 1, [1]],
    [1, 2, [1, 2]],
    [2, 3, [1, 2, 3]],
    [1, 4, [1, 2, 'gap', 4]],
    [1, 5, [1, 2, 'gap', 5]],
    [3, 5, [1, 2, 3, 4, 5]],
    [4, 7, [1, 2, 3, 4, 5, 6, 7]],
    [5, 9, [1, 'gap', 4, 5, 6, 'gap', 9]],
    [9, 9, [1, 'gap', 8, 9]],
  ])('page %i of %i', (current, count, expected) => {
    // A gap for a single page is that page.
    const withoutSingleGaps = expected.flatMap((item, index) => {
      const before = Number(expected[index - 1]);
      const after = Number(expected[index + 1]);
      return item === 'gap' && after - before === 2 ? [before + 1] : [item];
    });
    expect(paginationItems(current, count)).toEqual(withoutSingleGaps);
  });

  test('any page: contains first, last, current and its neighbours, in order, and no gap for a single page', () => {
    for (let count = 1; count <= 30; count += 1) {
      for (let current = 1; current <= count; current += 1) {
        const items = paginationItems(current, count);
        const pages = items.filter((item) => item !== 'gap');
        expect(pages).toEqual([...new Set(pages)].sort((a, b) => a - b));
        const wanted = [1, current - 1, current, current + 1, count].filter((page) => page >= 1 && page <= count);
        expect(pages).toEqual(expect.arrayContaining(wanted));
        for (const [index, item] of items.entries()) {
          const [before, after] = [items[index - 1], items[index + 1]];
          if (item === 'gap') expect(Number(after) - Number(before)).toBeGreaterThan(2);
          else if (typeof before === 'number') expect(item - before).toBe(1);
        }
      }
    }
  });
});

describe('Reading time', () => {
  test.each([
    [0, 1],
    [1, 1],
    [329, 1],
    [330, 2],
    [440, 2],
    [1100, 5],
  ])('%i words take %i minutes', (words, minutes) => {
    expect(readTimeOf('word '.repeat(words))).toBe(minutes);
  });
});

describe('Cards', () => {
  test('an excerpt is plain text of at most 200 characters', () => {
    const excerpt = excerptOf({ excerpt: 'word '.repeat(80).trim() });
    expect(excerpt.length).toBeLessThanOrEqual(200);
    expect(excerpt).toMatch(/word…$/u);
  });

  test('of the API have its fields, the first also the total', () => {
    const fields = {
      slug: 'one',
      thumbnail: '/media/one.svg',
      post_title: 'Untitled',
      short_description: 'Nothing.',
      read_time: '1 minute read',
      author_name: 'Ada One',
      author_avatar: '/media/one.svg',
      post_date: '2026-01-01',
    };
    const cards = apiCards([articleOf({ id: 7, slug: 'one' }), articleOf({ id: 8, slug: 'one' })], 20);
    expect(cards).toEqual([
      { ID: 7, ...fields, total: 20 },
      { ID: 8, ...fields },
    ]);
    expect(apiCards([], 0)).toEqual([]);
    expect(apiPost(articleOf({ id: 7, slug: 'one' }))).toMatchObject({
      ID: 7,
      ...fields,
      post_content: '<p>Text</p>',
      category_name: 'insights',
      banner_image: '/media/one.svg',
    });
  });
});
