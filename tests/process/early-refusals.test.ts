import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type RunningServer, startServer } from '../harness/server.ts';
import { application, enquiry, type Fields } from './forms.ts';
import { smallSite } from './small-site.ts';

// Refusals that a real server makes before the request has arrived, and clients that read only after they have sent everything.

vi.setConfig({ testTimeout: 120_000 });

let server: RunningServer;
/** A server without a limit of submissions. */
let generous: RunningServer;
beforeAll(async () => {
  generous = await startServer(smallSite);
  server = await startServer({ ...smallSite, RATE_LIMIT_SUBMISSIONS: '1/1h' });
  const body = new URLSearchParams(enquiry);
  const response = await fetch(new URL('/mail/contactform', server.origin), { method: 'POST', body });
  expect(response.status).toBe(200);
});
// Throws if it has logged an error: a refusal is not one.
afterAll(() => Promise.all([server?.stop(), generous?.stop()]));

const boundary = 'XX';
const part = (name: string, value: string, more = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const partsOf = (fields: Fields) => Object.entries(fields).map((field) => part(...field));
const end = `--${boundary}--\r\n`;
/** A form with a résumé of the given size, in pieces. */
const upload = (bytes: number) => {
  const filling = Array.from({ length: Math.ceil(bytes / 65_536) }, () => 'x'.repeat(65_536));
  const [opening = '', closing = ''] = part('resume', '\0', '; filename="cv.pdf"').split('\0');
  return [...partsOf(application), opening, ...filling, closing, end];
};
const small = [...partsOf(enquiry), end];

interface Sent {
  /** The response, or the error instead of it. */
  readonly response: string;
  readonly bytesWritten: number;
}

/** Sends headers and each piece separately, and reads after the last one or once the server has closed the connection. */
function send(path: string, pieces: readonly string[], headers: Readonly<Record<string, string>>, to = server) {
  const lines = Object.entries({
    Host: 'localhost',
    'Content-Type': `multipart/form-data; boundary=${boundary}`,
    'Content-Length': pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0),
    Connection: 'close',
    ...headers,
  });
  return new Promise<Sent>((resolve) => {
    const port = Number(new URL(to.origin).port);
    const socket = connect({ port, host: '127.0.0.1', noDelay: true, allowHalfOpen: true }, async () => {
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`);
      for (const piece of pieces) {
        await nextTurn();
        if (socket.destroyed) return;
        if (!socket.write(piece)) await Promise.race([closed, new Promise((next) => socket.once('drain', next))]);
      }
      let response = '';
      socket.setEncoding('latin1').on('data', (text: string) => {
        response += text;
      });
      socket.once('end', () => {
        resolve({ response, bytesWritten: socket.bytesWritten });
        socket.destroy();
      });
    });
    const closed = new Promise<void>((next) => socket.once('close', () => next()));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ response: error.code ?? error.message, bytesWritten: socket.bytesWritten }),
    );
  });
}

const statusOf = ({ response }: Sent) => /^HTTP\/1\.1 (\d{3}) /u.exec(response)?.[1] ?? response;

const contact = '/mail/contactform';
const careers = '/wp-json/positions/mail';
const browser = { Accept: 'text/html' };

test.each([
  ['a form too many', '429', contact, small, {}],
  ['a form too many, where a page is the response', '429', contact, small, browser],
  ['an application too many', '429', careers, upload(2_000_000), {}],
  ['a form of another site', '403', contact, small, { Origin: 'https://evil.example' }],
  ['an application of another site', '403', careers, upload(2_000_000), { Origin: 'null' }],
  ['a form for a page that takes none', '405', '/terms-and-condition', small, {}],
  ['what is no form', '415', contact, small, { 'Content-Type': 'text/plain' }],
  ['a compressed form', '415', contact, small, { 'Content-Encoding': 'gzip' }],
  ['a form without a boundary', '400', contact, small, { 'Content-Type': 'multipart/form-data' }],
  ['a form under a key that is none', '400', contact, small, { 'Idempotency-Key': 'not one' }],
  ['an enquiry of the size of an application', '413', contact, upload(2_000_000), {}],
  ['an application with too large a file', '413', careers, upload(7_000_000), {}],
  ['a form to a host that is none', '400', contact, small, { Host: 'foo.1' }],
])('%s is refused: each of many gets its %s', async (_, status, path, pieces, headers) => {
  const count = pieces === small && headers !== browser ? 300 : 30;
  const to = status === '429' ? server : generous;
  const seen = new Map<string, number>();
  for (let sent = 0; sent < count; sent += 10) {
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(path, pieces, headers, to)));
    for (const response of responses) seen.set(statusOf(response), (seen.get(statusOf(response)) ?? 0) + 1);
  }
  expect([...seen]).toEqual([[status, count]]);
});

test('the page for a rate-limited application echoes the fields before the file, and the file is not received', async () => {
  const sent = await send(careers, upload(60_000_000), browser);
  expect(sent.bytesWritten).toBeLessThan(40_000_000);
  const { message, ...before } = application;
  const { response } = await send(
    careers,
    [...partsOf(before), ...upload(400_000).slice(6), part('message', message ?? '')],
    browser,
  );
  expect(response).toMatch(/^HTTP\/1\.1 429 /u);
  for (const value of [before.name, before.email, before.phone]) expect(response).toContain(`value="${value}"`);
});
