import { request } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import type { HttpEnv } from './http-env.ts';
import { exchange } from './raw-exchange.fixture.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { type ConnectionLimits, type RunningServer, serve } from './serve.ts';
import { unreadBody } from './unread-body.ts';

// Requests that are refused before they have arrived, by clients that are still sending them (RFC 9112, 9.6).

vi.setConfig({ testTimeout: 60_000 });

let server: RunningServer;
const log = createLog({ level: 'error', clock: { now: () => new Date(0) }, write: () => {} });

async function start(limits: Partial<ConnectionLimits> = {}): Promise<void> {
  const app = new Hono<HttpEnv>();
  app.use(unreadBody());
  app.all('/untouched', (context) => context.text('refused', 429));
  // Reads a part of the body and releases the stream.
  app.all('/begun', async (context) => {
    const reader = context.req.raw.body?.getReader();
    await reader?.read();
    reader?.releaseLock();
    return context.text('refused', 429);
  });
  server = await serve({
    host: '127.0.0.1',
    port: 0,
    securityHeaders: createSecurityHeaders('http://localhost'),
    log,
    fetch: app.fetch,
    limits,
  });
}
beforeEach(() => start());
afterEach(() => server.stop(0));

const pieces = (bytes: number, count: number) => Array.from({ length: count }, () => Buffer.alloc(bytes / count, 'x'));

/** The result of a request for the client: a status, or an error. */
type Seen = number | string;

/** Sends everything before it reads the response; each piece is a separate write. */
function sendRaw(path: string, body: readonly Buffer[]): Promise<Seen> {
  const length = body.reduce((sum, { length }) => sum + length, 0);
  return new Promise((resolve) => {
    const socket = connect({ port: server.port, host: '127.0.0.1', noDelay: true }, async () => {
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: ${length}\r\n\r\n`);
      for (const piece of body) {
        await nextTurn();
        if (!socket.write(piece)) await new Promise((next) => socket.once('drain', next));
      }
      socket.setEncoding('latin1').once('data', (text) => {
        socket.destroy();
        resolve(Number(String(text).split(' ')[1]));
      });
    });
    socket.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    socket.once('close', () => resolve('closed'));
  });
}

const sendByHttp = (path: string, body: readonly Buffer[]): Promise<Seen> =>
  new Promise((resolve) => {
    const headers = { 'content-length': body.reduce((sum, { length }) => sum + length, 0) };
    const outgoing = request({
      port: server.port,
      host: '127.0.0.1',
      method: 'POST',
      path,
      headers,
    });
    outgoing.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    outgoing.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    void (async () => {
      outgoing.flushHeaders();
      for (const piece of body) {
        await nextTurn();
        outgoing.write(piece);
      }
      outgoing.end();
    })();
  });

async function sendByFetch(path: string, body: readonly Buffer[]): Promise<Seen> {
  const stream = Readable.toWeb(
    Readable.from(
      (async function* () {
        for (const piece of body) {
          await nextTurn();
          yield piece;
        }
      })(),
    ),
  ) as ReadableStream;
  try {
    const init = { method: 'POST', body: stream, duplex: 'half' } as RequestInit;
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`, init);
    await response.text();
    return response.status;
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}

const clients = [
  { client: 'a socket', send: sendRaw },
  { client: 'node:http', send: sendByHttp },
  { client: 'fetch', send: sendByFetch },
];
const paths = ['/untouched', '/begun'];

describe.each(clients)('$client', ({ send }) => {
  test.each(paths)('sees the status of each of 500 refused posts to %s', async (path) => {
    const seen = new Map<Seen, number>();
    for (let sent = 0; sent < 500; sent += 10) {
      const statuses = await Promise.all(Array.from({ length: 10 }, () => send(path, pieces(6000, 6))));
      for (const status of statuses) seen.set(status, (seen.get(status) ?? 0) + 1);
    }
    expect([...seen]).toEqual([[429, 500]]);
  });
});

test.each(paths)('a client that reads only after an upload of 4 MB to %s sees its status', async (path) => {
  const seen = await Promise.all(Array.from({ length: 10 }, () => sendRaw(path, pieces(4 * 1024 * 1024, 64))));
  expect(seen).toEqual(Array(10).fill(429));
});

const head = (path: string, length: number | string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\n${more}Content-Length: ${length}\r\n\r\n`;

test('requests behind a refused upload on its connection get no response', async () => {
  const body = 'x'.repeat(70_000);
  const next = 'GET /untouched HTTP/1.1\r\nHost: a\r\n\r\n';
  const response = await exchange(server.port, [head('/untouched', body.length), body + next]);
  expect(response.text.match(/HTTP\/1\.1/gu)).toHaveLength(1);
});

describe('a client that does not stop', () => {
  const linger = { silentMs: 300, receiveMs: 2000, bytes: 1024 * 1024, takeMs: 500 };
  beforeEach(async () => {
    await server.stop(0);
    await start({ linger });
  });

  test('sending is cut off after a number of bytes', async () => {
    const piece = Buffer.alloc(64 * 1024);
    const socket = connect(server.port, '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()));
    socket.resume().write(head('/untouched', 1e9));
    while (!socket.destroyed)
      if (!socket.write(piece)) await Promise.race([closed, new Promise((next) => socket.once('drain', next))]);
    // Bytes buffered by the kernel count as sent: some tens of megabytes of the announced gigabyte.
    expect(socket.bytesWritten).toBeLessThan(256 * 1024 * 1024);
  });

  test.each([
    ['sends nothing more', []],
    ['trickles on', Array<string>(200).fill('x')],
  ])('and %s is cut off in time', async (_, more) => {
    const response = await exchange(server.port, [head('/untouched', 1e6), ...more], {
      pauseMs: 100,
      timeoutMs: 15_000,
    });
    expect(response.status).toBe(429);
  });
});
