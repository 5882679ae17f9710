import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import type { HttpBindings } from './http-env.ts';
import type { CacheRequest, ReadyResponse } from './page-cache.ts';
import { exchange } from './raw-exchange.fixture.ts';
import { hasBody } from './raw-headers.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { type ConnectionLimits, type RunningServer, serve } from './serve.ts';

const securityHeaders = createSecurityHeaders('http://localhost');
let lines: string[] = [];
const log = createLog({ level: 'debug', clock: { now: () => new Date(0) }, write: (line) => lines.push(line) });
let running: RunningServer | undefined;

async function start(
  fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>,
  limits: Partial<ConnectionLimits> = {},
  lookup?: (request: CacheRequest) => ReadyResponse | undefined,
): Promise<number> {
  running = await serve({ host: '127.0.0.1', port: 0, securityHeaders, log, fetch, limits, lookup });
  return running.port;
}

const hello = () => new Response('hello');

afterEach(async () => {
  await running?.stop(0);
  running = undefined;
  lines = [];
});

/** Exchanges that end before the application sees a request. */
const refusals: readonly (readonly [string, readonly string[], number])[] = [
  ['bytes that are not HTTP', ['HELLO\r\n\r\n'], 400],
  ['a version that does not exist', ['GET / HTTP/9.9\r\nHost: a\r\n\r\n'], 400],
  ['a header without a colon', ['GET / HTTP/1.1\r\nHost: a\r\nwrong\r\n\r\n'], 400],
  ['a space before the colon', ['GET / HTTP/1.1\r\nHost : a\r\n\r\n'], 400],
  ['a folded header', ['GET / HTTP/1.1\r\nHost: a\r\nX-A: b\r\n c\r\n\r\n'], 400],
  ['a NUL in a header', ['GET / HTTP/1.1\r\nHost: a\r\nX-A: b\0c\r\n\r\n'], 400],
  ['two Host headers', ['GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'], 400],
  ['the same Host twice', ['GET / HTTP/1.1\r\nHost: a\r\nhost: a\r\n\r\n'], 400],
  ['no Host', ['GET / HTTP/1.1\r\n\r\n'], 400],
  ['a Host that is none', ['GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n'], 400],
  ['a backslash in the path', ['GET /\\evil.example/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'], 400],
  ['a target that is no path', ['GET * HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'], 400],
  [
    'a length and chunks',
    ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    400,
  ],
  ['two lengths', ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 4\r\n\r\nabcd'], 400],
  ['a length that is no number', ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n'], 400],
  ['headers that are too large', [`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(17 * 1024)}\r\n\r\n`], 431],
  ['headers that are much too large', [`GET / HTTP/1.1\r\nHost: a\r\nX-A: ${'a'.repeat(2_000_000)}\r\n\r\n`], 431],
  ['an address that is too large', [`GET /${'a'.repeat(17 * 1024)} HTTP/1.1\r\nHost: a\r\n\r\n`], 431],
  ['an expectation', ['GET / HTTP/1.1\r\nHost: a\r\nExpect: wonders\r\n\r\n'], 417],
];

describe('requests that never reach the application', () => {
  test.each(refusals)('%s', async (_, parts, status) => {
    const fetch = vi.fn(hello);
    const response = await exchange(await start(fetch), parts);
    expect(response.status).toBe(status);
    expect(response.headers).toMatchObject({
      ...securityHeaders.bare,
      'content-type': 'text/plain; charset=utf-8',
      date: expect.stringMatching(/ GMT$/),
      connection: 'close',
    });
    expect(response.headers).not.toHaveProperty('server');
    expect(response.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
    expect(fetch).not.toHaveBeenCalled();
  });

  test.each(['/?q=é', '/é'])('%s in raw UTF-8, with the reason', async (target) => {
    const response = await exchange(await start(hello), [`GET ${target} HTTP/1.1\r\nHost: a\r\n\r\n`]);
    expect(response).toMatchObject({ status: 400, headers: securityHeaders.bare });
    expect(response.text).toContain('must be percent-encoded, such as %C3%A9 for é');
  });
});

describe('a response that is ready', () => {
  const body = new TextEncoder().encode('cached');
  const lookup = ({ method, url, rawHeaders }: CacheRequest): ReadyResponse | undefined =>
    url === '/cached' && !hasBody(rawHeaders)
      ? { status: 200, headers: { 'content-length': '6' }, body: method === 'HEAD' ? undefined : body }
      : undefined;
  const ask = async (head: string, rest = '') => {
    const fetch = vi.fn(hello);
    const response = await exchange(await start(fetch, {}, lookup), [`${head}Connection: close\r\n\r\n${rest}`]);
    return { ...response, reachedApplication: fetch.mock.calls.length };
  };

  test('is sent before the application sees its request', async () => {
    const got = await ask('GET /cached HTTP/1.1\r\nHost: a\r\n');
    expect(got).toMatchObject({ status: 200, headers: { 'content-length': '6' }, reachedApplication: 0 });
    expect(got.text).toMatch(/\r\n\r\ncached$/);
    const head = await ask('HEAD /cached HTTP/1.1\r\nHost: a\r\n');
    expect(head).toMatchObject({ status: 200, headers: { 'content-length': '6' }, reachedApplication: 0 });
    expect(head.text).toMatch(/\r\n\r\n$/);
  });

  test('is not sent to a request that is refused', async () => {
    expect(await ask('GET /cached HTTP/1.1\r\nHost: foo.1\r\n')).toMatchObject({ status: 400, reachedApplication: 0 });
  });

  test.each([
    ['another path', 'GET /other HTTP/1.1\r\nHost: a\r\n', ''],
    ['a request with a body', 'GET /cached HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n', 'abc'],
  ])('is not there for %s', async (_, head, rest) => {
    expect(await ask(head, rest)).toMatchObject({ status: 200, reachedApplication: 1 });
  });

  test('is sent for each of several requests on one connection, in their order', async () => {
    const get = (path: string, close = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${close}\r\n`;
    const port = await start(hello, {}, lookup);
    const { text } = await exchange(port, [get('/cached') + get('/other') + get('/cached', 'Connection: close\r\n')]);
    expect(text.match(/hello|cached/g)).toEqual(['cached', 'hello', 'cached']);
  });
});

test('a request of HTTP/1.0 needs no Host', async () => {
  const response = await exchange(await start(hello), ['GET / HTTP/1.0\r\n\r\n']);
  expect(response.status).toBe(200);
});

test('a client that ends its side after its request gets the response, and then its connection is closed', async () => {
  let socket: Socket | undefined;
  const port = await start(async (request, { incoming }) => {
    socket = incoming?.socket;
    const text = await request.text();
    if (socket && !socket.readableEnded) await once(socket, 'end');
    return new Response(`received ${text}`);
  });
  const response = await exchange(port, ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nform'], { end: true });
  expect(response).toMatchObject({ status: 200, text: expect.stringContaining('received form') });
  if (!socket?.destroyed) await once(socket as Socket, 'close');
});

test('a client that ends its side within its request gets no response from the application', async () => {
  const received = vi.fn();
  const port = await start(async (request) => {
    received(await request.text());
    return hello();
  });
  const half = ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nform'];
  expect(await exchange(port, half, { end: true })).toMatchObject({ status: 400 });
  expect(received).not.toHaveBeenCalled();
});

test('a body that breaks the rules gets no second response', async () => {
  const port = await start(async (request) => new Response(await request.text()));
  const response = await exchange(port, [
    'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n',
    '3\r\nabc\r\nzz\r\n',
  ]);
  expect(response.text.match(/HTTP\/1\.1/g)).toHaveLength(1);
  expect(response.status).toBe(400);
});

describe('too slow', () => {
  const limits = { headersMs: 200, requestMs: 400, checkMs: 50 };

  test('nothing at all', async () => {
    // Rejects if the connection stays open.
    await expect(exchange(await start(hello, limits), [])).resolves.toBeDefined();
  });

  test('headers a byte at a time', async () => {
    const request = 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
    const response = await exchange(await start(hello, limits), [...request], { pauseMs: 30 });
    expect(response.status).toBe(408);
    expect(response.headers).toMatchObject(securityHeaders.bare);
  });

  test('a body a byte at a time', async () => {
    const port = await start(async (request) => new Response(await request.text()), limits);
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n';
    const response = await exchange(port, [head, ...'a'.repeat(100)], { pauseMs: 30 });
    expect(response.status).toBe(408);
    expect(response.headers).toMatchObject(securityHeaders.bare);
  });

  test('a body that stalls after a fast start', async () => {
    const port = await start(async (request) => new Response(await request.text()), { ...limits, paceBytes: 1000 });
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n';
    const response = await exchange(port, [head, 'a'.repeat(50_000)]);
    expect(response.status).toBe(408);
    expect(response.headers).toMatchObject(securityHeaders.bare);
  });

  test('but not a long body that keeps up its pace', async () => {
    // The window is wide enough for a busy machine.
    const paced = { ...limits, requestMs: 1000, paceBytes: 1000 };
    const port = await start(async (request) => new Response(`${(await request.text()).length} bytes`), paced);
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 60000\r\n\r\n';
    const parts = Array.from({ length: 60 }, () => 'a'.repeat(1000));
    const response = await exchange(port, [head, ...parts], { pauseMs: 40, timeoutMs: 15_000 });
    expect(response.text).toContain('60000 bytes');
    expect(response.ms).toBeGreaterThan(paced.requestMs * 2);
  });

  test('a body that keeps up its pace for too long', async () => {
    const paced = { ...limits, paceBytes: 1, maxRequestMs: 800 };
    const port = await start(async (request) => new Response(await request.text()), paced);
    const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n';
    const response = await exchange(port, [head, ...'a'.repeat(100)], { pauseMs: 30 });
    expect(response.status).toBe(408);
  });

  test('a connection that stays idle', async () => {
    const port = await start(hello, { ...limits, idleMs: 200 });
    const response = await exchange(port, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n']);
    expect(response.status).toBe(200);
  });
});

test('an upload that is refused ends the connection instead of being received', async () => {
  const linger = { silentMs: 300, receiveMs: 30_000, bytes: 100_000, takeMs: 1000 };
  const port = await start(() => new Response('too large', { status: 413, headers: { connection: 'close' } }), {
    linger,
  });
  const head = 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000000\r\n\r\n';
  const response = await exchange(port, [head, ...Array.from({ length: 200 }, () => 'a'.repeat(1000))], { pauseMs: 5 });
  expect(response.status).toBe(413);
});

test('a failure outside the application gets a response with the usual headers', async () => {
  const port = await start(() => Promise.reject(new Error('the cause')));
  const response = await exchange(port, ['GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n']);
  expect(response.status).toBe(500);
  expect(response.headers).toMatchObject(securityHeaders.bare);
  expect(response.text).not.toContain('the cause');
  expect(lines.join()).toContain('the cause');
});

test('a port that is taken is an error', async () => {
  const port = await start(hello);
  await expect(serve({ host: '127.0.0.1', port, securityHeaders, log, fetch: hello })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

/** Resolves once nothing listens on a port any more. */
async function refused(port: number): Promise<void> {
  for (let code: string | undefined; code !== 'ECONNREFUSED'; ) {
    const socket = connect(port, '127.0.0.1');
    code = await new Promise<string | undefined>((resolve) => {
      socket
        .once('connect', () => resolve(undefined))
        .once('error', (error) => resolve((error as NodeJS.ErrnoException).code));
    });
    socket.destroy();
  }
}

describe('stopping', () => {
  test('finishes requests in flight and accepts no new ones', async () => {
    const requested = Promise.withResolvers<void>();
    const finished = Promise.withResolvers<Response>();
    const port = await start(() => {
      requested.resolve();
      return finished.promise;
    });
    const response = exchange(port, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n']);
    await requested.promise;
    const stopped = running?.stop(5000);
    await refused(port);
    finished.resolve(new Response('finished'));
    expect((await response).text).toContain('finished');
    await stopped;
  });

  test('serves connections that only the kernel has accepted', async () => {
    const port = await start(hello);
    const waiting = Array.from({ length: 20 }, () =>
      exchange(port, ['GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n']),
    );
    const stopped = running?.stop(5000);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual(waiting.map(() => 200));
    await stopped;
  });

  test('serves one more request on a keep-alive connection, and then closes it', async () => {
    const port = await start(hello);
    const socket = connect(port, '127.0.0.1');
    const received: string[] = [];
    const ended = new Promise((resolve) => socket.once('end', resolve));
    socket.on('data', (chunk) => received.push(String(chunk)));
    const ask = () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
    ask();
    await vi.waitFor(() => expect(received.join('')).toMatch(/hello$/u), { timeout: 30_000 });
    received.length = 0;
    const stopped = running?.stop(5000);
    await refused(port);
    ask();
    await ended;
    expect(received.join('')).toMatch(/^connection: close\r$/imu);
    expect(received.join('')).toContain('hello');
    socket.end();
    await stopped;
  });

  test('does not wait for idle connections', async () => {
    const port = await start(hello);
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
    const closed = once(socket, 'close');
    await once(socket, 'data');
    await running?.stop(30_000);
    expect(lines.join()).not.toContain('requests were cut off');
    await closed;
  });

  test('cuts off requests that take longer than the grace period', async () => {
    const requested = Promise.withResolvers<void>();
    const port = await start(() => {
      requested.resolve();
      return new Promise(() => {});
    });
    const cut = exchange(port, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n']);
    await requested.promise;
    await running?.stop(200);
    expect((await cut).status).toBe(0);
    expect(lines.join()).toContain('requests were cut off');
  });

  test('leaves aborted requests time to remove their files', async () => {
    let isPutAway = false;
    const requested = Promise.withResolvers<void>();
    const port = await start(async (request) => {
      requested.resolve();
      await request.text().catch(() => {});
      await new Promise((resolve) => setTimeout(resolve, 200));
      isPutAway = true;
      return hello();
    });
    const cut = exchange(port, ['POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nhalf ']);
    await requested.promise;
    await running?.stop(100);
    expect((await cut).status).toBe(0);
    expect(isPutAway).toBe(true);
  });
});

describe('a process', () => {
  let child: ChildProcess | undefined;
  afterEach(() => {
    child?.kill('SIGKILL');
  });

  /** Starts `serve.fixture.ts`. @returns `line`, which resolves with the first line of its output that begins so */
  async function startProcess({ graceMs }: { graceMs: number }) {
    const fixture = fileURLToPath(new URL('serve.fixture.ts', import.meta.url));
    const started = spawn(process.execPath, [fixture, String(graceMs)], { stdio: ['ignore', 'pipe', 'inherit'] });
    child = started;
    const ended = new Promise<number | null>((resolve) => started.on('exit', resolve));
    let output = '';
    started.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
    const line = (start: string) =>
      vi.waitUntil(() => output.split('\n').find((printed) => printed.startsWith(start)), { timeout: 30_000 });
    return { port: Number((await line('ready ')).split(' ')[1]), ended, line };
  }

  /** Sends a request that the process never responds to. */
  function hold(port: number): void {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET /held HTTP/1.1\r\nHost: a\r\n\r\n'));
    socket.on('error', () => {});
  }

  test('finishes requests in flight at SIGTERM and exits 0', async () => {
    const { port, ended, line } = await startProcess({ graceMs: 60_000 });
    const response = exchange(port, ['GET / HTTP/1.1\r\nHost: a\r\n\r\n'], { timeoutMs: 30_000 });
    await line('requested');
    child?.kill('SIGTERM');
    expect((await response).text).toContain('responded');
    expect(await ended).toBe(0);
  });

  test('exits 0 after the grace period, with requests still in flight', async () => {
    const { port, ended, line } = await startProcess({ graceMs: 500 });
    hold(port);
    await line('requested');
    child?.kill('SIGINT');
    expect(await ended).toBe(0);
  });

  test('exits at once at the second signal', async () => {
    const { port, ended, line } = await startProcess({ graceMs: 300_000 });
    hold(port);
    await line('requested');
    child?.kill('SIGTERM');
    await line('stopping');
    // Until one of them comes late enough not to be taken for a duplicate of the first.
    const signals = setInterval(() => child?.kill('SIGTERM'), 20);
    // The code would be 0 if it had waited for requests in flight.
    expect(await ended.finally(() => clearInterval(signals))).toBe(143);
  });
});
