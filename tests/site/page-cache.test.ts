import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { decode, encode, smallestBrotli } from '../../app/platform/http/content-encoding.ts';
import { createSite, type Site } from './app.ts';

// Pages are rendered once for each version of the content (ARCHITECTURE.md), here in the whole application. All tests share one
// site, so each that counts renderings has its own page, and each that changes the content changes different text.

let directory: ContentDirectory;
let site: Site;

beforeAll(async () => {
  directory = await createContentDirectory();
  site = await createSite(directory.path);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

/** Counts the pages rendered during an action. */
async function renderingsOf(action: () => Promise<unknown>): Promise<number> {
  const before = site.renderings();
  await action();
  return site.renderings() - before;
}

test('a page is rendered once for all visitors and encodings', async () => {
  expect(await renderingsOf(() => site.read('/ventures'))).toBe(1);
  const rendered = await renderingsOf(async () => {
    await site.read('/ventures');
    await site.get('/ventures', { headers: { 'Accept-Encoding': 'br' } });
    await site.get('/ventures', { method: 'HEAD', headers: { Cookie: 'a=b', 'User-Agent': 'another' } });
  });
  expect(rendered).toBe(0);
});

test('requests at the same time share one rendering', async () => {
  const rendered = await renderingsOf(() => Promise.all(Array.from({ length: 20 }, () => site.read('/healthcare'))));
  expect(rendered).toBe(1);
});

test('unknown parameters share one entry, and do not reach the page', async () => {
  const plain = await site.read('/high-tech');
  const rendered = await renderingsOf(async () => {
    expect(await site.read('/high-tech?utm_source=x%22%3E%3Cscript%3E')).toBe(plain);
    expect(await site.read('/high-tech?page=2&search=x')).toBe(plain);
  });
  expect(rendered).toBe(0);
});

test('known parameters have one entry per value, whatever their order', async () => {
  await site.read('/what-we-think');
  expect(await renderingsOf(() => site.read('/what-we-think?category=insights&topic=quality&topic=cloud'))).toBe(1);
  expect(await renderingsOf(() => site.read('/what-we-think?topic=cloud&topic=quality&x=1&category=insights'))).toBe(0);
});

test('an alias is a separate page, with the canonical URL of the other', async () => {
  expect(await renderingsOf(() => Promise.all([site.read('/contact'), site.read('/contact-us')]))).toBe(2);
  expect(await site.read('/contact')).toContain('<link rel="canonical" href="https://www.acme.example/contact-us"');
});

test('the page of unknown paths is rendered once for all of them', async () => {
  const first = await site.get('/nowhere', { headers: { 'Accept-Encoding': 'br' } });
  expect([first.status, first.headers.get('cache-control')]).toEqual([404, 'public, max-age=0, must-revalidate']);
  const body = Buffer.from(await first.arrayBuffer());
  for (const path of ['/nowhere-else', '/single/nothing/', '/join-us/nothing/here', '/%ff']) {
    const other = await site.get(path, { headers: { 'Accept-Encoding': 'br' } });
    expect([path, other.status, other.headers.get('content-security-policy')]).toEqual([
      path,
      404,
      first.headers.get('content-security-policy'),
    ]);
    expect(Buffer.from(await other.arrayBuffer()).equals(body)).toBe(true);
  }
});

test('a new page is available at once, and unknown again when it is removed', async () => {
  const status = async () => (await site.get('/bridge-notes')).status;
  expect(await status()).toBe(404);
  await directory.edit('pages/home.yaml', 'address: /', 'address: /\naliases: [/bridge-notes]');
  await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 30_000 });
  await directory.edit('pages/home.yaml', 'aliases: [/bridge-notes]', 'aliases: []');
  await vi.waitFor(async () => expect(await status()).toBe(404), { timeout: 30_000 });
});

test('a change of the content is visible at once, on every page', async () => {
  expect(await site.read('/')).toContain('What we do');
  await site.read('/contact-us');
  await directory.edit('pages/home.yaml', 'What we do', 'What we build');
  await vi.waitFor(async () => expect(await site.read('/')).toContain('What we build'), { timeout: 30_000 });
  expect(await renderingsOf(() => site.read('/contact-us'))).toBe(1);
  expect(await renderingsOf(() => site.read('/contact-us'))).toBe(0);
});

test('an entity tag belongs to the bytes: it changes with the content, and gets 304 until then', async () => {
  const tag = (await site.get('/')).headers.get('etag') ?? '';
  const ask = () => site.get('/', { headers: { 'If-None-Match': tag } });
  expect((await ask()).status).toBe(304);
  await directory.edit('pages/home.yaml', 'heading: Welcome', 'heading: Hello');
  await vi.waitFor(async () => expect((await ask()).status).toBe(200), { timeout: 30_000 });
});

test('a position leaves its list on the day after its last, without a change of the content', async () => {
  site.setTime('2026-12-31T23:59:59Z');
  expect(await site.read('/join-us')).toContain('AC-100');
  expect(await site.read('/wp-json/position/v1/job_posts')).toContain('AC-100');
  site.setTime('2027-01-01T00:00:00Z');
  expect(await site.read('/join-us')).not.toContain('AC-100');
  expect(await site.read('/wp-json/position/v1/job_posts')).toBe('[]');
});

describe('The most common entry pages', () => {
  const askForFirst = () => site.get('/cybersecurity', { headers: { 'Accept-Encoding': 'br' } });
  let unprepared: Response;
  let prepared: Response;

  beforeAll(async () => {
    unprepared = await askForFirst();
    await site.prepare();
    prepared = await askForFirst();
  });

  test('is there before the first visit, as small as it gets', async () => {
    const pages = site.content().pages.flatMap(({ address, aliases }) => [address, ...aliases]);
    const rendered = await renderingsOf(async () => {
      for (const path of [...pages, '/what-we-think?category=insights']) {
        const response = await site.get(path, { headers: { 'Accept-Encoding': 'br' } });
        const sent = new Uint8Array(await response.arrayBuffer());
        expect(response.headers.get('content-length'), path).toBe(String(sent.byteLength));
        const plain = new TextEncoder().encode(await site.read(path));
        // The best quality alone takes most of this test's processor time: one page proves that it is used.
        if (path === '/') expect(sent, path).toEqual(new Uint8Array(await smallestBrotli(plain)));
        expect(await decode(sent, 'br'), path).toEqual(plain);
        expect(sent.byteLength, path).toBeLessThan((await encode(plain, 'br')).byteLength);
      }
    });
    expect(rendered).toBe(0);
  });

  test('has an entity tag that does not promise bytes which a better compression replaces', async () => {
    const [before, after] = [unprepared, prepared].map(({ headers }) => Number(headers.get('content-length')));
    expect(after).toBeLessThan(before ?? 0);
    const tags = [unprepared, prepared].map(({ headers }) => headers.get('etag'));
    const strong = tags.filter((tag) => !tag?.startsWith('W/'));
    expect(new Set(strong).size).toBe(strong.length);
  });

  test('is there again after a change of the content, without a visitor', async () => {
    const before = site.renderings();
    await directory.edit('pages/home.yaml', 'label: Talk to us', 'label: Prepared again');
    // The first of them are enough: all are prepared in the same way as above.
    await vi.waitFor(() => expect(site.renderings() - before).toBeGreaterThan(2), { timeout: 30_000 });
    expect(await renderingsOf(async () => expect(await site.read('/')).toContain('Prepared again'))).toBe(0);
  });
});
