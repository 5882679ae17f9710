import { beforeAll, describe, expect, test } from 'vitest';
import { createContentDirectory } from '../../content/content-directory.fixture.ts';
import { loadContent } from '../../content/load-content.ts';
import type { Taxonomy } from './article.schema.ts';
import type { ArticleIndex, ArticleQuery } from './article-index.ts';
import { listingData } from './listing-data.ts';
import { listingHref, readListingState } from './listing-state.ts';

// Finds articles like the running site: from files, through the document store, with the content's index.

interface ArticleText {
  slug: string;
  category?: 'insights' | 'success-stories';
  title?: string;
  excerpt?: string;
  text?: string;
  topics?: readonly string[];
  industries?: readonly string[];
  /** File name of its picture. */
  plate?: string;
  /** Further lines of front matter. */
  more?: string;
}

const plateOf = (name: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><title>${name}</title><path d="M0 15h40"/></svg>`;

/** Returns the index of these articles, the first being the newest. */
async function indexOf(articles: readonly ArticleText[]): Promise<ArticleIndex> {
  await using directory = await createContentDirectory();
  await directory.remove('articles');
  await directory.edit('pages/home.yaml', '/single/first-story/', '/contact-us');
  await directory.write('articles/insights/.keep', '');
  await directory.write('articles/success-stories/.keep', '');
  await directory.edit(
    'taxonomy.yaml',
    '  - { slug: healthcare,',
    '  - { slug: industrial, name: Industrial }\n  - { slug: healthcare,',
  );
  for (const [position, article] of articles.entries()) {
    const { slug, category = 'insights', title = 'Untitled', excerpt = 'Nothing.', text = 'Empty.' } = article;
    const { topics = [], industries = [], plate = 'one', more = '' } = article;
    await directory.write(`media/plates/${plate}.svg`, plateOf(plate));
    await directory.write(
      `articles/${category}/${slug}.md`,
      `---
id: ${articles.length - position}
title: ${JSON.stringify(title)}
excerpt: ${JSON.stringify(excerpt)}
topics: [${topics}]
industries: [${industries}]
author: ada-one
date: 2026-01-10
banner: plates/${plate}.svg
banner_alt: A plate
${more}
---

${text}
`,
    );
  }
  return (await loadContent(directory.path, 'https://acme.example')).articleIndex;
}

type Query = Partial<ArticleQuery>;

async function find(index: ArticleIndex, query: Query) {
  const { articles, total } = await index.list({ page: 1, pageSize: 9, ...query });
  return { slugs: articles.map(({ slug }) => slug), total };
}

describe('Terms', () => {
  let index: ArticleIndex;
  beforeAll(async () => {
    index = await indexOf([
      { slug: 'a', topics: ['cloud'], industries: ['healthcare'] },
      { slug: 'b', topics: ['quality'], industries: ['healthcare', 'industrial'] },
      { slug: 'c', topics: ['cloud', 'quality'], industries: ['industrial'] },
      { slug: 'd', topics: ['cloud'], category: 'success-stories' },
    ]);
  });

  test.each<[string, Query, string[]]>([
    ['nothing: all, newest first', {}, ['a', 'b', 'c', 'd']],
    ['a category', { category: 'success-stories' }, ['d']],
    ['a category that is not there: none', { category: 'news' }, []],
    ['a topic', { topics: ['quality'] }, ['b', 'c']],
    ['two topics widen', { topics: ['quality', 'cloud'] }, ['a', 'b', 'c', 'd']],
    ['two industries widen', { industries: ['healthcare', 'industrial'] }, ['a', 'b', 'c']],
    ['topic and industry narrow', { topics: ['cloud'], industries: ['healthcare'] }, ['a']],
    ['topic and category narrow', { topics: ['cloud'], category: 'insights' }, ['a', 'c']],
    ['a term that is not there: none', { topics: ['weather'] }, []],
    ['one that is and one that is not', { topics: ['weather', 'quality'] }, ['b', 'c']],
    ['names of what every object has', { topics: ['__proto__'], industries: ['constructor'] }, []],
  ])('%s', async (_, query, expected) => {
    expect(await find(index, query)).toEqual({ slugs: expected, total: expected.length });
  });

  test('are counted within the open tab of a listing', async () => {
    const taxonomy: Taxonomy = {
      categories: [
        { slug: 'success-stories', name: 'Success Stories' },
        { slug: 'insights', name: 'Insights' },
      ],
      topics: [
        { slug: 'cloud', name: 'Cloud' },
        { slug: 'weather', name: 'Weather' },
      ],
      industries: [{ slug: 'healthcare', name: 'Healthcare' }],
    };
    const state = readListingState(new URLSearchParams('category=insights&topic=cloud&industry=healthcare'));
    const listing = await listingData(index, taxonomy, state);
    expect(listing.topics.map(({ slug, count }) => [slug, count])).toEqual([
      ['cloud', 2],
      ['weather', 0],
    ]);
    expect(listing.industries.map(({ count }) => count)).toEqual([2]);
    expect([listing.total, listing.pageCount, listing.articles.map(({ slug }) => slug)]).toEqual([1, 1, ['a']]);
  });

  test('are counted in the other tab where a tab has no results', async () => {
    const terms: Taxonomy = {
      categories: [
        { slug: 'success-stories', name: '' },
        { slug: 'insights', name: '' },
      ],
      topics: [],
      industries: [],
    };
    const at = (query: string) => listingData(index, terms, readListingState(new URLSearchParams(query)));
    expect((await at('topic=quality')).elsewhere).toEqual({ category: 'insights', total: 2 });
    expect((await at('topic=quality&search=zzz')).elsewhere).toBeUndefined();
    expect((await at('topic=cloud')).elsewhere).toBeUndefined();
  });

  test('are counted within a category', async () => {
    const { topics, industries } = await index.termCounts('insights');
    expect([topics.get('cloud'), topics.get('quality'), industries.get('industrial')]).toEqual([2, 2, 2]);
  });
});

describe('Search', () => {
  let index: ArticleIndex;
  beforeAll(async () => {
    index = await indexOf([
      { slug: 'body', title: 'One', excerpt: 'Two', text: 'A résumé of zero trust, **bold**ly.' },
      { slug: 'excerpt', title: 'One', excerpt: 'On trust', text: 'Nothing' },
      { slug: 'title', title: 'Trust, then verify', excerpt: 'Two', text: 'Nothing' },
      { slug: 'all', title: 'Zero Trust', excerpt: 'Zero trust', text: 'Zero trust, R&D' },
    ]);
  });

  test.each([
    ['rust', []],
    ['trustful weather', []],
    ['zero trust', ['all', 'body']],
    ['trust zero', ['all', 'body']],
    ['trust, zero!', ['all', 'body']],
    ['verify', ['title']],
    ['resume', ['body']],
    ['RÉSUMÉ', ['body']],
    ['re\u0301sume\u0301', ['body']],
    ['boldly', ['body']],
    ['x26', []],
    ['trust weather', []],
  ])('%j finds, the best match first, %j', async (search, expected) => {
    expect(await find(index, { search })).toEqual({ slugs: expected, total: expected.length });
  });

  test.each(['trust', 'TRUST', 'trus', 'tRu'])(
    '%j finds a word in any case by its beginning; the title counts most',
    async (search) => {
      const { slugs, total } = await find(index, { search });
      expect(total).toBe(4);
      expect(slugs.slice(0, 2).sort()).toEqual(['all', 'title']);
      expect(slugs.slice(2)).toEqual(['excerpt', 'body']);
    },
  );

  test.each(['', ' ', '\t\n', '\u200b', '\u00ad\u2060\u0301', '\u2800'])(
    'blank text matches everything: %j',
    async (search) => {
      expect((await find(index, { search })).total).toBe(4);
    },
  );

  test.each([
    '"',
    "' OR 1=1 --",
    '*',
    'a*',
    '(',
    '[',
    '\\',
    '%',
    '^$.|?+',
    'NEAR/2',
    'NOT',
    'trust AND',
    'title:x',
    '\u0000',
    '\ud800',
    '🙂',
    '<script>',
    '__proto__',
    'x'.repeat(100_000),
    'x '.repeat(10_000),
  ])('accepts any input: %.20j', async (search) => {
    const { slugs, total } = await find(index, { search });
    expect(total).toBe(slugs.length);
    await expect(index.nearest({ search })).resolves.toBeDefined();
  });
});

describe('A search means', () => {
  let index: ArticleIndex;
  beforeAll(async () => {
    index = await indexOf([
      { slug: 'bank', title: 'A bank', text: 'Send an e-mail. Agents met at high tide. The city.' },
      { slug: 'banking', title: 'Banking', text: 'Send an email.', topics: ['cloud'], industries: ['industrial'] },
      { slug: 'quality', title: 'Nothing', topics: ['quality'], category: 'success-stories' },
      { slug: 'names', title: 'Agents', topics: ['quality', 'cloud'], industries: ['healthcare'] },
      { slug: 'gone', title: 'Agnetic polymers', more: "unpublish_at: '2020-01-01T00:00:00Z'" },
    ]);
  });

  test.each<[string, string[]]>([
    ['bank', ['banking', 'bank']],
    ['banking', ['banking', 'bank']],
    ['banked', ['bank', 'banking']],
    ['email', ['banking', 'bank']],
    ['emails', ['banking', 'bank']],
    ['hightide', ['bank']],
    ['e-mail', ['bank', 'banking']],
    ['e mail', ['bank', 'banking']],
    ['E-Mails bank', ['banking', 'bank']],
    ['cities', ['bank']],
  ])('other forms of %j: %j', async (search, slugs) => {
    const found = await find(index, { search });
    expect([found.slugs.toSorted(), found.total]).toEqual([slugs.toSorted(), slugs.length]);
  });

  test('the typed form of a word before other forms', async () => {
    expect((await find(index, { search: 'banking' })).slugs).toEqual(['banking', 'bank']);
    expect((await find(index, { search: 'email' })).slugs).toEqual(['banking', 'bank']);
  });

  test.each<[string, string[]]>([
    ['agnets', ['names', 'bank']],
    ['agets', ['names', 'bank']],
    ['agentts', ['names', 'bank']],
    ['agemts', ['names', 'bank']],
    ['xgents', ['names', 'bank']],
    ['gaents', ['names', 'bank']],
    ['AGNETS banking', ['bank']],
    ['bnaking', ['bank', 'banking']],
    ['helthcare', ['names']],
    ['ganets', []],
    ['gaenst', []],
    ['bnak', []],
    ['mial', []],
  ])('words of five letters or more with one slip: %j finds %j', async (search, slugs) => {
    const found = await find(index, { search });
    expect([found.slugs.toSorted(), found.total]).toEqual([slugs.toSorted(), slugs.length]);
  });

  test('exact matches only, where there are any', async () => {
    const spelt = await indexOf([
      { slug: 'cloud', title: 'Cloud' },
      { slug: 'could', title: 'Could' },
    ]);
    expect((await find(spelt, { search: 'cloud' })).slugs).toEqual(['cloud']);
    expect((await find(spelt, { search: 'cloudd' })).slugs).toEqual(['cloud']);
  });

  test.each<[string, string[]]>([
    ['quality', ['quality', 'names']],
    ['QUALI', ['quality', 'names']],
    ['qualities', ['quality', 'names']],
    ['qualtiy', ['quality', 'names']],
    ['health care', ['names']],
    ['quality cloud', ['names']],
    ['quality agents', ['names']],
    ['cloud email', ['banking']],
    ['industrial bank', ['banking']],
    ['quality weather', []],
  ])('the names of terms too: %j finds %j', async (search, slugs) => {
    const found = await find(index, { search });
    expect([found.slugs, found.total]).toEqual([slugs, slugs.length]);
  });

  test('shown articles, in any tab and filter', async () => {
    expect((await find(index, { search: 'agnets', category: 'success-stories' })).slugs).toEqual([]);
    expect((await find(index, { search: 'quality', category: 'success-stories' })).slugs).toEqual(['quality']);
    expect((await find(index, { search: 'quality', industries: ['healthcare'] })).slugs).toEqual(['names']);
  });

  test.each<[string, object]>([
    ['bnak', { words: 'bank', terms: [] }],
    ['agnest', { words: 'agents', terms: [] }],
    ['agents weather', { words: 'agents', terms: [] }],
    ['bank zzz qqq', { words: 'bank', terms: [] }],
    ['quality zzz', { words: 'quality', terms: [{ kind: 'topics', slug: 'quality' }] }],
    ['qualit zzz', { words: 'qualit', terms: [{ kind: 'topics', slug: 'quality' }] }],
    ['quaity zzz', { words: 'quality', terms: [{ kind: 'topics', slug: 'quality' }] }],
    ['agnets weather', { words: 'agents', terms: [] }],
    ['qaulitty zzz', { words: 'quality', terms: [{ kind: 'topics', slug: 'quality' }] }],
    ['polymers', { terms: [] }],
    ['zzz', { terms: [] }],
    ['', { terms: [] }],
    ['🙂', { terms: [] }],
  ])('alternatives without results: %j may mean %j', async (search, expected) => {
    expect(await index.nearest({ category: 'insights', search })).toEqual(expected);
  });

  test('alternatives in the listing, with the number of results', async () => {
    const taxonomy = {
      categories: [],
      topics: [{ slug: 'quality', name: 'Quality' }],
      industries: [],
    } as unknown as Taxonomy;
    const offers = async (query: string) =>
      (await listingData(index, taxonomy, readListingState(new URLSearchParams(query)))).offers.map(
        ({ state, isTerm, name, total }) => [listingHref(state), isTerm, name, total],
      );
    expect(await offers('category=insights&search=quality+zzz&industry=industrial')).toEqual([
      ['/what-we-think?category=insights&search=quality', false, 'quality', 1],
      ['/what-we-think?category=insights&topic=quality', true, 'Quality', 1],
    ]);
    expect(await offers('category=insights&search=bnak&topic=cloud')).toEqual([
      ['/what-we-think?category=insights&search=bank&topic=cloud', false, 'bank', 1],
    ]);
    expect(await offers('category=insights&search=bank')).toEqual([]);
    expect(await offers('category=insights&topic=zzz')).toEqual([]);
  });
});

test('lists the newest of equal matches first, and terms narrow a search', async () => {
  const index = await indexOf([
    { slug: 'x', title: 'Equal', topics: ['cloud'] },
    { slug: 'y', title: 'Equal', topics: ['cloud'] },
    { slug: 'z', title: 'Equal' },
  ]);
  expect((await find(index, { search: 'equal' })).slugs).toEqual(['x', 'y', 'z']);
  expect((await find(index, { search: 'equal', topics: ['cloud'] })).slugs).toEqual(['x', 'y']);
});

describe('Pages', () => {
  let index: ArticleIndex;
  beforeAll(async () => {
    index = await indexOf(Array.from({ length: 20 }, (_, position) => ({ slug: `n${position}` })));
  });

  test.each([
    [1, 9, 9, 'n0'],
    [2, 9, 9, 'n9'],
    [3, 9, 2, 'n18'],
    [4, 9, 0, undefined],
    [1_000_000, 100, 0, undefined],
    [1, 100, 20, 'n0'],
    [20, 1, 1, 'n19'],
  ])('page %i of %i each has %i, from %s', async (page, pageSize, length, first) => {
    for (const search of ['', 'untitled']) {
      const { slugs, total } = await find(index, { page, pageSize, search });
      expect([slugs.length, slugs[0], total]).toEqual([length, first, 20]);
    }
  });
});

describe('Related articles', () => {
  test('that share most come first, without the article itself', async () => {
    const index = await indexOf([
      { slug: 'nothing', category: 'success-stories' },
      { slug: 'category' },
      { slug: 'industry', industries: ['healthcare'] },
      { slug: 'topic', topics: ['cloud'] },
      { slug: 'topics', topics: ['quality', 'cloud'] },
      { slug: 'self', topics: ['cloud', 'quality'], industries: ['healthcare'] },
    ]);
    const related = await index.related('self', 9);
    expect(related?.map(({ slug }) => slug)).toEqual(['topics', 'topic', 'industry', 'category', 'nothing']);
  });

  test('are limited, newest first among equals; undefined for an unknown article', async () => {
    const index = await indexOf(Array.from({ length: 12 }, (_, position) => ({ slug: `n${position}` })));
    expect((await index.related('n0', 3))?.map(({ slug }) => slug)).toEqual(['n1', 'n2', 'n3']);
    expect(await index.related('nothing', 3)).toBeUndefined();
  });
});

test('finds an article with its text by its slug, and by a former slug', async () => {
  const index = await indexOf([{ slug: 'now', text: 'The **text**.', more: 'former_slugs: [before]' }]);
  expect(await index.find('now')).toMatchObject({ slug: 'now', html: '<p>The <strong>text</strong>.</p>' });
  expect(await index.find('before')).toBeUndefined();
  expect(await index.currentSlug('before')).toBe('now');
  expect(await index.currentSlug('never')).toBeUndefined();
});
