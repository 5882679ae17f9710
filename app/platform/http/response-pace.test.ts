import { connect, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { lingerLimits } from './lingering-close.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { type ConnectionLimits, type RunningServer, serve } from './serve.ts';

// Clients that do not read their response. It must be larger than the kernel's buffers for one.

let server: RunningServer | undefined;
/** Resolves when the server has closed the connection. */
let givenUp: PromiseWithResolvers<void>;
const bytes = 32 * 1024 * 1024;
/** A size that the kernel accepts at once and buffers while the client reads nothing. */
const heldBytes = 400 * 1024;
const log = createLog({ level: 'error', clock: { now: () => new Date(0) }, write: () => {} });

async function start(limits: Partial<ConnectionLimits>, prepareMs = 0): Promise<number> {
  givenUp = Promise.withResolvers();
  server = await serve({
    host: '127.0.0.1',
    port: 0,
    securityHeaders: createSecurityHeaders('http://localhost'),
    log,
    limits: { checkMs: 50, ...limits },
    async fetch(request, { incoming }) {
      incoming?.socket.once('close', () => givenUp.resolve());
      await new Promise((resolve) => setTimeout(resolve, prepareMs));
      return new Response(new Uint8Array(request.url.endsWith('/held') ? heldBytes : bytes));
    },
  });
  return server.port;
}
afterEach(async () => {
  await server?.stop(0);
  server = undefined;
});

/** Requests the response, reads it with `read`, and resolves with the number of received bytes when the connection ends. */
function ask(
  port: number,
  read: (socket: Socket) => void,
  head = 'GET / HTTP/1.1\r\nConnection: close',
): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`${head}\r\nHost: a\r\n\r\n`);
      read(socket);
    });
    socket.on('error', () => {}).once('close', () => resolve(socket.bytesRead));
  });
}

/** Reads a few bytes per interval until the connection closes. */
const readSteadily = (bytes: number, everyMs: number) => (socket: Socket) => {
  const timer = setInterval(() => socket.read(Math.min(bytes, socket.readableLength)), everyMs);
  socket.on('readable', () => {}).once('close', () => clearInterval(timer));
};

/** Reads nothing until the server has closed: only a reading client notices the end. */
const readNothing = (socket: Socket) => {
  socket.pause();
  void givenUp.promise.then(() => socket.resume());
};

test('the connection of a client that does not read is closed', async () => {
  expect(await ask(await start({ stalledResponseMs: 300 }), readNothing)).toBeLessThan(bytes);
});

test.each([
  ['the last on its connection', 'Connection: close'],
  ['the last one before a pause', 'Connection: keep-alive'],
])('also if the whole response is in the kernel’s buffers: %s', async (_, connection) => {
  const linger = { ...lingerLimits, takeMs: 300 };
  const head = `GET /held HTTP/1.1\r\n${connection}`;
  expect(await ask(await start({ idleMs: 200, linger }), readNothing, head)).toBeLessThan(heldBytes);
});

test('a client that reads steadily gets all of it, however long it takes', async () => {
  const read = ask(await start({ stalledResponseMs: 1000 }), readSteadily(512 * 1024, 40));
  expect(await read).toBeGreaterThan(bytes);
});

test('a client that reads beyond the total limit does not', async () => {
  const read = ask(await start({ stalledResponseMs: 1000, maxResponseMs: 500 }), readSteadily(64 * 1024, 40));
  expect(await read).toBeLessThan(bytes);
});

test('the time that the application takes does not count', async () => {
  const port = await start({ stalledResponseMs: 500, maxResponseMs: 1500 }, 2000);
  const head = 'GET /held HTTP/1.1\r\nConnection: close';
  expect(await ask(port, (socket) => socket.resume(), head)).toBeGreaterThan(heldBytes);
});
