import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test, vi } from 'vitest';
import { minEncodedBytes, smallestBrotli } from './content-encoding.ts';
import { PageCache } from './page-cache.ts';

const html = `<!doctype html><title>Who we are</title>${'<p>Bridges.</p>'.repeat(200)}`;
const longHtml = Array.from({ length: 400 }, (_, index) => `<p>Pier ${index * 7919} of span ${index ** 3}</p>`).join(
  '\n',
);
const policy = "default-src 'none'; script-src 'sha256-x'";
const pageHeaders = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy };
const render = async () => new Response(html, { headers: pageHeaders });

const complete = (headers: Headers) => headers.set('x-content-type-options', 'nosniff');
const cacheOf = (options: Partial<ConstructorParameters<typeof PageCache>[0]> = {}) =>
  new PageCache({
    maxBytes: 1_000_000,
    isCommon: (key) => !key.includes('?'),
    isBusy: () => false,
    complete,
    ...options,
  });
const request = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://localhost/who-we-are', { headers, method });
const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('a response', () => {
  test('is rendered once and stored with its policy', async () => {
    const cache = cacheOf();
    const renderer = vi.fn(render);
    const first = await cache.respond(request(), '/who-we-are', renderer);
    const second = await cache.respond(request(), '/who-we-are', renderer);
    expect(renderer).toHaveBeenCalledTimes(1);
    for (const response of [first, second]) {
      expect(response.status).toBe(200);
      expect(await response.text()).toBe(html);
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: 'Accept-Encoding',
        etag: expect.stringMatching(/^"[^"]+"$/),
        'content-length': String(html.length),
      });
      expect(response.headers.has('content-encoding')).toBe(false);
    }
  });

  test.each([200, 404, 303])('of status %i has the headers of every response, and its own', async (status) => {
    const cache = cacheOf();
    const headers = status === 303 ? { Location: '/elsewhere' } : pageHeaders;
    const renderer = async () => new Response(status === 303 ? null : html, { status, headers });
    for (const trace of ['one', 'two']) {
      const response = await cache.respond(request(), '/', renderer, { 'x-request-id': trace });
      expect(response.status).toBe(status);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(response.headers.get('x-request-id')).toBe(trace);
    }
  });

  test('is sent in the encoding that the client accepts', async () => {
    const cache = cacheOf();
    const brotli = await cache.respond(request({ 'accept-encoding': 'gzip, br' }), '/', render);
    expect(brotli.headers.get('content-encoding')).toBe('br');
    const gzip = await cache.respond(request({ 'accept-encoding': 'gzip' }), '/', render);
    expect(gzip.headers.get('content-encoding')).toBe('gzip');
    expect(gzip.headers.get('etag')).not.toBe(brotli.headers.get('etag'));
    const [brotliBytes, gzipBytes] = [await bytesOf(brotli), await bytesOf(gzip)];
    expect(brotli.headers.get('content-length')).toBe(String(brotliBytes.byteLength));
    expect(brotliDecompressSync(brotliBytes).toString()).toBe(html);
    expect(gunzipSync(gzipBytes).toString()).toBe(html);
  });

  test('is recompressed while no visitor is being served, under a weak tag', async () => {
    let isBusy = true;
    const cache = cacheOf({ isBusy: () => isBusy });
    const ask = (headers: Record<string, string> = {}) =>
      cache.respond(
        request({ 'accept-encoding': 'br', ...headers }),
        '/',
        async () => new Response(longHtml, { headers: pageHeaders }),
      );
    const first = await ask();
    const [firstBytes, firstTag] = [await bytesOf(first), first.headers.get('etag') ?? ''];
    isBusy = false;
    await cache.improved();
    const later = await ask();
    const laterBytes = await bytesOf(later);
    expect(laterBytes).toEqual(await smallestBrotli(new TextEncoder().encode(longHtml)));
    expect(laterBytes.byteLength).toBeLessThan(firstBytes.byteLength);
    expect(later.headers.get('content-length')).toBe(String(laterBytes.byteLength));
    // RFC 9110, 8.8.1: a strong validator changes whenever the bytes of the representation do.
    expect([firstTag, later.headers.get('etag')]).toEqual([firstTag, firstTag]);
    expect(firstTag).toMatch(/^W\/"[^"]+"$/);
    expect((await ask({ 'if-none-match': firstTag })).status).toBe(304);
  });

  test('keeps its best encoding when the content changes, until it changes itself', async () => {
    const cache = cacheOf();
    const sizeOf = async (text: string) =>
      Number(
        (await cache.respond(request({ 'accept-encoding': 'br' }), '/', async () => new Response(text))).headers.get(
          'content-length',
        ),
      );
    const firstSize = await sizeOf(longHtml);
    await cache.improved();
    const bestSize = await sizeOf(longHtml);
    expect(bestSize).toBeLessThan(firstSize);
    cache.clear();
    expect(await sizeOf(longHtml)).toBe(bestSize);
    cache.clear();
    expect(await sizeOf(longHtml.replace('Pier 0', 'Pier x'))).toBeGreaterThan(bestSize);
  });

  test('without an encoding, whose bytes never change, has a strong tag', async () => {
    const response = await cacheOf().respond(request(), '/', render);
    expect(response.headers.get('etag')).toMatch(/^"[^"]+"$/);
  });

  test('that is smaller than a network packet is not compressed', async () => {
    for (const [length, encoding] of [
      [minEncodedBytes - 1, null],
      [minEncodedBytes, 'br'],
    ] as const) {
      const response = await cacheOf().respond(
        request({ 'accept-encoding': 'br' }),
        '/',
        async () => new Response('a'.repeat(length)),
      );
      expect([response.headers.get('content-encoding'), response.headers.get('vary')]).toEqual([
        encoding,
        'Accept-Encoding',
      ]);
    }
  });

  test.each([
    [200, 'public, max-age=0, must-revalidate'],
    [404, 'public, max-age=0, must-revalidate'],
    [410, 'public, max-age=0, must-revalidate'],
    [301, 'public, max-age=3600'],
    [308, 'public, max-age=3600'],
    [302, 'no-store'],
    [303, 'no-store'],
    [400, 'no-store'],
    [500, 'no-store'],
  ])('of status %i says how long it may be stored', async (status, policy) => {
    const response = await cacheOf().respond(request(), '/', async () => new Response('x', { status }));
    expect(response.headers.get('cache-control')).toBe(policy);
    const own = await cacheOf().respond(
      request(),
      '/',
      async () => new Response('x', { status, headers: { 'Cache-Control': 'max-age=5' } }),
    );
    expect(own.headers.get('cache-control')).toBe('max-age=5');
  });

  test('is 304 with the page’s own policy if the client has it', async () => {
    const cache = cacheOf();
    const first = await cache.respond(request({ 'accept-encoding': 'br' }), '/', render);
    const tag = first.headers.get('etag') ?? '';
    const again = await cache.respond(request({ 'accept-encoding': 'br', 'if-none-match': tag }), '/', render);
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
    const plain = await cache.respond(request({ 'if-none-match': tag }), '/', render);
    expect(plain.status).toBe(200);
  });

  test('to HEAD has the headers of GET but no body', async () => {
    const cache = cacheOf();
    const head = await cache.respond(request({}, 'HEAD'), '/', render);
    expect(head.headers.get('content-length')).toBe(String(html.length));
    expect(await head.text()).toBe('');
  });

  test('extends the Vary header of the page', async () => {
    const response = await cacheOf().respond(
      request(),
      '/',
      async () => new Response(html, { headers: { Vary: 'Accept' } }),
    );
    expect(response.headers.get('vary')).toBe('Accept, Accept-Encoding');
  });
});

describe('not cached', () => {
  test.each([
    ['an unknown address', { status: 404, headers: pageHeaders }],
    ['a page that sets a cookie', { status: 200, headers: { 'Set-Cookie': 'a=b' } }],
    ['a page that forbids it', { status: 200, headers: { 'Cache-Control': 'no-store' } }],
  ])('%s', async (_, init) => {
    const cache = cacheOf();
    const renderer = vi.fn(async () => new Response(html, init));
    await cache.respond(request(), '/', renderer);
    const response = await cache.respond(request({ 'accept-encoding': 'gzip' }), '/', renderer);
    expect(renderer).toHaveBeenCalledTimes(2);
    expect(cache.bytes).toBe(0);
    expect(response.status).toBe(init.status);
    expect(response.headers.get('content-encoding')).toBe('gzip');
    expect(gunzipSync(await bytesOf(response)).toString()).toBe(html);
  });

  test('a redirect, which is passed on unchanged', async () => {
    const cache = cacheOf();
    const headers = new Headers({ Location: '/what-we-think?page=3' });
    headers.append('Set-Cookie', 'a=1');
    headers.append('Set-Cookie', 'b=2');
    const response = await cache.respond(request(), '/', async () => new Response(null, { status: 303, headers }));
    expect([response.status, response.headers.get('location'), response.headers.getSetCookie()]).toEqual([
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
    const response = await cacheOf().respond(request(), '/', async () => new Response(html, { headers }));
    expect(response.headers.getSetCookie()).toEqual(['a=1', 'b=2']);
  });

  test('a failed rendering', async () => {
    const cache = cacheOf();
    await expect(cache.respond(request(), '/', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect((await cache.respond(request(), '/', render)).status).toBe(200);
  });

  test('a page larger than the cache', async () => {
    const cache = cacheOf({ maxBytes: 500 });
    expect((await cache.respond(request(), '/', render)).status).toBe(200);
    expect(cache.bytes).toBe(0);
  });
});

describe('at the same time', () => {
  test('requests for one page share its rendering', async () => {
    const cache = cacheOf();
    const renderer = vi.fn(render);
    const responses = await Promise.all(Array.from({ length: 20 }, () => cache.respond(request(), '/', renderer)));
    expect(renderer).toHaveBeenCalledTimes(1);
    expect(new Set(await Promise.all(responses.map((response) => response.text())))).toEqual(new Set([html]));
  });

  test('requests for two pages do not', async () => {
    const cache = cacheOf();
    const renderer = vi.fn(render);
    await Promise.all([cache.respond(request(), '/a', renderer), cache.respond(request(), '/b', renderer)]);
    expect(renderer).toHaveBeenCalledTimes(2);
  });

  test('a rendering of the old content is neither cached nor shared after a change', async () => {
    const cache = cacheOf();
    const gate = Promise.withResolvers<Response>();
    const old = cache.respond(request(), '/', () => gate.promise);
    cache.clear();
    const fresh = await cache.respond(request(), '/', async () => new Response('new'));
    gate.resolve(new Response('old'));
    expect(await fresh.text()).toBe('new');
    expect(await (await old).text()).toBe('old');
    expect(await (await cache.respond(request(), '/', render)).text()).toBe('new');
  });
});

describe('memory', () => {
  test('is bounded, whatever strangers request', async () => {
    const maxBytes = 200_000;
    const cache = cacheOf({ maxBytes });
    for (let index = 0; index < 1000; index += 1) {
      await cache.respond(
        request({ 'accept-encoding': index % 2 === 0 ? 'br' : 'gzip' }),
        `/posts?search=${index}`,
        async () => new Response(longHtml.slice(index), { headers: pageHeaders }),
      );
      expect(cache.bytes).toBeLessThanOrEqual(maxBytes);
    }
    expect(
      cache.lookup({ method: 'GET', url: '/posts?search=999', rawHeaders: ['Accept-Encoding', 'gzip'] }),
    ).toBeDefined();
  });

  test.each(['br', 'gzip'])(
    'of a small response in %s is its own, not that of the buffer it was made in',
    async (encoding) => {
      const cache = cacheOf();
      await cache.respond(request({ 'accept-encoding': encoding }), '/', async () => new Response('a'.repeat(5000)));
      const body = cache.lookup({ method: 'GET', url: '/', rawHeaders: ['Accept-Encoding', encoding] })?.body;
      expect(body?.byteLength).toBeLessThan(100);
      expect(body?.buffer.byteLength).toBe(body?.byteLength);
      expect(cache.bytes).toBeGreaterThan(body?.byteLength ?? Infinity);
    },
  );

  test('stores a page only in the encodings that were requested', async () => {
    const cache = cacheOf();
    const renderer = vi.fn(async () => new Response(longHtml, { headers: pageHeaders }));
    const ask = (encoding: string) => cache.respond(request({ 'accept-encoding': encoding }), '/a?b', renderer);
    const lookup = (encoding: string) =>
      cache.lookup({ method: 'GET', url: '/a?b', rawHeaders: ['Accept-Encoding', encoding] });
    const brotli = await bytesOf(await ask('br'));
    expect([lookup('br')?.body, lookup('gzip'), lookup('')]).toEqual([brotli, undefined, undefined]);
    expect(cache.bytes).toBeLessThan(brotli.byteLength + 2000);
    expect(gunzipSync(await bytesOf(await ask('gzip'))).toString()).toBe(longHtml);
    expect(await (await ask('')).text()).toBe(longHtml);
    expect(['br', 'gzip', ''].map((encoding) => lookup(encoding) !== undefined)).toEqual([true, true, true]);
    expect(renderer).toHaveBeenCalledTimes(1);
  });
});

describe('a page that many URLs share', () => {
  const lost = (renderer = vi.fn(async () => new Response(longHtml, { status: 404, headers: pageHeaders }))) => ({
    renderer,
    render: async () => ({ sharedKey: 'not found', render: renderer }),
  });

  test('is rendered and cached once for all of them', async () => {
    const cache = cacheOf();
    const { render, renderer } = lost();
    const ask = (key: string) => cache.respond(request({ 'accept-encoding': 'br' }), key, render);
    const first = await ask('/nowhere-0');
    const bytes = cache.bytes;
    const others = await Promise.all(Array.from({ length: 50 }, (_, index) => ask(`/nowhere-${index}`)));
    expect(renderer).toHaveBeenCalledTimes(1);
    expect(cache.bytes).toBe(bytes);
    const body = await bytesOf(first);
    expect(brotliDecompressSync(body).toString()).toBe(longHtml);
    for (const other of others) {
      expect([other.status, other.headers.get('cache-control')]).toEqual([404, 'public, max-age=0, must-revalidate']);
      expect(Buffer.from(await bytesOf(other)).equals(body)).toBe(true);
    }
  });

  test('is 404 even if the client has it, and no target finds it', async () => {
    const cache = cacheOf();
    const { render } = lost();
    const response = await cache.respond(request({ 'if-none-match': '*' }), '/nowhere', render);
    expect([response.status, response.headers.has('etag')]).toEqual([404, false]);
    expect(cache.lookup({ method: 'GET', url: '/nowhere', rawHeaders: [] })).toBeUndefined();
  });

  test('is rendered again for new content', async () => {
    const cache = cacheOf();
    const { render, renderer } = lost();
    await cache.respond(request(), '/nowhere', render);
    cache.clear();
    await cache.respond(request(), '/nowhere', render);
    expect(renderer).toHaveBeenCalledTimes(2);
  });
});

describe('a look-up', () => {
  const page = async () => {
    const cache = cacheOf();
    const response = await cache.respond(request({ 'accept-encoding': 'br' }), '/who-we-are', render);
    return { cache, response, body: await bytesOf(response) };
  };
  const target = {
    method: 'GET',
    url: '/who-we-are',
    rawHeaders: ['Host', 'localhost', 'Accept-Encoding', 'gzip, br'],
  };

  test('returns the same response as the application', async () => {
    const { cache, response, body } = await page();
    expect(cache.lookup(target)).toEqual({ status: 200, headers: Object.fromEntries(response.headers), body });
    expect(cache.lookup({ ...target, method: 'HEAD' })).toEqual({
      status: 200,
      headers: Object.fromEntries(response.headers),
      body: undefined,
    });
    const rawHeaders = [...target.rawHeaders, 'If-None-Match', response.headers.get('etag') ?? ''];
    expect(cache.lookup({ ...target, rawHeaders })).toMatchObject({ status: 304, body: undefined });
    expect(cache.lookup({ ...target, rawHeaders })?.headers['content-length']).toBeUndefined();
  });

  test.each([
    ['another path', { url: '/who-we-are/' }],
    ['a query', { url: '/who-we-are?' }],
    ['an absolute target', { url: 'http://localhost/who-we-are' }],
    ['another method', { method: 'POST' }],
    ['an encoding that was not asked for yet', { rawHeaders: [] }],
    ['a body', { rawHeaders: [...target.rawHeaders, 'Content-Length', '0'] }],
    ['no target', { url: undefined }],
  ])('finds nothing for %s', async (_, change) => {
    const { cache } = await page();
    expect(cache.lookup({ ...target, ...change })).toBeUndefined();
  });
});
