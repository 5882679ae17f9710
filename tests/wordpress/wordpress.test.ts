import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../harness/server.ts';
import { startWordPress, type WordPress } from './wordpress.ts';

// The plugin in a real WordPress, and the site with that WordPress as its content host.

/** Refreshed every 15 s. */
const soon = { timeout: 90_000, interval: 500 };

let wordpress: WordPress;
let picture: { id: number; url: string };
const ids = new Map<string, number>();

interface Draft {
  title: string;
  slug: string;
  date: string;
  categories?: readonly string[];
  [field: string]: unknown;
}

function write({ title, slug, date, categories = ['insights'], terms = {}, ...fields }: Draft): void {
  const { picture: withPicture, ...post } = fields as { picture?: number };
  const id = wordpress.edit<number>({
    do: 'post',
    post: {
      post_title: title,
      post_name: slug,
      post_date: `${date} 12:00:00`,
      post_content: `<!-- wp:paragraph --><p>The text of ${slug}.</p><!-- /wp:paragraph -->`,
      ...post,
      ...(ids.has(slug) ? { ID: ids.get(slug) } : {}),
    },
    terms: { category: categories, ...(terms as object) },
    ...(withPicture ? { picture: withPicture } : {}),
  });
  ids.set(slug, id);
}

beforeAll(async () => {
  wordpress = await startWordPress();
  expect(wordpress.edit({ do: 'activate' })).toBe(true);
  for (const [taxonomy, slug, name] of [
    ['category', 'insights', 'Insights'],
    ['category', 'success-stories', 'Success Stories'],
    ['category', 'internal', 'Internal'],
    ['topic', 'quality', 'Quality & care'],
    ['topic', 'cloud', 'Cloud'],
    ['industry', 'high-tech', 'High tech'],
    ['position-category', 'engineering', 'Engineering'],
  ])
    wordpress.edit({ do: 'term', taxonomy, slug, name });
  const png = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#357' } })
    .png()
    .toBuffer();
  const bytes = png.toString('base64');
  picture = wordpress.edit({ do: 'picture', name: 'bridge.png', alt: 'A bridge', bytes });
  for (let number = 1; number <= 9; number += 1)
    write({
      title: `Older ${number}`,
      slug: `older-${number}`,
      date: `2024-01-0${number}`,
      terms: { topic: ['cloud'] },
    });
  write({
    title: 'The author’s “keel” & mast',
    slug: 'keel',
    date: '2024-03-05',
    post_excerpt: 'What holds a ship upright.',
    post_content: `<!-- wp:heading --><h2>Below the waterline</h2><!-- /wp:heading --><p>Ballast <script>alert(1)</script></p><!-- wp:image --><figure class="wp-block-image"><img src="${picture.url}" alt="A bridge"/></figure><!-- /wp:image -->`,
    terms: { topic: ['quality', 'cloud'], industry: ['high-tech'] },
    picture: picture.id,
  });
  write({ title: 'A<br>story', slug: 'story', date: '2024-02-01', categories: ['success-stories'] });
  write({ title: 'Hidden draft', slug: 'hidden-draft', date: '2024-04-01', post_status: 'draft' });
  write({ title: 'Hidden private', slug: 'hidden-private', date: '2024-04-02', post_status: 'private' });
  write({ title: 'Hidden password', slug: 'hidden-password', date: '2024-04-03', post_password: 'x' });
  write({ title: 'Hidden future', slug: 'hidden-future', date: '2099-04-03' });
  write({ title: 'Hidden elsewhere', slug: 'hidden-elsewhere', date: '2024-04-04', categories: ['internal'] });
  write({
    title: 'Rigger',
    slug: 'rigger',
    date: '2024-03-01',
    categories: [],
    terms: { 'position-category': ['engineering'] },
    post_type: 'position',
    post_excerpt: 'Rigs ships.',
    meta_input: { job_id: 'R-7', experience: '3 years', location: 'New York' },
  });
}, 300_000);
afterAll(() => wordpress?.stop());

interface Card {
  readonly slug: string;
}

async function ask<Body = unknown>(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${wordpress.origin}/wp-json/${path}`, { headers });
  const text = await response.text();
  const body = (text === '' ? undefined : JSON.parse(text)) as Body;
  return { status: response.status, headers: response.headers, text, body };
}

describe('The plugin', () => {
  test('lists published articles page by page, newest first', async () => {
    const first = await ask<Card[]>('post/v1/posts?cat=insights&page=1');
    expect(first.body.map(({ slug }) => slug)).toEqual([
      'keel',
      ...[9, 8, 7, 6, 5, 4, 3, 2].map((number) => `older-${number}`),
    ]);
    expect(first.headers.get('x-wp-total')).toBe('10');
    expect(first.body[0]).toEqual({
      ID: ids.get('keel'),
      slug: 'keel',
      thumbnail: picture.url,
      post_title: 'The author’s “keel” & mast',
      short_description: 'What holds a ship upright.',
      read_time: '1 minute read',
      author_name: 'author',
      author_avatar: '',
      post_date: '2024-03-05',
      post_modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/u),
      total: 10,
    });
    expect((await ask('post/v1/posts?cat=insights&page=2')).body).toMatchObject([{ slug: 'older-1', total: 10 }]);
    expect((await ask('post/v1/posts?cat=insights&page=3')).body).toEqual([]);
    expect((await ask('post/v1/posts?cat=success-stories')).body).toMatchObject([{ post_title: 'A story' }]);
    expect((await ask('post/v1/posts?cat=internal')).body).toEqual([]);
    expect((await ask('post/v1/posts')).headers.get('x-wp-total')).toBe('11');
  });

  test('filters: terms of one kind widen, kinds and search narrow', async () => {
    const totalOf = async (query: string) => (await ask<{ total: number }>(`post/v1/filter-posts?${query}`)).body.total;
    expect(await totalOf('topic=quality')).toBe(1);
    expect(await totalOf('topic=quality&topic=cloud')).toBe(10);
    expect(await totalOf('topic=cloud&industry=high-tech')).toBe(1);
    expect(await totalOf('search=ballast')).toBe(1);
    expect(await totalOf('search=ballast&category=success-stories')).toBe(0);
    expect((await ask<{ posts: Card[] }>('post/v1/filter-posts?per_page=2&page=2')).body.posts).toHaveLength(2);
  });

  test('returns terms, an article and related posts', async () => {
    expect(Object.values((await ask<object>('post/v1/cat-list?cat=topic')).body)).toEqual([
      { name: 'Cloud', slug: 'cloud' },
      { name: 'Quality & care', slug: 'quality' },
    ]);
    expect((await ask('post/v1/cat-list?cat=industry')).body).toEqual([{ name: 'High tech', slug: 'high-tech' }]);
    const { body } = await ask<{ post_content: string }>('blogs/v1/post?slug=keel');
    expect(body).toMatchObject({
      category_name: 'Insights',
      banner_image: picture.url,
      banner_alt: 'A bridge',
      topics: [{ slug: 'cloud' }, { slug: 'quality' }],
      industries: [{ slug: 'high-tech' }],
    });
    expect(body.post_content).toContain('<h2>Below the waterline</h2>');
    expect(body.post_content).not.toContain('<!-- wp:');
    const related = (await ask<Card[]>('blogs/related-post/post?slug=keel')).body.map(({ slug }) => slug);
    expect(related).toHaveLength(9);
    expect(related).not.toContain('keel');
  });

  test('renders a text for the website', async () => {
    const text = [
      `<!-- wp:paragraph --><p><a href="${wordpress.origin}/keel/#below">The keel</a>, <a href="${wordpress.origin}/hidden-private/">none</a></p><!-- /wp:paragraph -->`,
      '<!-- wp:embed {"url":"https://films.example/1"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">\nhttps://films.example/1\n</div></figure><!-- /wp:embed -->',
      `[gallery ids="${picture.id}"]`,
      '<!-- wp:list --><ul><li>One</li><li>Two</li></ul><!-- /wp:list -->',
    ];
    write({ title: 'Blocks', slug: 'blocks', date: '2020-01-01', post_content: text.join('\n\n') });
    const { body } = await ask<{ post_content: string; short_description: string }>('blogs/v1/post?slug=blocks');
    expect(wordpress.edit({ do: 'delete', id: ids.get('blocks') })).toBe(true);
    expect(body.post_content).toContain('<a href="/single/keel/#below">The keel</a>');
    expect(body.post_content).toContain(`<a href="${wordpress.origin}/hidden-private/">none</a>`);
    expect(body.post_content).toContain('<a href="https://films.example/1"');
    // The picture itself, of 640 by 480 pixels, without a link to its page in WordPress.
    expect(body.post_content).toContain(`src="${picture.url}"`);
    expect(body.post_content).not.toContain("<a href='");
    expect(body.short_description).toMatch(/One Two$/u);
  });

  test('returns positions and their categories', async () => {
    expect((await ask('position/v1/cat')).body).toEqual([{ name: 'Engineering', slug: 'engineering', count: 1 }]);
    expect((await ask('position/v1/job_posts?cat=engineering')).body).toMatchObject([
      {
        job_id: 'R-7',
        post_title: 'Rigger',
        experience: '3 years',
        location: 'New York',
        short_description: 'Rigs ships.',
      },
    ]);
    expect((await ask('position/v1/job_posts?cat=')).body).toHaveLength(1);
    expect((await ask('position/v1/job_posts?cat=unknown')).body).toEqual([]);
  });

  test('responds with 304 to a client that has the current version', async () => {
    const { headers } = await ask('blogs/v1/post?slug=keel');
    const again = await ask('blogs/v1/post?slug=keel', { 'if-none-match': headers.get('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
    expect((await ask('blogs/v1/post?slug=keel', { 'if-none-match': 'W/"other"' })).status).toBe(200);
  });

  test.each(['hidden-draft', 'hidden-private', 'hidden-password', 'hidden-future', 'hidden-elsewhere', 'rigger', ''])(
    'gives nobody the post "%s"',
    async (slug) => {
      for (const path of [`blogs/v1/post?slug=${slug}`, `blogs/related-post/post?slug=${slug}`])
        expect(await ask(path)).toMatchObject({ status: 404, body: { code: 'not_found' } });
      expect((await ask('post/v1/filter-posts?search=hidden&per_page=100')).body).toEqual({ posts: [], total: 0 });
    },
  );

  test.each([
    ['post/v1/posts?page=0', 'Parameter "page" is "0"; it takes a whole number from 1 to 1000000.'],
    ['post/v1/posts?page=x', 'Parameter "page" is "x"; it takes a whole number from 1 to 1000000.'],
    ['post/v1/filter-posts?per_page=101', 'Parameter "per_page" is "101"; it takes a whole number from 1 to 100.'],
    ['post/v1/cat-list?cat=category', 'Parameter "cat" is "category"; it takes "topic" or "industry".'],
    [`post/v1/filter-posts?${'topic=a&'.repeat(51)}`, 'Parameter "topic" is "a"; it takes at most 50 values.'],
  ])('refuses %s', async (path, message) => {
    expect(await ask(path)).toMatchObject({ status: 400, body: { code: 'invalid_parameter', message } });
  });

  test('accepts no writes', async () => {
    const response = await fetch(`${wordpress.origin}/wp-json/post/v1/posts`, { method: 'POST', body: 'x=1' });
    expect(response.status).toBe(404);
  });

  test('accepts parameters that are not text', async () => {
    for (const query of ['cat[]=a&cat[b][]=c', 'cat=%ff%fe', 'search=%00%27%22%5c', 'page[]=2', 'slug[]=keel'])
      for (const path of ['post/v1/posts', 'post/v1/filter-posts', 'blogs/v1/post', 'position/v1/job_posts'])
        expect((await ask(`${path}?${query}`)).status, `${path}?${query}`).toBeLessThan(500);
  });
});

describe('The site with this WordPress as its content host', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startServer({ CONTENT_HOST: wordpress.origin });
  }, 180_000);
  afterAll(() => server?.stop());

  const page = async (path: string) => {
    const response = await fetch(new URL(path, server.origin));
    return { status: response.status, text: await response.text() };
  };
  const shows = (path: string, words: string) =>
    vi.waitFor(async () => expect((await page(path)).text).toContain(words), soon);

  test('shows its articles with their pictures, terms and positions', async () => {
    await shows('/single/keel/', 'Below the waterline');
    const { text } = await page('/single/keel/');
    expect(text).toMatch(/<img[^>]+alt="A bridge"/u);
    expect(text).toMatch(/\/media\/host\/[^"]+\.(?:avif|webp)/u);
    expect(text).not.toContain('alert(1)');
    await shows('/what-we-think?category=insights', 'The author’s “keel” &amp; mast');
    await shows('/what-we-think?category=insights&topic=quality', 'keel');
    await shows('/join-us', 'Rigger');
    expect((await page('/single/hidden-draft/')).status).toBe(404);
  }, 120_000);

  test('finds words of their texts', async () => {
    await shows('/what-we-think?category=insights&search=ballast', 'keel');
    expect((await page('/what-we-think?category=insights&search=ballast')).text).not.toContain('older-3');
  }, 120_000);

  test('follows an edit, a new article and a deletion', async () => {
    write({ title: 'The keel, renamed', slug: 'keel', date: '2024-03-05', post_content: '<p>Another hull.</p>' });
    write({ title: 'Brand new', slug: 'brand-new', date: '2024-05-01' });
    await shows('/single/keel/', 'Another hull.');
    await shows('/single/brand-new/', 'The text of brand-new.');
    expect(wordpress.edit({ do: 'delete', id: ids.get('brand-new') })).toBe(true);
    await vi.waitFor(async () => expect((await page('/single/brand-new/')).status).toBe(404), soon);
  }, 240_000);
});

test('PHP logs no warnings', () => {
  expect(wordpress.complaints()).toEqual([]);
});
