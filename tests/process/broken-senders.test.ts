import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { exchange } from '../../app/platform/http/raw-exchange.fixture.ts';
import { filesIn, type RunningServer, recordsIn, startServer } from '../harness/server.ts';
import { application, enquiry, type Fields } from './forms.ts';
import { smallSite } from './small-site.ts';

// The server as a process, and clients that break off, lie or send malformed requests.

vi.setConfig({ testTimeout: 120_000 });

const contactPath = '/mail/contactform';
const applicationPath = '/wp-json/positions/mail';

const boundary = 'XX';
const multipartType = `multipart/form-data; boundary=${boundary}`;
const end = `--${boundary}--\r\n`;
const part = (name: string, value: string, more = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const partsOf = (fields: Fields) =>
  Object.entries(fields)
    .map(([name, value]) => part(name, value))
    .join('');
const resumePart = (bytes: number) => part('resume', `%PDF-1.7\n${'x'.repeat(bytes)}`, '; filename="cv.pdf"');
const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index)).join('');

/** Request line and headers; the connection ends with the response. */
function head(address: string, headers: Readonly<Record<string, string | number>>, type = multipartType): string {
  const lines = Object.entries({ Host: 'localhost', 'Content-Type': type, Connection: 'close', ...headers });
  return `POST ${address} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}
const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

let server: RunningServer;
const portOf = ({ origin }: RunningServer) => Number(new URL(origin).port);
const descriptors = () => readdirSync(`/proc/${server.pid}/fd`).length;

describe('a running server', () => {
  beforeAll(async () => {
    server = await startServer(smallSite);
  });
  // Throws if it has logged an error: a malformed request is not one.
  afterAll(() => server?.stop());

  /** However busy the machine is, the response comes within the server's own limits. */
  const send = (request: string, end: boolean) => exchange(portOf(server), [request], { end, timeoutMs: 45_000 });

  const wholeEnquiry = partsOf(enquiry) + end;
  const wholeApplication = partsOf(application) + resumePart(1000) + end;
  const chunked = { 'Transfer-Encoding': 'chunked' };
  const sized = (body: string, address = contactPath, type?: string) =>
    head(address, { 'Content-Length': Buffer.byteLength(body) }, type) + body;

  const requests: readonly (readonly [string, number, string])[] = [
    ['a type without a boundary', 400, sized(wholeEnquiry, contactPath, 'multipart/form-data')],
    ['another boundary', 400, sized(wholeEnquiry, contactPath, 'multipart/form-data; boundary=YY')],
    ['no terminator', 400, sized(partsOf(enquiry))],
    ['a file without terminator', 400, sized(partsOf(application) + resumePart(1000), applicationPath)],
    ['a name twice', 400, sized(partsOf(enquiry) + part('name', 'Other') + end)],
    ['a file twice', 400, sized(partsOf(application) + resumePart(9) + resumePart(9) + end, applicationPath)],
    ['10,000 fields', 413, sized(many(10_000, (index) => part(`f${index}`, 'x')) + end, applicationPath)],
    [
      '10,000 parts without a name',
      413,
      sized(many(10_000, () => `--${boundary}\r\n\r\nx\r\n`) + end, applicationPath),
    ],
    ['headers of a part without end', 400, sized(`--${boundary}\r\n${many(2000, (index) => `X-${index}: y\r\n`)}`)],
    ['no length and no chunks', 400, head(contactPath, {}) + wholeEnquiry],
    ['a length that is too short', 400, head(contactPath, { 'Content-Length': 50 }) + wholeEnquiry],
    [
      'a length far beyond the limit',
      413,
      head(applicationPath, { 'Content-Length': 10_000_000_000 }) + wholeApplication,
    ],
    ['a length beyond all numbers', 400, head(contactPath, { 'Content-Length': '9'.repeat(30) }) + wholeEnquiry],
    ['a negative length', 400, head(contactPath, { 'Content-Length': -1 }) + wholeEnquiry],
    ['chunks that are none', 400, `${head(contactPath, chunked)}${wholeEnquiry}`],
    ['chunks that end in garbage', 400, `${head(contactPath, chunked)}${chunk(partsOf(enquiry))}zz\r\n`],
    ['a chunk that is longer than it says', 400, `${head(contactPath, chunked)}5\r\n${wholeEnquiry}\r\n0\r\n\r\n`],
    ['a chunk beyond all numbers', 400, `${head(contactPath, chunked)}${'f'.repeat(20)}\r\n${wholeEnquiry}`],
  ];

  /** The client half-closes the connection after these. */
  const unfinished: readonly (readonly [string, number, string])[] = [
    ['a length that is too long', 400, head(contactPath, { 'Content-Length': 5000 }) + wholeEnquiry],
    ['chunks without end', 400, `${head(contactPath, chunked)}${chunk(partsOf(enquiry))}`],
    [
      'chunks of a file that breaks off',
      400,
      `${head(applicationPath, chunked)}${chunk(partsOf(application) + resumePart(9000))}`,
    ],
  ];

  test.each([
    ...requests.map((request) => [...request, false] as const),
    ...unfinished.map((request) => [...request, true] as const),
  ])('responds to %s with %i', async (_, status, request, isOver) => {
    const response = await send(request, isOver);
    expect(response.status).toBe(status);
    expect(response.headers['x-content-type-options']).toBe('nosniff');
    expect(response.headers.connection).toBe('close');
  });

  test('accepts all names as plain data', async () => {
    const deep = `a${'[b]'.repeat(2000)}`;
    const odd = ['__proto__', 'constructor', 'toString', 'name[__proto__]', 'name.constructor', deep];
    const response = await send(sized(partsOf(enquiry) + odd.map((name) => part(name, 'x')).join('') + end), false);
    expect(response.status).toBe(200);
    const [record, ...others] = await recordsIn(server.dataDirectory);
    // Nothing of the refused requests before has been stored.
    expect(others).toEqual([]);
    expect(record).toMatchObject(enquiry);
    expect(Object.keys(record ?? {}).filter((name) => odd.includes(name))).toEqual([]);
  });

  test('closes the connection of an endless upload', async () => {
    const megabyte = 'x'.repeat(1024 * 1024);
    const socket = connect(portOf(server), '127.0.0.1');
    const closed = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()));
    socket.write(head(applicationPath, chunked) + chunk(partsOf(application) + resumePart(9).slice(0, -2)));
    // Bytes in the kernel's buffers count as sent.
    for (let sent = 0; sent < 200 && !socket.destroyed; sent += 1) {
      if (!socket.write(chunk(megabyte)))
        await Promise.race([closed, new Promise((next) => socket.once('drain', next))]);
    }
    await closed;
    expect(socket.bytesWritten).toBeLessThan(50 * 1024 * 1024);
  });

  test('reads the oversized upload of a browser to its end, echoes the input and stores nothing of the file', async () => {
    const megabyte = Buffer.alloc(1_000_000, 'x');
    const megabytes = 20;
    const { message = '', ...others } = application;
    const opening = partsOf(others) + resumePart(0).slice(0, -2);
    const closing = `\r\n${part('message', message)}${end}`;
    const length = opening.length + closing.length + megabytes * megabyte.length;
    const upload = () =>
      new Promise<string>((resolve) => {
        let text = '';
        const socket = connect(portOf(server), '127.0.0.1', async () => {
          socket.write(head(applicationPath, { 'Content-Length': length, Accept: 'text/html' }) + opening);
          for (let sent = 0; sent < megabytes; sent += 1)
            if (!socket.write(megabyte)) await new Promise((next) => socket.once('drain', next));
          // The server has not responded yet.
          expect(text).toBe('');
          socket.write(closing);
        });
        socket.setEncoding('utf8').on('data', (more: string) => {
          text += more;
        });
        socket.on('error', () => {}).once('close', () => resolve(text));
      });
    const memory = () =>
      Number(/VmRSS:\s+(\d+) kB/u.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024;
    const before = memory();
    const responses = await Promise.all(Array.from({ length: 10 }, upload));
    expect(memory() - before, 'megabytes, of 200 that were sent').toBeLessThan(150);
    for (const response of responses) {
      expect(response).toMatch(/^HTTP\/1\.1 413 /u);
      for (const value of [others.name, others.email, others.phone]) expect(response).toContain(`value="${value}"`);
      expect(response).toContain(`>${message}</textarea>`);
    }
    expect([...filesIn(server.dataDirectory, 'incoming'), ...filesIn(server.dataDirectory, 'resumes')]).toEqual([]);
  });

  test('echoes the input before a file that is too large to be received', async () => {
    const { message, ...others } = application;
    const opening = partsOf(others) + resumePart(2_000_000);
    const headers = { 'Content-Length': 100_000_000, Accept: 'text/html' };
    const response = await send(head(applicationPath, headers) + opening, true);
    expect(response.status).toBe(413);
    for (const value of [others.name, others.email, others.phone]) expect(response.text).toContain(`value="${value}"`);
  });

  test('stores nothing of three hundred aborted uploads: no record, no file, no descriptor', async () => {
    const recordsBefore = await recordsIn(server.dataDirectory);
    const request = sized(partsOf(application) + resumePart(200_000) + end, applicationPath);
    const before = descriptors();
    const abort = (bytes: number) =>
      new Promise<void>((resolve) => {
        const socket = connect(portOf(server), '127.0.0.1', () => {
          socket.write(request.slice(0, bytes), () => socket.destroy());
        });
        socket.on('error', () => {}).on('close', () => resolve());
      });
    for (let round = 0; round < 15; round += 1)
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => abort(Math.floor((request.length * (round * 20 + index)) / 300))),
      );
    // Generous: on a busy machine the server still reads the last ones half a minute later.
    await expect.poll(() => filesIn(server.dataDirectory, 'incoming'), { timeout: 50_000 }).toEqual([]);
    // The process may have opened a few for itself in the meantime.
    await expect.poll(descriptors, { timeout: 50_000 }).toBeLessThan(before + 10);
    expect(filesIn(server.dataDirectory, 'resumes')).toEqual([]);
    expect(await recordsIn(server.dataDirectory)).toEqual(recordsBefore);
    expect((await send(sized(wholeApplication, applicationPath), false)).status).toBe(200);
  });
});

describe('a server that is stopped during an upload', () => {
  const body = partsOf(application) + resumePart(400_000) + end;
  const half = Math.floor(body.length / 2);
  let dataDirectory: string;
  let socket: Socket;
  /** The server's response, once it has closed the connection. */
  let response: Promise<string>;

  beforeEach(async () => {
    dataDirectory = await mkdtemp(join(tmpdir(), 'stopped-'));
    server = await startServer(smallSite, { dataDirectory });
    socket = connect(portOf(server), '127.0.0.1');
    response = new Promise((resolve) => {
      let text = '';
      socket.setEncoding('utf8').on('data', (more: string) => {
        text += more;
      });
      socket.on('error', () => {}).once('close', () => resolve(text));
    });
    socket.write(head(applicationPath, { 'Content-Length': body.length }) + body.slice(0, half));
    await vi.waitFor(() => expect(filesIn(dataDirectory, 'incoming')).toHaveLength(1), { timeout: 15_000 });
  });
  afterEach(async () => {
    socket.destroy();
    server.signal('SIGKILL');
    await server.ended;
    await rm(dataDirectory, { recursive: true });
  });

  const isAccepting = () =>
    fetch(new URL('/healthz', server.origin)).then(
      () => true,
      () => false,
    );

  test('receives the rest of it, responds and exits 0', async () => {
    server.signal('SIGTERM');
    await expect.poll(isAccepting, { timeout: 8000 }).toBe(false);
    socket.write(body.slice(half));
    expect(await response).toMatch(/^HTTP\/1\.1 200 /u);
    expect(await server.ended).toBe(0);
    expect(await recordsIn(dataDirectory)).toMatchObject([application]);
    expect(filesIn(dataDirectory, 'resumes')).toHaveLength(1);
  });

  test('exits 0 after the grace period without the rest, and stores nothing', async () => {
    server.signal('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(await response).toBe('');
    expect([...filesIn(dataDirectory, 'incoming'), ...filesIn(dataDirectory, 'resumes')]).toEqual([]);
    expect(await recordsIn(dataDirectory)).toEqual([]);
  });

  test('exits at once at a second signal; the next start removes leftovers', async () => {
    server.signal('SIGTERM');
    await expect.poll(isAccepting, { timeout: 8000 }).toBe(false);
    // One directly after the first counts as its echo.
    const signalling = setInterval(() => server.signal('SIGTERM'), 50);
    // It would be 0 if it had waited for the upload.
    expect(await server.ended).toBe(143);
    clearInterval(signalling);
    expect(await response).toBe('');
    server = await startServer(smallSite, { dataDirectory });
    await expect.poll(() => filesIn(dataDirectory, 'incoming'), { timeout: 15_000 }).toEqual([]);
    expect(await recordsIn(dataDirectory)).toEqual([]);
  });
});
