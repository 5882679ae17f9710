import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { smallestBrotli } from '../../app/platform/http/content-encoding.ts';
import { createSite, type Site } from './app.ts';

// Pages are rendered once for each version of the content (ARCHITECTURE.md), here in the whole application.

let directory: ContentDirectory;
let site: Site;

beforeEach(async () => {
  directory = await createContentDirectory();
  site = await createSite(directory.path);
});
afterEach(async () => {
  await site[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

/** How many pages are rendered while something is done. */
async function renderingsOf(action: () => Promise<unknown>): Promise<number> {
  const before = site.renderings();
  await action();
  return site.renderings() - before;
}

test('a page is rendered once, whoever asks and in whatever encoding', async () => {
  expect(await renderingsOf(() => site.read('/contact-us'))).toBe(1);
  const rendered = await renderingsOf(async () => {
    await site.read('/contact-us');
    await site.get('/contact-us', { headers: { 'Accept-Encoding': 'br' } });
    await site.get('/contact-us', { method: 'HEAD', headers: { Cookie: 'a=b', 'User-Agent': 'another' } });
  });
  expect(rendered).toBe(0);
});

test('requests at the same time share one rendering', async () => {
  const rendered = await renderingsOf(() => Promise.all(Array.from({ length: 20 }, () => site.read('/'))));
  expect(rendered).toBe(1);
});

test('parameters that mean nothing share one entry, and stay out of the page', async () => {
  const plain = await site.read('/contact-us');
  const rendered = await renderingsOf(async () => {
    expect(await site.read('/contact-us?utm_source=x%22%3E%3Cscript%3E')).toBe(plain);
    expect(await site.read('/contact-us?page=2&search=x')).toBe(plain);
  });
  expect(rendered).toBe(0);
});

test('parameters that mean something have an entry each, whatever their order', async () => {
  await site.read('/what-we-think');
  expect(await renderingsOf(() => site.read('/what-we-think?category=insights&topic=quality&topic=cloud'))).toBe(1);
  expect(await renderingsOf(() => site.read('/what-we-think?topic=cloud&topic=quality&x=1&category=insights'))).toBe(0);
});

test('an alias is a page of its own, with the canonical URL of the other', async () => {
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

test('a path that becomes a page is one at once, and unknown again when it is no more', async () => {
  const status = async () => (await site.get('/bridge-notes')).status;
  expect(await status()).toBe(404);
  await directory.edit('pages/home.yaml', 'address: /', 'address: /\naliases: [/bridge-notes]');
  await vi.waitFor(async () => expect(await status()).toBe(200), { timeout: 30_000 });
  await directory.edit('pages/home.yaml', 'aliases: [/bridge-notes]', 'aliases: []');
  await vi.waitFor(async () => expect(await status()).toBe(404), { timeout: 30_000 });
});

test('an entity tag does not promise bytes that a better compression replaces', async () => {
  const ask = () => site.get('/contact-us', { headers: { 'Accept-Encoding': 'br' } });
  const first = await ask();
  await site.prepare();
  const later = await ask();
  const [before, after] = [Buffer.from(await first.arrayBuffer()), Buffer.from(await later.arrayBuffer())];
  expect(after.byteLength).toBeLessThan(before.byteLength);
  const strong = [first, later].map((response) => response.headers.get('etag')).filter((tag) => !tag?.startsWith('W/'));
  expect(new Set(strong).size).toBe(strong.length);
});

test('a change of the content is seen at once, on every page', async () => {
  expect(await site.read('/')).toContain('What we do');
  await site.read('/contact-us');
  await directory.edit('pages/home.yaml', 'What we do', 'What we build');
  await vi.waitFor(async () => expect(await site.read('/')).toContain('What we build'), { timeout: 30_000 });
  expect(await renderingsOf(() => site.read('/contact-us'))).toBe(1);
  expect(await renderingsOf(() => site.read('/contact-us'))).toBe(0);
});

test('what most visits begin with is there before the first one, as small as it gets', {
  timeout: 60_000,
}, async () => {
  await site.prepare();
  const pages = site.content().pages.flatMap(({ address, aliases }) => [address, ...aliases]);
  const rendered = await renderingsOf(async () => {
    for (const path of [...pages, '/what-we-think?category=insights']) {
      const response = await site.get(path, { headers: { 'Accept-Encoding': 'br' } });
      const sent = new Uint8Array(await response.arrayBuffer());
      expect(response.headers.get('content-length'), path).toBe(String(sent.byteLength));
      const plain = new TextEncoder().encode(await site.read(path));
      expect(sent, path).toEqual(new Uint8Array(await smallestBrotli(plain)));
    }
  });
  expect(rendered).toBe(0);
});

test('it is there again after a change of the content, without a visitor', async () => {
  await site.prepare();
  const before = site.renderings();
  await directory.edit('pages/home.yaml', 'What we do', 'What we build');
  const again = site.content().pages.length;
  await vi.waitFor(() => expect(site.renderings() - before).toBeGreaterThanOrEqual(again), { timeout: 30_000 });
  expect(await renderingsOf(async () => expect(await site.read('/')).toContain('What we build'))).toBe(0);
});

test('an entity tag is that of the bytes: it changes with the content, and gets 304 until then', async () => {
  const tag = (await site.get('/')).headers.get('etag') ?? '';
  const ask = () => site.get('/', { headers: { 'If-None-Match': tag } });
  expect((await ask()).status).toBe(304);
  await directory.edit('pages/home.yaml', 'What we do', 'What we build');
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
