import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { createPageCache, pageCacheKey } from './page-cache.ts';

const html = `<!doctype html><title>Who we are</title>${'<p>Bridges.</p>'.repeat(200)}`;
const policy = "default-src 'none'; script-src 'sha256-x'";
const pageHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
const render = async () => new Response(html, { headers: pageHeaders });

const complete = (headers: Headers) => headers.set('x-content-type-options', 'nosniff');
const cacheOf = (maxBytes = 1_000_000) =>
  createPageCache({ maxBytes, isCommon: (key) => !key.includes('?'), complete });
const request = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://localhost/who-we-are', { headers, method });
const bytesOf = async (answer: Response) => new Uint8Array(await answer.arrayBuffer());

describe('the key', () => {
  const known = ['category', 'search', 'topic', 'page'];
  test.each([
    ['/what-we-think', '/what-we-think'],
    ['/what-we-think?', '/what-we-think'],
    ['/what-we-think?utm_source=x&fbclid=y', '/what-we-think'],
    ['/what-we-think?page=2&category=insights', '/what-we-think?category=insights&page=2'],
    ['/what-we-think?topic=b&topic=a', '/what-we-think?topic=a&topic=b'],
    ['/what-we-think?search=&topic=a', '/what-we-think?topic=a'],
    ['/what-we-think?search=a%26topic%3Db', '/what-we-think?search=a%26topic%3Db'],
    ['/what-we-think?search=a+b', '/what-we-think?search=a+b'],
    ['/what-we-think?search=a%20b', '/what-we-think?search=a+b'],
    ['/what-we-think?search=%FF', '/what-we-think?search=%EF%BF%BD'],
  ])('of %s is %s', (address, key) => {
    expect(pageCacheKey(new URL(address, 'http://localhost'), known)).toBe(key);
  });

  test('is its own key', () => {
    const key = pageCacheKey(new URL('http://localhost/a?topic=ü&search=x%2By&topic=&z=1'), known);
    expect(pageCacheKey(new URL(key, 'http://localhost'), known)).toBe(key);
  });
});

describe('an answer', () => {
  test('is rendered once and stored with its policy', async () => {
    const cache = cacheOf();
    const renderer = vi.fn(render);
    const first = await cache.answer(request(), '/who-we-are', renderer);
    const second = await cache.answer(request(), '/who-we-are', renderer);
    expect(renderer).toHaveBeenCalledTimes(1);
    for (const answer of [first, second]) {
      expect(answer.status).toBe(200);
      expect(await answer.text()).toBe(html);
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: 'Accept-Encoding',
        etag: expect.stringMatching(/^"[^"]+"$/),
        'content-length': String(html.length),
      });
      expect(answer.headers.has('content-encoding')).toBe(false);
    }
  });

  test.each([200, 404, 303])('of status %i carries what every answer carries, and what is its own', async (status) => {
    const cache = cacheOf();
    const headers = status === 303 ? { Location: '/elsewhere' } : pageHeaders;
    const renderer = async () => new Response(status === 303 ? null : html, { status, headers });
    for (const trace of ['one', 'two']) {
      const answer = await cache.answer(request(), '/', renderer, { 'x-request-id': trace });
      expect(answer.status).toBe(status);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      expect(answer.headers.get('x-request-id')).toBe(trace);
    }
  });

  test('is sent as the visitor takes it', async () => {
    const cache = cacheOf();
    const brotli = await cache.answer(request({ 'accept-encoding': 'gzip, br' }), '/', render);
    expect(brotli.headers.get('content-encoding')).toBe('br');
    const gzip = await cache.answer(request({ 'accept-encoding': 'gzip' }), '/', render);
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gzip.headers.get('etag')).not.toBe(brotli.headers.get('etag'));
    const [brotliBytes, gzipBytes] = [await bytesOf(brotli), await bytesOf(gzip)];
    expect(brotli.headers.get('content-length')).toBe(String(brotliBytes.byteLength));
    expect(brotliDecompressSync(brotliBytes).toString()).toBe(html);
    expect(gunzipSync(gzipBytes).toString()).toBe(html);
  });

  test('becomes smaller in the background and keeps its tag', async () => {
    const cache = cacheOf();
    const ask = () =>
      cache.answer(
        request({ 'accept-encoding': 'br' }),
        '/',
        async () => new Response(longHtml, { headers: pageHeaders }),
      );
    const longHtml = Array.from(
      { length: 400 },
      (_, index) => `<p>Pier ${index * 7919} of span ${index ** 3}</p>`,
    ).join('\n');
    const first = await ask();
    await vi.waitFor(async () => {
      expect(Number((await ask()).headers.get('content-length'))).toBeLessThan(
        Number(first.headers.get('content-length')),
      );
    });
    const later = await ask();
    expect(later.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(brotliDecompressSync(await bytesOf(later)).toString()).toBe(longHtml);
  });

  test('is 304, with the page’s own policy, to whoever has it', async () => {
    const cache = cacheOf();
    const first = await cache.answer(request({ 'accept-encoding': 'br' }), '/', render);
    const tag = first.headers.get('etag') ?? '';
    const again = await cache.answer(request({ 'accept-encoding': 'br', 'if-none-match': tag }), '/', render);
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect(Object.fromEntries(again.headers)).toMatchObject({
      'content-security-policy': policy,
      'content-type': 'text/html; charset=utf-8',
      etag: tag,
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=0, must-revalidate',
    });
    expect(again.headers.has('content-length')).toBe(false);
    const plain = await cache.answer(request({ 'if-none-match': tag }), '/', render);
    expect(plain.status).toBe(200);
  });

  test('to HEAD has the headers of GET and no body', async () => {
    const cache = cacheOf();
    const head = await cache.answer(request({}, 'HEAD'), '/', render);
    expect(head.headers.get('content-length')).toBe(String(html.length));
    expect(await head.text()).toBe('');
  });

  test('adds to what the page varies by', async () => {
    const answer = await cacheOf().answer(
      request(),
      '/',
      async () => new Response(html, { headers: { Vary: 'Accept' } }),
    );
    expect(answer.headers.get('vary')).toBe('Accept, Accept-Encoding');
  });
});

describe('not kept', () => {
  test.each([
    ['an unknown address', { status: 404, headers: pageHeaders }],
    ['a page that sets a cookie', { status: 200, headers: { 'Set-Cookie': 'a=b' } }],
    ['a page that forbids it', { status: 200, headers: { 'Cache-Control': 'no-store' } }],
  ])('%s', async (_, init) => {
    const cache = cacheOf();
    const renderer = vi.fn(async () => new Response(html, init));
    await cache.answer(request(), '/', renderer);
    const answer = await cache.answer(request({ 'accept-encoding': 'gzip' }), '/', renderer);
    expect(renderer).toHaveBeenCalledTimes(2);
    expect(cache.get('/')).toBeUndefined();
    expect(answer.status).toBe(init.status);
    expect(answer.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await bytesOf(answer)).toString()).toBe(html);
  });

  test('a redirect, which stays as it was', async () => {
    const cache = cacheOf();
    const headers = new Headers({ Location: '/what-we-think?page=3' });
    headers.append('Set-Cookie', 'a=1');
    headers.append('Set-Cookie', 'b=2');
    const answer = await cache.answer(request(), '/', async () => new Response(null, { status: 303, headers }));
    expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([
      303,
      '/what-we-think?page=3',
      ['a=1', 'b=2'],
    ]);
  });

  test('two cookies stay two', async () => {
    const headers = new Headers([
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
    ]);
    const answer = await cacheOf().answer(request(), '/', async () => new Response(html, { headers }));
    expect(answer.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('what failed', async () => {
    const cache = cacheOf();
    await expect(cache.answer(request(), '/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect((await cache.answer(request(), '/', render)).status).toBe(200);
  });

  test('what is larger than the store', async () => {
    const cache = cacheOf(500);
    expect((await cache.answer(request(), '/', render)).status).toBe(200);
    expect(cache.get('/')).toBeUndefined();
  });
});

describe('at the same time', () => {
  test('requests of one page share its rendering', async () => {
    const cache = cacheOf();
    const renderer = vi.fn(render);
    const answers = await Promise.all(Array.from({ length: 20 }, () => cache.answer(request(), '/', renderer)));
    expect(renderer).toHaveBeenCalledTimes(1);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(new Set([html]));
  });

  test('requests of two pages do not', async () => {
    const cache = cacheOf();
    const renderer = vi.fn(render);
    await Promise.all([cache.answer(request(), '/a', renderer), cache.answer(request(), '/b', renderer)]);
    expect(renderer).toHaveBeenCalledTimes(2);
  });

  test('what the old content gave is neither kept nor shared after a change', async () => {
    const cache = cacheOf();
    const gate = Promise.withResolvers<Response>();
    const old = cache.answer(request(), '/', () => gate.promise);
    cache.clear();
    const fresh = await cache.answer(request(), '/', async () => new Response('new'));
    gate.resolve(new Response('old'));
    expect(await fresh.text()).toBe('new');
    expect(await (await old).text()).toBe('old');
    expect(await (await cache.answer(request(), '/', render)).text()).toBe('new');
  });
});
