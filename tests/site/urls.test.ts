import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { lastingPosition } from '../harness/content.ts';
import { createSite, pathsOf, root, type SharedSite, sharedSite, siteUrl } from './app.ts';
import { decodeEntities, elementsOf } from './html.ts';

let site: SharedSite;

beforeAll(async () => {
  site = await sharedSite();
});

const canonicalOf = (html: string) => /<link rel="canonical" href="([^"]*)"/u.exec(html)?.[1];

const valuesOf = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<${element}(?: [^>]*)?>([^<]*)</${element}>`, 'gu'))].map(([, text = '']) =>
    decodeEntities(text),
  );

describe('Sitemap', () => {
  test('contains each canonical URL once, and nothing else', { timeout: 60_000 }, async () => {
    const listed = valuesOf(await site.read('/sitemap.xml'), 'loc');
    const canonical = await Promise.all(
      pathsOf(site.content())
        .filter((path) => !path.includes('?') && path !== '/nowhere')
        .map(async (path) => canonicalOf(await site.read(path))),
    );
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.sort()).toEqual([...new Set(canonical)].sort());
  });

  test('lists only pages that respond and name the same URL as canonical', async () => {
    const listed = valuesOf(await site.read('/sitemap.xml'), 'loc');
    for (const url of listed) {
      expect(canonicalOf(await site.read(url.slice(siteUrl.length)))).toBe(url);
    }
  });
});

test.each([
  ['/feed.xml', 'insights'],
  ['/feed/success-stories.xml', 'success-stories'],
])(
  '%s is Atom: what RFC 4287 requires is there, ids are unique, entries are %s, newest first',
  async (path, wanted) => {
    const response = await site.get(path);
    const xml = await response.text();
    expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const [head = '', ...entries] = xml.split('<entry>');
    const ids = valuesOf(xml, 'id');
    const dates = valuesOf(xml, 'updated');
    expect(head).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\s*<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom"/u,
    );
    expect(head).toContain(`<link rel="self" type="application/atom+xml" href="${siteUrl}${path}"`);
    for (const part of [head, ...entries]) {
      for (const element of ['id', 'title', 'updated']) expect(valuesOf(part, element)).toHaveLength(1);
    }
    expect(new Set(ids).size).toBe(ids.length);
    for (const date of dates) expect(date).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/u);
    expect(dates.slice(1)).toEqual(dates.slice(1).sort().reverse());
    for (const entry of entries) {
      expect(valuesOf(entry, 'name')).toHaveLength(1);
      const [url = ''] = [...entry.matchAll(/<link rel="alternate"[^>]* href="([^"]+)"/gu)].map(([, href]) => href);
      expect((await site.get(url.slice(siteUrl.length))).status).toBe(200);
      // A reader shows the text elsewhere.
      const inText = [...decodeEntities(entry).matchAll(/ (?:href|src)="([^"]*)"/gu)].map(([, target = '']) => target);
      expect(inText.filter((target) => !/^(?:https?:|mailto:|tel:)/u.test(target))).toEqual([]);
    }
    const articles = site.content().articles.filter(({ category }) => category.slug === wanted);
    expect(entries.map((entry) => valuesOf(entry, 'title')[0])).toEqual(
      articles.slice(0, entries.length).map(({ title }) => title),
    );
    expect(entries.length).toBeGreaterThanOrEqual(Math.min(10, articles.length));
  },
);

test('a feed stays XML with characters that XML excludes', async () => {
  await using content = await createContentDirectory();
  await content.edit(
    'articles/insights/first-insight.md',
    'title: The first insight',
    'title: "Slides\\uFFFEand\\uFFFFmore"',
  );
  await using small = await createSite(content.path);
  expect(valuesOf(await small.read('/feed.xml'), 'title')[1]).toBe('Slides and more');
});

test('ids in a feed stay the same when the company corrects the year of its founding', async () => {
  await using content = await createContentDirectory();
  const ids = async () => {
    await using small = await createSite(content.path);
    return valuesOf(await small.read('/feed.xml'), 'id');
  };
  const before = await ids();
  await content.edit('site.yaml', 'founded: 2022', 'founded: 1998');
  expect(await ids()).toEqual(before);
});

test('robots.txt allows everything and names the sitemap', async () => {
  const text = await site.read('/robots.txt');
  expect(text).toContain('User-agent: *');
  expect(text).toContain(`Sitemap: ${siteUrl}/sitemap.xml`);
  expect(text).not.toMatch(/^Disallow: \/\s*$/mu);
});

test('the manifest names existing icons with their sizes', async () => {
  const response = await site.get('/site.webmanifest');
  expect(response.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const { name, start_url, icons } = await response.json();
  expect([name, start_url]).toEqual([site.content().site.name, '/']);
  const purposes = (icons as { sizes: string; purpose: string }[]).map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(purposes).toEqual(expect.arrayContaining(['192x192 any', '512x512 any']));
  for (const { src, sizes, type } of icons) {
    const icon = await site.get(src);
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, type]);
    const header = Buffer.from(await icon.arrayBuffer());
    expect(`${header.readUInt32BE(16)}x${header.readUInt32BE(20)}`).toBe(sizes);
  }
});

test('files with a hash in their name may be cached for ever', async () => {
  const files = (await readdir(join(root, 'build/client/assets'))).filter((file) => !file.endsWith('.br'));
  expect(files).toContainEqual(expect.stringMatching(/\.woff2$/u));
  for (const file of files) {
    const response = await site.get(`/assets/${file}`);
    expect(response.status, file).toBe(200);
    expect(response.headers.get('cache-control'), file).toBe('public, max-age=31536000, immutable');
    await response.body?.cancel();
  }
});

test.each(['/healthz', '/readyz'])('%s is not cached', async (path) => {
  expect((await site.get(path)).headers.get('cache-control')).toBe('no-store');
});

test('the icon that browsers request by default exists', async () => {
  const icon = await site.get('/favicon.ico');
  expect(icon.status).toBe(200);
  expect(icon.headers.get('content-type')).toMatch(/^image\//u);
});

test.each([
  ['/cloud-and-application', '/what-we-do'],
  ['/speedx-products', '/our-technology'],
  ['/healthcare', '/what-we-serve'],
])('%s and %s are one screen under the first path', async (path, alias) => {
  expect(canonicalOf(await site.read(path))).toBe(siteUrl + path);
  expect(canonicalOf(await site.read(alias))).toBe(siteUrl + path);
});

describe('A URL has one form:', () => {
  test.each([
    ['/who-we-are/', '/who-we-are'],
    ['/who-we-are/?a=1&b=%20', '/who-we-are?a=1&b=%20'],
    ['//who-we-are', '/who-we-are'],
    ['/%77ho%2dwe%2Dare', '/who-we-are'],
    ['/who-we-are//', '/who-we-are'],
    ['//evil.example/', '/evil.example'],
    ['/single/the-joint-is-the-product', '/single/the-joint-is-the-product/'],
    ['/single/the-joint-is-the-product?a=1', '/single/the-joint-is-the-product/?a=1'],
    ['/single/the-joint-is-the-product//', '/single/the-joint-is-the-product/'],
    ['/terms-and-condition/', '/terms-and-condition'],
    ['/sitemap.xml/', '/sitemap.xml'],
    ['/wp-json/post/v1/posts/?cat=insights', '/wp-json/post/v1/posts?cat=insights'],
  ])('%s goes to %s', async (path, location) => {
    const response = await site.get(`http://127.0.0.1${path}`);
    expect([response.status, response.headers.get('location')]).toEqual([308, location]);
    const again = await site.get(`http://127.0.0.1${location}`);
    expect(again.status).not.toBe(308);
  });

  test.each(['/mail/contactform/', '/wp-json/positions/mail//', '/reports/'])('also for a post to %s', async (path) => {
    const response = await site.get(`http://127.0.0.1${path}?a=1`, { method: 'POST', body: 'name=Ada' });
    const location = `${path.replace(/\/+$/u, '')}?a=1`;
    expect([response.status, response.headers.get('location')]).toEqual([308, location]);
  });
});

describe('A URL that was typed in capitals, that a mail program extended, or that is of a former WordPress:', () => {
  test.each([
    ['/Who-We-Are', '/who-we-are'],
    ['/CONTACT-US?utm_source=card', '/contact-us'],
    ['/what-we-think.', '/what-we-think'],
    ['/contact-us),', '/contact-us'],
    ['/contact-us&utm_source=x', '/contact-us'],
    ['/contact-us%3Futm_source=x', '/contact-us'],
    ['/who-we-are%E2%80%8B', '/who-we-are'],
    ['/ventures;jsessionid=1', '/ventures'],
    ['/ventures.html', '/ventures'],
    [`/JOIN-US/${lastingPosition.job_id}`, `/join-us/${lastingPosition.job_id.toLowerCase()}`],
  ])('%s goes to %s', async (path, location) => {
    const response = await site.get(path);
    expect([response.status, response.headers.get('location')]).toEqual([308, location]);
    expect((await site.get(location)).status).toBeLessThan(400);
  });

  test('an article', async () => {
    const [article] = site.content().articles;
    if (!article) return expect.fail('The content has no article');
    for (const typed of [article.slug.toUpperCase(), `${article.slug}).`]) {
      const response = await site.get(`/single/${typed}/`);
      expect([response.status, response.headers.get('location')]).toEqual([308, `/single/${article.slug}/`]);
    }
  });

  test('an article and the feed, in WordPress', async () => {
    const [article] = site.content().articles;
    if (!article) return expect.fail('The content has no article');
    const { slug } = article;
    for (const [former, location] of [
      [`/${slug}`, `/single/${slug}/`],
      [`/2024/05/${slug}`, `/single/${slug}/`],
      [`/blog/${slug}?utm_source=x`, `/single/${slug}/`],
      ['/feed', '/feed.xml'],
      ['/category/news/feed', '/feed.xml'],
    ] as const) {
      const response = await site.get(former);
      expect([former, response.status, response.headers.get('location')]).toEqual([former, 308, location]);
    }
  });

  test.each([
    '/.env',
    '/who-we-are/.env',
    '/%E2%80%8B',
    '/Nowhere',
    '/nowhere.',
    '/index.php',
    '/.404',
    '/2024/05/nowhere',
  ])('%s, which means no page, is 404', async (path) => {
    expect((await site.get(path)).status).toBe(404);
  });
});

test('a position without its slug, or with another, redirects to its own URL; an unknown one is 404 and links to the open ones', async () => {
  const { job_id, slug } = lastingPosition;
  for (const path of [`/join-us/${job_id}`, `/join-us/${job_id}/former-title`]) {
    const response = await site.get(path);
    expect([path, response.status, response.headers.get('location')]).toEqual([
      path,
      301,
      `/join-us/${job_id}/${slug}`,
    ]);
  }
  const unknown = await site.get('/join-us/SW-0000');
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).toMatch(/<main.* href="\/join-us".*<\/main>/su);
});

describe('An unknown path gets 404 with a helpful page:', () => {
  test.each([
    '/nowhere',
    '/single/nothing/',
    '/who-we-are/more',
    '/wp-admin',
    '/.env',
    '/what-we-think/x',
    '/%00',
    '/%',
    '/%ff',
    '/100%25',
    '/single/%E0%A4%A/',
    '/join-us/%/x',
  ])('%s', async (path) => {
    const response = await site.get(path);
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toMatch(/^text\/html/u);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const elements = elementsOf(html);
    expect(
      elements.filter(({ name }) => name === 'header' || name === 'footer' || name === 'h1').length,
    ).toBeGreaterThanOrEqual(3);
    expect(elements.some(({ attributes }) => attributes.role === 'search' || attributes.type === 'search')).toBe(true);
    expect(elements.some(({ attributes }) => attributes.name === 'robots' && attributes.content === 'noindex')).toBe(
      true,
    );
  });

  test.each(['/media/nothing.svg', '/assets/nothing.js', '/wp-json/nothing'])('%s without a page', async (path) => {
    expect((await site.get(path)).status).toBe(404);
  });
});

test('a page of results past the last redirects to the last, never to an empty screen', async () => {
  const response = await site.get('/what-we-think?category=insights&page=99');
  const last = Math.ceil(site.content().articles.filter(({ category }) => category.slug === 'insights').length / 9);
  expect([response.status, response.headers.get('location')]).toEqual([
    303,
    `/what-we-think?category=insights&page=${last}`,
  ]);
});

test('the navigation marks the open page, in the bar and in the menu, although pages share their header', async () => {
  const marked = async (path: string) =>
    [...(await site.read(path)).matchAll(/<a href="([^"]*)"[^>]* aria-current="page"/gu)].map(([, href]) => href);
  expect(await marked('/ventures')).toEqual([]);
  expect(await marked('/data-and-ai')).toEqual(['/data-and-ai', '/data-and-ai']);
  expect(await marked('/cybersecurity')).toEqual(['/cybersecurity', '/cybersecurity']);
  expect(await marked('/what-we-do'), 'another path of a page').toEqual(await marked('/cloud-and-application'));
  expect(await marked('/high-tech')).toEqual([]);
});

test('articles and positions are not 404 while the content host has never responded', async () => {
  await using content = await createContentDirectory();
  await using waiting = await createSite(content.path, { CONTENT_HOST: `http://127.0.0.1:${await freePort()}` });
  const statusOf = async (path: string) => (await waiting.get(path)).status;
  for (const path of ['/single/first-insight/', '/join-us/ac-100/engineer']) {
    const response = await waiting.get(path);
    expect([response.status, response.headers.get('retry-after')], path).toEqual([503, '60']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).toContain('Please try again in a minute.');
  }
  expect(await statusOf('/')).toBe(200);
  expect(await statusOf('/nowhere')).toBe(404);
  for (const endpoint of [
    'position/v1/cat',
    'position/v1/job_posts',
    'post/v1/posts?cat=insights',
    'post/v1/filter-posts',
    'post/v1/cat-list?cat=topic',
    'blogs/v1/post?slug=first-insight',
    'blogs/related-post/post?slug=first-insight',
  ]) {
    const response = await waiting.get(`/wp-json/${endpoint}`);
    expect([response.status, response.headers.get('retry-after')], endpoint).toEqual([503, '60']);
    expect(await response.json()).toMatchObject({ code: 'not_available_yet' });
  }
  expect(await statusOf('/wp-json/post/v1/posts?page=0')).toBe(400);
});
