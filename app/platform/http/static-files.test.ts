import { readdirSync, readlinkSync } from 'node:fs';
import { access, mkdir, mkdtemp, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileState } from '../files/file-state.ts';
import { smallestBrotli } from './content-encoding.ts';
import { compressStaticFiles, listStaticFiles, type StaticFile, staticFiles } from './static-files.ts';

const script = 'export const span = 42;\n'.repeat(100);
const film = Buffer.from(Array.from({ length: 1_500_000 }, (_, index) => index % 251));
const sprite = {
  bytes: new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  type: 'image/svg+xml',
  immutable: true,
};

let directory: string;
let app: Hono;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'static-files-'));
  const root = join(directory, 'client');
  await mkdir(join(root, 'assets'), { recursive: true });
  await writeFile(join(directory, 'secret.txt'), 'secret');
  await writeFile(join(root, 'assets/app-abc.js'), script);
  await writeFile(join(root, 'assets/two words.css'), 'a{}');
  await writeFile(join(root, 'assets/film-abc.mp4'), film);
  await writeFile(join(root, 'assets/clip-abc.mp4'), film.subarray(0, 1000));
  await writeFile(join(root, '.hidden'), 'hidden');
  for (const name of [
    'a.woff2',
    'a.svg',
    'a.webp',
    'a.avif',
    'site.webmanifest',
    'favicon.ico',
    'start.js',
    'start.css',
    'a.json',
    'a.xml',
    'a.txt',
    'a.unheard',
  ]) {
    await writeFile(join(root, name), 'x');
  }
  await writeFile(join(root, 'assets/built-abc.js'), script);
  await compressStaticFiles(join(root, 'assets'));
  await rm(join(root, 'assets/app-abc.js.br'));
  await writeFile(join(root, 'assets/alone.br'), 'of its own');
  await symlink(join(directory, 'secret.txt'), join(root, 'link.txt'));
  await symlink(directory, join(root, 'up'));
  app = new Hono();
  const built = await listStaticFiles(root, (pathname) => pathname.startsWith('/assets/'));
  const media = new Map<string, StaticFile>([
    ['/media/sprite.abc.svg', sprite],
    ['/media/one.abc-400.avif', { make: async () => ({ file: join(root, 'a.avif') }), immutable: true }],
    [
      '/media/two.abc-400.webp',
      { make: async () => ({ bytes: Buffer.from('made'), type: 'image/webp' }), immutable: true },
    ],
    ['/media/lost.abc-400.avif', { make: async () => undefined, immutable: true }],
  ]);
  app.use(staticFiles({ lookups: [built, (pathname) => media.get(pathname)], prefixes: ['/assets/', '/media/'] }));
  app.all('*', (context) => context.text('a page', 200, { 'X-Page': 'yes' }));
});

afterAll(() => rm(directory, { recursive: true }));

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { headers, method });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

/** Paths of the files that this process has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd').flatMap((descriptor) => {
    try {
      return [readlinkSync(`/proc/self/fd/${descriptor}`)];
    } catch {
      return [];
    }
  });

describe('a file generated on request', () => {
  test.each([
    ['/media/one.abc-400.avif', 'image/avif', 'x'],
    ['/media/two.abc-400.webp', 'image/webp', 'made'],
  ])('is served like a file: %s', async (address, type, body) => {
    const response = await get(address);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(await response.text()).toBe(body);
    expect((await get(address, { 'If-None-Match': response.headers.get('etag') ?? '' })).status).toBe(304);
    expect((await get(address, {}, 'HEAD')).headers.get('content-length')).toBe(String(body.length));
  });

  test('is an uncached 404 if it cannot be generated', async () => {
    const response = await get('/media/lost.abc-400.avif');
    expect(response.status).toBe(404);
    expect(response.headers.get('cache-control')).toBe('no-store');
  });
});

describe('a file', () => {
  test('whose path contains its hash is cached forever', async () => {
    const response = await get('/assets/app-abc.js');
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(script.length),
      vary: 'Accept-Encoding',
    });
    expect(await response.text()).toBe(script);
  });

  test('with a fixed path is cached for a short time', async () => {
    expect((await get('/favicon.ico')).headers.get('cache-control')).toBe('public, max-age=600');
  });

  test.each(['/start.js', '/start.css'])('with a fixed path that others must fit is revalidated: %s', async (path) => {
    const { headers } = await get(path);
    expect(headers.get('cache-control')).toBe('public, max-age=0, must-revalidate');
    expect((await get(path, { 'If-None-Match': headers.get('etag') ?? '' })).status).toBe(304);
  });

  test('is sent in the encoding that the client accepts, each with its own tag', async () => {
    const brotli = await get('/assets/app-abc.js', { 'accept-encoding': 'br' });
    const gzip = await get('/assets/app-abc.js', { 'accept-encoding': 'gzip' });
    expect([brotli.headers.get('content-encoding'), gzip.headers.get('content-encoding')]).toEqual(['br', 'gzip']);
    expect(brotli.headers.get('etag')).not.toBe(gzip.headers.get('etag'));
    expect(brotliDecompressSync(await bytesOf(brotli)).toString()).toBe(script);
    expect(gunzipSync(await bytesOf(gzip)).toString()).toBe(script);
  });

  test('that the build has compressed is sent at the best quality from the first request', async () => {
    const response = await get('/assets/built-abc.js', { 'accept-encoding': 'br' });
    const body = await bytesOf(response);
    expect(body).toEqual(Buffer.from(await smallestBrotli(new TextEncoder().encode(script))));
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'content-encoding': 'br',
      'content-length': String(body.byteLength),
    });
    expect(await (await get('/assets/built-abc.js')).text()).toBe(script);
    expect((await get('/assets/built-abc.js.br')).status, 'its compressed form has no address').toBe(404);
    expect(await (await get('/assets/alone.br')).text()).toBe('of its own');
  });

  test('that compression would not make smaller, or that is already compressed, is sent unchanged', async () => {
    for (const name of ['two words.css', 'film-abc.mp4'])
      await expect(access(join(directory, 'client/assets', `${name}.br`)), name).rejects.toThrow('ENOENT');
  });

  test('is 304 if the client has it', async () => {
    const tag = (await get('/assets/app-abc.js', { 'accept-encoding': 'br' })).headers.get('etag') ?? '';
    const again = await get('/assets/app-abc.js', { 'accept-encoding': 'br', 'if-none-match': tag });
    expect([again.status, again.headers.get('etag'), await again.text()]).toEqual([304, tag, '']);
    expect((await get('/assets/app-abc.js', { 'if-none-match': tag })).status).toBe(200);
  });

  test('responds to HEAD as to GET, without the body', async () => {
    for (const path of ['/assets/app-abc.js', '/assets/film-abc.mp4']) {
      const [head, full] = [await get(path, {}, 'HEAD'), await get(path)];
      expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(full.headers));
      expect(await head.text()).toBe('');
      await full.body?.cancel();
    }
  });

  test('may have any name that a path can contain', async () => {
    expect((await get('/assets/two%20words.css')).status).toBe(200);
  });

  test('that changes is sent again', async () => {
    const before = await get('/a.txt');
    await writeFile(join(directory, 'client/a.txt'), 'y');
    await utimes(join(directory, 'client/a.txt'), new Date(), new Date(Date.now() + 5000));
    const after = await get('/a.txt');
    expect([await before.text(), await after.text()]).toEqual(['x', 'y']);
    expect(after.headers.get('etag')).not.toBe(before.headers.get('etag'));
  });

  test('that replaced another has its own bytes at its own path, and is not cached at that of the other', async () => {
    const file = join(directory, 'drawing.svg');
    const files = new Map<string, StaticFile>();
    const write = async (path: string, bytes: string) => {
      await writeFile(file, bytes);
      files.set(path, { file, state: fileState(await stat(file)), immutable: true });
    };
    const serve = () => new Hono().use(staticFiles({ lookups: [(path) => files.get(path)], prefixes: [] }));
    const ask = async (app: Hono, path: string) => {
      const response = await app.request(path);
      return [await response.text(), response.headers.get('cache-control')];
    };
    const running = serve();
    const forever = 'public, max-age=31536000, immutable';
    await write('/media/drawing.1.svg', '<svg/>');
    expect(await ask(running, '/media/drawing.1.svg')).toEqual(['<svg/>', forever]);
    await write('/media/drawing.2.svg', '<svg></svg>');
    expect(await ask(running, '/media/drawing.2.svg')).toEqual(['<svg></svg>', forever]);
    expect(await ask(running, '/media/drawing.1.svg')).toEqual(['<svg/>', forever]);
    expect(await ask(serve(), '/media/drawing.1.svg')).toEqual(['<svg></svg>', 'no-store']);
  });

  test('that is overwritten while it is sent breaks the response, and one that is removed is sent whole', async () => {
    const file = join(directory, 'loop.mp4');
    const loop = new Hono().use(staticFiles({ lookups: [() => ({ file, immutable: true })], prefixes: [] }));
    const readAfter = async (change: () => Promise<void>) => {
      await writeFile(file, film);
      const chunks = (await loop.request('/media/loop.mp4')).body?.values() ?? expect.fail('There is no body');
      const bytes = [(await chunks.next()).value];
      await change();
      for await (const chunk of chunks) bytes.push(chunk);
      return Buffer.concat(bytes.filter((chunk) => chunk !== undefined));
    };
    expect((await readAfter(() => rm(file))).equals(film)).toBe(true);
    const overwrite = () => writeFile(file, Buffer.alloc(film.byteLength, 'new'));
    await expect(readAfter(overwrite)).rejects.toThrow('was changed while it was sent');
  });

  test.skipIf(process.platform !== 'linux')('that many request at the same time is read once', async () => {
    await writeFile(join(directory, 'client/popular.txt'), 'x'.repeat(30_000));
    const popular = new Hono().use(
      staticFiles({ lookups: [await listStaticFiles(join(directory, 'client'), () => true)], prefixes: [] }),
    );
    let isDone = false;
    const responses = Promise.all(Array.from({ length: 50 }, () => popular.request('/popular.txt'))).finally(() => {
      isDone = true;
    });
    let most = 0;
    while (!isDone) {
      most = Math.max(most, openFiles().filter((path) => path.endsWith('popular.txt')).length);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await responses).map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(most).toBeLessThanOrEqual(1);
  });

  test('generated in memory is served in the same way', async () => {
    const response = await get('/media/sprite.abc.svg', { 'accept-encoding': 'br' });
    expect([response.headers.get('content-type'), response.headers.get('content-encoding')]).toEqual([
      'image/svg+xml',
      'br',
    ]);
    expect(brotliDecompressSync(await bytesOf(response))).toEqual(Buffer.from(sprite.bytes));
  });

  test.each([
    ['/a.woff2', 'font/woff2'],
    ['/a.svg', 'image/svg+xml; charset=utf-8'],
    ['/a.webp', 'image/webp'],
    ['/a.avif', 'image/avif'],
    ['/assets/clip-abc.mp4', 'video/mp4'],
    ['/site.webmanifest', 'application/manifest+json'],
    ['/favicon.ico', 'image/x-icon'],
    ['/a.json', 'application/json'],
    ['/a.xml', 'application/xml; charset=utf-8'],
    ['/a.txt', 'text/plain; charset=utf-8'],
    ['/a.unheard', 'application/octet-stream'],
  ])('%s is %s', async (path, type) => {
    expect((await get(path)).headers.get('content-type')).toBe(type);
  });
});

describe('a range', () => {
  test.each([
    ['held', '/assets/clip-abc.mp4', 1000],
    ['streamed', '/assets/film-abc.mp4', film.byteLength],
  ])('of a %s film', async (_, path, size) => {
    const whole = await get(path);
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    expect((await bytesOf(whole)).equals(film.subarray(0, size))).toBe(true);

    for (const [range, start, end] of [
      ['bytes=0-1', 0, 1],
      ['bytes=500-', 500, size - 1],
      ['bytes=-10', size - 10, size - 1],
    ] as const) {
      const part = await get(path, { range });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, `bytes ${start}-${end}/${size}`]);
      expect(part.headers.get('content-length')).toBe(String(end - start + 1));
      expect((await bytesOf(part)).equals(film.subarray(start, end + 1))).toBe(true);
    }

    const past = await get(path, { range: `bytes=${size}-` });
    expect([past.status, past.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    expect(past.headers.get('cache-control')).toBe('no-store');
    expect((await get(path, { range: 'bytes=0-1', 'if-range': whole.headers.get('etag') ?? '' })).status).toBe(206);
    expect((await get(path, { range: 'bytes=0-1', 'if-range': '"another"' })).status).toBe(200);
    for (const range of ['bytes=0-1', `bytes=${size}-`]) {
      const head = await get(path, { range }, 'HEAD');
      expect([head.status, head.headers.get('content-length')]).toEqual([200, String(size)]);
    }
  });

  test.skipIf(process.platform !== 'linux')('leaves no file open whose response nobody reads', async () => {
    expect((await get('/assets/film-abc.mp4', { range: 'bytes=0-1' })).status).toBe(206);
    expect(openFiles()).not.toContainEqual(expect.stringContaining('film-abc.mp4'));
    const read = await get('/assets/film-abc.mp4');
    const reader = read.body?.getReader();
    await reader?.read();
    expect(openFiles()).toContainEqual(expect.stringContaining('film-abc.mp4'));
    await reader?.cancel();
    expect(openFiles()).not.toContainEqual(expect.stringContaining('film-abc.mp4'));
  });

  test('is not supported for compressed files', async () => {
    const response = await get('/assets/app-abc.js', { range: 'bytes=0-1' });
    expect([response.status, response.headers.has('accept-ranges')]).toEqual([200, false]);
  });
});

describe('not served', () => {
  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/link.txt',
    '/up/secret.txt',
    '/.hidden',
    '/assets',
    '/%00',
    '/%E0%A4%A',
  ])('%s', async (path) => {
    const response = await app.request(`http://localhost${path}`);
    expect(await response.text()).not.toMatch(/secret|hidden/);
  });

  test('an unknown file below a prefix of files is a 404 without a page', async () => {
    const response = await get('/assets/unknown.js');
    expect([response.status, response.headers.has('x-page'), response.headers.get('cache-control')]).toEqual([
      404,
      false,
      'no-store',
    ]);
  });

  test('an unknown file that a person opens, which is passed on to the page', async () => {
    const response = await get('/media/unknown.png', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(response.headers.get('x-page')).toBe('yes');
  });

  test('a file that vanished after the listing', async () => {
    await writeFile(join(directory, 'client/gone.txt'), 'x');
    const lookup = await listStaticFiles(join(directory, 'client'), () => false);
    await rm(join(directory, 'client/gone.txt'));
    const other = new Hono().use(staticFiles({ lookups: [lookup], prefixes: [] }));
    expect((await other.request('/gone.txt')).status).toBe(404);
  });

  test('a file that a symbolic link replaced after the listing', async () => {
    await writeFile(join(directory, 'client/swapped.txt'), 'x');
    const lookup = await listStaticFiles(join(directory, 'client'), () => false);
    await rm(join(directory, 'client/swapped.txt'));
    await symlink(join(directory, 'secret.txt'), join(directory, 'client/swapped.txt'));
    const other = new Hono().use(staticFiles({ lookups: [lookup], prefixes: [] }));
    expect((await other.request('/swapped.txt')).status).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('%s, which is passed on to the next handler', async (method) => {
    expect((await get('/assets/app-abc.js', {}, method)).headers.get('x-page')).toBe('yes');
  });
});

test('a directory that does not exist has no files', async () => {
  expect((await listStaticFiles(join(directory, 'none'), () => true))('/favicon.ico')).toBeUndefined();
});
