import { beforeAll, describe, expect, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { createSite, type SharedSite, sharedSite } from './app.ts';
import { elementsOf } from './html.ts';

// The endpoints of Specification 7 with the shapes of the contract.

let site: SharedSite;

beforeAll(async () => {
  site = await sharedSite();
});

const get = async (path: string) => JSON.parse(await site.read(`/wp-json/${path}`));
const articlesIn = (category: string) =>
  site.content().articles.filter((article) => article.category.slug === category);

const cardFields = [
  'ID',
  'author_avatar',
  'author_name',
  'post_date',
  'post_title',
  'read_time',
  'short_description',
  'slug',
  'thumbnail',
];

describe('Positions', () => {
  test('categories with their counts, which match the lists', async () => {
    const categories = await get('position/v1/cat');
    expect(categories.length).toBeGreaterThanOrEqual(4);
    for (const { name, slug, count } of categories) {
      expect(typeof name).toBe('string');
      expect(await get(`position/v1/job_posts?cat=${slug}`)).toHaveLength(count);
    }
    const all = await get('position/v1/job_posts?cat=');
    expect(all).toHaveLength(categories.reduce((sum: number, { count }: { count: number }) => sum + count, 0));
    expect(await get('position/v1/job_posts')).toEqual(all);
  });

  test('job posts with exactly their fields', async () => {
    for (const post of await get('position/v1/job_posts')) {
      expect(Object.keys(post).sort()).toEqual(
        ['experience', 'job_id', 'location', 'post_content', 'post_title', 'short_description'].sort(),
      );
      expect(post.post_content).toMatch(/^<\w/u);
    }
  });

  test('an unknown category has none', async () => {
    expect(await get('position/v1/job_posts?cat=nothing')).toEqual([]);
  });
});

describe('Posts', () => {
  test.each(['success-stories', 'insights'])(
    'of %s: nine a page, newest first, the total on the first and in a header',
    async (cat) => {
      const total = articlesIn(cat).length;
      const pages = Array.from({ length: Math.ceil(total / 9) }, (_, index) => index + 1);
      const lists = await Promise.all(pages.map((page) => get(`post/v1/posts?cat=${cat}&page=${page}`)));
      expect(lists.flat().map(({ slug }) => slug)).toEqual(articlesIn(cat).map(({ slug }) => slug));
      for (const list of lists) {
        expect(list.length).toBeLessThanOrEqual(9);
        const [first, ...rest] = list;
        expect(Object.keys(first).sort()).toEqual([...cardFields, 'total'].sort());
        expect(first.total).toBe(total);
        for (const card of rest) expect(Object.keys(card).sort()).toEqual(cardFields);
      }
      const response = await site.get(`/wp-json/post/v1/posts?cat=${cat}`);
      expect(response.headers.get('x-total-count')).toBe(String(total));
    },
  );

  test('a card has plain text of at most 200 characters, a read time in words, and an existing picture', async () => {
    for (const { short_description, read_time, thumbnail, author_avatar } of await get('post/v1/posts?cat=insights')) {
      expect([...short_description].length).toBeLessThanOrEqual(200);
      expect(short_description).not.toMatch(/<\w/u);
      expect(read_time).toMatch(/^\d+ minute read$/u);
      expect((await site.get(thumbnail)).status).toBe(200);
      expect((await site.get(author_avatar)).status).toBe(200);
    }
  });

  test('past the end: nothing', async () => {
    for (const page of ['999', '99999999', '9'.repeat(400)])
      expect(await get(`post/v1/posts?cat=insights&page=${page}`)).toEqual([]);
  });
});

describe('Filtered posts', () => {
  const find = (query: string) => get(`post/v1/filter-posts?${query}`);

  test('without a filter are all, nine a page', async () => {
    const { posts, total } = await find('');
    expect([posts.length, total]).toEqual([9, site.content().articles.length]);
    expect(Object.keys(posts[0]).sort()).toEqual(cardFields);
  });

  test('per_page takes 1 to 100', async () => {
    expect((await find('per_page=1')).posts).toHaveLength(1);
    expect((await find('per_page=100')).posts).toHaveLength(Math.min(100, site.content().articles.length));
  });

  test('terms of one kind widen; kinds, category and search narrow', async () => {
    const count = async (query: string) => (await find(`per_page=100&${query}`)).total;
    const both = await count('topic=cloud&topic=governance');
    expect(both).toBeGreaterThan(Math.max(await count('topic=cloud'), await count('topic=governance')));
    expect(await count('topic=cloud&topic=governance&industry=healthcare')).toBeLessThan(both);
    expect((await count('category=insights')) + (await count('category=success-stories'))).toBe(await count(''));
    expect(await count('topic=nothing')).toBe(0);
  });

  test('search finds by the beginning of a word, any case, the best match first', async () => {
    const [article] = articlesIn('insights');
    const word = article?.title.split(' ').find((part) => /^[a-z]{5,}$/iu.test(part)) ?? '';
    const { posts } = await find(`search=${word.toUpperCase().slice(0, 4)}&per_page=100`);
    expect(posts.map(({ slug }: { slug: string }) => slug)).toContain(article?.slug);
  });

  test.each(['Cybersecurity', 'Agentic AI', 'agentci ai', 'email', 'e-mail', 'banking', 'agnets'])(
    'search finds what %s means',
    async (search) => {
      expect((await find(`search=${encodeURIComponent(search)}`)).total).toBeGreaterThan(0);
    },
  );

  test('search finds the articles of a topic by its name', async () => {
    const slugs = async (query: string) =>
      (await find(`per_page=100&${query}`)).posts.map(({ slug }: { slug: string }) => slug);
    const found = await slugs('search=cybersecurity');
    for (const slug of await slugs('topic=cybersecurity')) expect(found).toContain(slug);
  });

  test.each(["'", '"', '%25', '*', '%00', '%F0%9F%99%82', '%FF', '(', 'x'.repeat(2000)])(
    'no input breaks it: %s',
    async (search) => {
      const { posts, total } = await find(`search=${search}`);
      expect(Array.isArray(posts)).toBe(true);
      expect(typeof total).toBe('number');
    },
  );
});

describe('The number of query parameters', () => {
  const query = (count: number) => Array.from({ length: count }, (_, index) => `topic=cloud-${index}`).join('&');

  test('is at most 100', async () => {
    expect(await get(`post/v1/filter-posts?${query(99)}&topic=cloud`)).toEqual(
      await get('post/v1/filter-posts?topic=cloud'),
    );
    const response = await site.get(`/wp-json/post/v1/filter-posts?${query(100)}&topic=cloud`);
    expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
      400,
      'no-store',
      { code: 'too_many_parameters', message: 'The query has more than 100 parameters; it takes at most 100.' },
    ]);
  });

  test('is no error on a page, where further ones are ignored', async () => {
    const page = await site.read(`/what-we-think?category=insights&${query(99)}`);
    expect(await site.read(`/what-we-think?category=insights&${query(99)}&${query(2000)}`)).toBe(page);
  });
});

describe('Terms', () => {
  test('topics are an object whose values are terms, industries an array of them', async () => {
    const { topics, industries } = site.content().taxonomy;
    const list = await get('post/v1/cat-list?cat=topic');
    expect(Array.isArray(list)).toBe(false);
    expect(Object.values(list)).toEqual(topics);
    expect(await get('post/v1/cat-list?cat=industry')).toEqual(industries);
    expect(Object.keys(industries[0] ?? {}).sort()).toEqual(['name', 'slug']);
  });
});

describe('One post', () => {
  test('has its fields, and its text as safe HTML', async () => {
    for (const { slug } of site.content().articles) {
      const post = await get(`blogs/v1/post?slug=${slug}`);
      expect(post).toMatchObject({
        slug,
        category_name: expect.any(String),
        banner_image: expect.stringMatching(/^\/media\//u),
      });
      expect(Object.keys(post)).toEqual(
        expect.arrayContaining(['ID', 'post_title', 'post_content', 'author_name', 'author_avatar', 'read_time']),
      );
      expect(post.post_content).not.toMatch(/<script|\son\w+=|javascript:/iu);
    }
  });

  test('has related ones: at most nine cards, never itself', async () => {
    for (const { slug } of site.content().articles) {
      const related = await get(`blogs/related-post/post?slug=${slug}`);
      expect(related.length).toBeLessThanOrEqual(9);
      expect(related.map((card: { slug: string }) => card.slug)).not.toContain(slug);
      expect(Object.keys(related[0]).sort()).toEqual(cardFields);
    }
  });

  test.each(['blogs/v1/post', 'blogs/related-post/post'])(
    'that is not there: 404 with code and message (%s)',
    async (path) => {
      const response = await site.get(`/wp-json/${path}?slug=nothing`);
      expect(response.status).toBe(404);
      expect(Object.keys(await response.json())).toEqual(['code', 'message']);
    },
  );
});

describe('A wrong parameter gets 400 with its name:', () => {
  test.each([
    ['post/v1/posts?page=0', 'page'],
    ['post/v1/posts?page=-1', 'page'],
    ['post/v1/posts?page=1.5', 'page'],
    ['post/v1/posts?page=x', 'page'],
    ['post/v1/posts?page=1e3', 'page'],
    ['post/v1/filter-posts?page=0', 'page'],
    ['post/v1/filter-posts?per_page=0', 'per_page'],
    ['post/v1/filter-posts?per_page=101', 'per_page'],
    ['post/v1/filter-posts?per_page=x', 'per_page'],
    ['post/v1/cat-list', 'cat'],
    ['post/v1/cat-list?cat=x', 'cat'],
    ['post/v1/cat-list?cat=%3Cscript%3E', 'cat'],
    ['blogs/v1/post', 'slug'],
    ['blogs/related-post/post', 'slug'],
  ])('%s', async (path, parameter) => {
    const response = await site.get(`/wp-json/${path}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json']);
    const { code, message } = await response.json();
    expect(code).toBe('invalid_parameter');
    expect(message).toContain(`"${parameter}"`);
  });
});

describe('An unknown endpoint gets 404 with code and message:', () => {
  test.each(['/wp-json', '/wp-json/nothing', '/wp-json/post/v1', '/wp-json/%', '/mail/nothing'])('%s', async (path) => {
    const response = await site.get(path);
    expect([response.status, response.headers.get('content-type')]).toEqual([404, 'application/json']);
    expect(await response.json()).toEqual({ code: 'not_found', message: expect.any(String) });
  });
});

describe('On the wire', () => {
  const posts = '/wp-json/post/v1/posts?cat=insights';

  test('HEAD has the headers of GET and no body', async () => {
    const [get, head] = await Promise.all([site.get(posts), site.get(posts, { method: 'HEAD' })]);
    const headersOf = (response: Response) => [...response.headers].filter(([name]) => name !== 'x-request-id');
    expect(headersOf(head)).toEqual(headersOf(get));
    expect(await head.text()).toBe('');
  });

  test('an unchanged response is 304 where the request names its tag', async () => {
    const etag = (await site.get(posts)).headers.get('etag') ?? '';
    const response = await site.get(posts, { headers: { 'if-none-match': etag } });
    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([304, etag, '']);
    expect((await site.get('/wp-json/post/v1/posts', { headers: { 'if-none-match': etag } })).status).toBe(200);
  });

  test.each(['br', 'gzip'])('is compressed with %s where it is accepted', async (encoding) => {
    const response = await site.get(posts, { headers: { 'accept-encoding': encoding } });
    expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
      encoding,
      'Accept-Encoding',
    ]);
  });

  test('is read-only, and no script of another site can read it', async () => {
    const posted = await site.get(posts, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const response = await site.get(posts, { headers: { origin: 'https://other.example' } });
    expect(response.headers.get('cross-origin-resource-policy')).toBe('same-origin');
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

test('a listing that finds nothing links to the nearest words and terms, which find something', async () => {
  const linksOf = async (search: string) =>
    elementsOf(await site.read(`/what-we-think?category=insights&search=${encodeURIComponent(search)}`)).flatMap(
      ({ name, attributes, text }) =>
        name === 'a' && /^Did you mean|^\d+ results? on /u.test(text) ? (attributes.href ?? []) : [],
    );
  const offers = await linksOf('cybersecurity zzzz');
  expect(offers).toContain('/what-we-think?category=insights&search=cybersecurity#kinds');
  expect(offers).toContain('/what-we-think?category=insights&topic=cybersecurity#kinds');
  for (const offer of offers) expect(await site.read(offer.replace(/#.*/u, ''))).not.toContain('No results found.');
  expect(await linksOf('zzzz qqqq')).toEqual([]);
  expect(await linksOf('agents')).toEqual([]);
});

test.each([
  ['GET', '/wp-json/post/v1/posts?page=0', 400, 'invalid_parameter'],
  ['GET', '/wp-json/nothing', 404, 'not_found'],
  ['POST', '/wp-json/post/v1/posts', 405, 'method_not_allowed'],
  ['DELETE', '/what-we-think', 405, 'method_not_allowed'],
  ['POST', '/favicon.ico', 405, 'method_not_allowed'],
  ['GET', '/forms/token', 400, 'invalid_parameter'],
  ['GET', '/forms/resume?id=a&expires=1&signature=b', 404, 'not_found'],
  ['POST', '/mail/contactform', 415, 'unsupported_media_type'],
  ['POST', '/wp-json/positions/mail', 415, 'unsupported_media_type'],
  ['POST', '/reports', 415, 'unsupported_media_type'],
])('%s %s is refused with %d and %s, in the shape of every error', async (method, path, status, code) => {
  const body =
    method === 'POST' ? { body: '{}', headers: { 'content-type': 'image/png', 'user-agent': 'Mozilla/5.0' } } : {};
  const response = await site.get(path, { method, ...body });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(await response.json()).toEqual({ code, message: expect.stringMatching(/\S/u) });
});

test('a link to a resume, which only a webhook gets, is checked where the site has a webhook', async () => {
  await using content = await createContentDirectory();
  await using withWebhook = await createSite(content.path, {
    WEBHOOK_URL: 'https://crm.example/hook',
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 'x').toString('base64')}`,
  });
  const response = await withWebhook.get('/forms/resume?id=a&expires=1&signature=b');
  expect(response.status).toBe(403);
  expect(await response.json()).toMatchObject({ code: 'forbidden' });
});
