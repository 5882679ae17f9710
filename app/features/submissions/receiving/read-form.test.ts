import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { exchange } from '../../../platform/http/raw-exchange.fixture.ts';
import { createSecurityHeaders } from '../../../platform/http/security-headers.ts';
import { type RunningServer, serve } from '../../../platform/http/serve.ts';
import {
  application,
  applicationForm,
  contactForm,
  createTestSubmissions,
  enquiry,
  pdf,
  type TestSubmissions,
} from '../submissions.fixture.ts';

// Sends bodies that no browser sends through a real server and socket.

let harness: TestSubmissions;
let server: RunningServer;

beforeAll(async () => {
  harness = createTestSubmissions();
  server = await serve({
    host: '127.0.0.1',
    port: 0,
    securityHeaders: createSecurityHeaders('http://localhost'),
    log: harness.log,
    async fetch(request, { incoming }) {
      const { pathname, searchParams } = new URL(request.url);
      const form = pathname === '/apply' ? applicationForm : contactForm;
      const result = await harness.submissions.receive(
        request,
        { ...harness.client, echoesInput: searchParams.has('page') },
        form,
      );
      const { status, message } = result;
      const given = searchParams.has('page') ? result : { message };
      return Response.json(given, { status, headers: incoming?.complete ? {} : { connection: 'close' } });
    },
  });
});
afterAll(async () => {
  await server.stop(0);
  await harness.close();
});
afterEach(async () => {
  await expect.poll(() => harness.list('incoming')).toEqual([]);
  await harness.store.remove((await harness.store.list()).map(({ id }) => id));
});

const boundary = 'XX';
const multipartType = `multipart/form-data; boundary=${boundary}`;
const part = (name: string, value: string, more = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
const end = `--${boundary}--\r\n`;
const filled = Object.entries(enquiry)
  .map(([name, value]) => part(name, value))
  .join('');

const post = (body: string | Buffer, type: string | undefined = multipartType, path = '/') =>
  fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    body: body as BodyInit,
    headers: type === undefined ? {} : { 'content-type': type },
  });

const many = (count: number, of: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => of(index)).join('');

const bodies: readonly (readonly [string, number, string, string?])[] = [
  ['a form', 200, filled + end],
  ['a form with a preamble and an epilogue', 200, `preamble\r\n${filled}${end}epilogue`],
  ['a form without its last line break', 200, `${filled}--${boundary}--`],
  ['a quoted boundary', 200, filled + end, `multipart/form-data; boundary="${boundary}"`],
  ['a type in capitals', 200, filled + end, `Multipart/Form-Data; Boundary=${boundary}`],
  ['a field named __proto__', 200, filled + part('__proto__', 'x') + part('constructor', 'y') + end],
  ['a field with brackets', 200, filled + part('a[b][c][__proto__]', 'x') + end],
  ['a deep field name', 200, filled + part('a'.repeat(5000), 'x') + end],
  ['no boundary', 400, filled + end, 'multipart/form-data'],
  ['an empty boundary', 400, filled + end, 'multipart/form-data; boundary='],
  ['another boundary', 400, filled + end, 'multipart/form-data; boundary=YY'],
  ['no terminator', 400, filled],
  ['nothing', 400, ''],
  ['only the terminator', 422, end],
  ['text that is no form', 400, 'hello'],
  ['a part without headers', 422, `--${boundary}\r\n\r\nx\r\n${end}`],
  ['a part without a name', 400, `--${boundary}\r\nContent-Disposition: form-data\r\n\r\nx\r\n${end}`],
  ['a part whose headers do not end', 400, `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n`],
  ['a header that never ends', 400, `--${boundary}\r\nContent-Disposition: form-data; name="${'a'.repeat(50_000)}`],
  ['a name twice', 400, filled + part('name', 'Other') + end],
  ['13 fields', 413, many(13, (index) => part(`f${index}`, 'x')) + end],
  ['10,000 parts', 413, many(10_000, (index) => part(`f${index}`, 'x')).slice(0, 90_000)],
  ['64 KB of text and a byte', 413, part('comment', 'x'.repeat(65_536)) + end],
  [
    '64 KB of text in several fields',
    413,
    part('comment', 'x'.repeat(40_000)) + part('name', 'x'.repeat(30_000)) + end,
  ],
  ['a file where none belongs', 400, filled + part('resume', 'x', '; filename="a.pdf"') + end],
  ['a text field as a file', 400, filled + part('name', 'x', '; filename="a.pdf"') + end],
  ['JSON', 415, JSON.stringify(enquiry), 'application/json'],
  ['plain text', 415, 'name=Ada', 'text/plain'],
  ['a type that is none', 415, 'name=Ada', 'x'],
  ['another multipart', 415, filled + end, `multipart/mixed; boundary=${boundary}`],
  ['urlencoded with broken escapes', 422, 'name=%E0%A4%A&email=%zz&%', 'application/x-www-form-urlencoded'],
  ['urlencoded with a name twice', 400, 'name=Ada&name=Eve', 'application/x-www-form-urlencoded'],
  ['urlencoded with 13 fields', 413, many(13, (index) => `f${index}=x&`), 'application/x-www-form-urlencoded'],
  ['urlencoded with too much text', 413, `comment=${'x'.repeat(66_000)}`, 'application/x-www-form-urlencoded'],
  ['urlencoded without end', 413, `comment=${'%41'.repeat(70_000)}`, 'application/x-www-form-urlencoded'],
];

test.each(bodies.map(([name, status, body, type = multipartType]) => ({ name, status, body, type })))(
  '$name: $status',
  async ({ status, body, type }) => {
    const response = await post(body, type);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message: expect.stringMatching(/\S/u) });
    expect(await harness.store.list()).toHaveLength(status === 200 ? 1 : 0);
  },
);

test('a body without a type: 415', async () => {
  const result = await exchange(server.port, [
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nConnection: close\r\n\r\na=b',
  ]);
  expect(result.status).toBe(415);
});

test('a compressed form: 415', async () => {
  const response = await fetch(`http://127.0.0.1:${server.port}/`, {
    method: 'POST',
    body: filled + end,
    headers: { 'content-type': multipartType, 'content-encoding': 'gzip' },
  });
  expect(response.status).toBe(415);
});

const applied = Object.entries(application)
  .map(([name, value]) => part(name, value))
  .join('');
const resumePart = (content: string | Buffer, field = 'resume') =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);

/** Posts a form whose file has no end. @returns the number of bytes sent until the server ended the connection */
async function postEndless(path: string, fields: string): Promise<number> {
  let sent = 0;
  const chunk = Buffer.alloc(64 * 1024);
  const endless = Readable.from(
    (function* () {
      yield Buffer.from(`${fields}${resumePart(pdf).toString().slice(0, -2)}`);
      for (; sent < 300 * 1024 * 1024; sent += chunk.length) yield chunk;
    })(),
  );
  const result = await fetch(`http://127.0.0.1:${server.port}${path}`, {
    method: 'POST',
    body: Readable.toWeb(endless) as ReadableStream,
    headers: { 'content-type': multipartType },
    duplex: 'half',
  } as RequestInit).then(
    ({ status }) => status,
    () => 'cut off',
  );
  expect([413, 'cut off']).toContain(result);
  return sent;
}

describe('files', () => {
  test.each([
    [
      'two files',
      400,
      Buffer.concat([Buffer.from(applied), resumePart(pdf), resumePart(pdf, 'other'), Buffer.from(end)]),
    ],
    ['the file twice', 400, Buffer.concat([Buffer.from(applied), resumePart(pdf), resumePart(pdf), Buffer.from(end)])],
    ['a file that breaks off', 400, Buffer.concat([Buffer.from(applied), resumePart(pdf)])],
    ['a file before the fields', 200, Buffer.concat([resumePart(pdf), Buffer.from(applied + end)])],
    [
      'fields that break rules after a file',
      413,
      Buffer.concat([resumePart(pdf), Buffer.from(many(13, (index) => part(`f${index}`, 'x')) + end)]),
    ],
  ])('%s: %i', async (_, status, body) => {
    const response = await post(body, multipartType, '/apply');
    expect(response.status).toBe(status);
    expect(harness.list('resumes')).toHaveLength(status === 200 ? 1 : 0);
    for (const name of harness.list('resumes')) await harness.files.remove(name);
  });

  test('an endless file: 413, the connection ends, and the disk never holds more than the limit', async () => {
    const sent = await postEndless('/apply', applied);
    expect(sent).toBeLessThan(30 * 1024 * 1024);
    expect(harness.list('resumes')).toEqual([]);
  });

  test('refuses a length beyond the limit before receiving anything', async () => {
    const head = `POST /apply HTTP/1.1\r\nHost: a\r\nContent-Type: ${multipartType}\r\nContent-Length: 100000000\r\n\r\n`;
    const result = await exchange(server.port, [head]);
    expect(result.status).toBe(413);
    expect(result.headers.connection).toBe('close');
  });
});

describe('where a page echoes the input', () => {
  const address = '/apply?page';
  const tooLarge = 'File should be less than 6 MB';
  const tooMuchText = 'This form holds too much text. Please shorten it.';
  const { message, ...others } = application;
  const before = Object.entries(others)
    .map(([name, value]) => part(name, value))
    .join('');
  const behind = part('message', message);
  const large = Buffer.concat([pdf, Buffer.alloc(20_000_000)]);
  const inPieces = (body: Buffer) =>
    fetch(`http://127.0.0.1:${server.port}${address}`, {
      method: 'POST',
      body: Readable.toWeb(Readable.from([body])) as ReadableStream,
      headers: { 'content-type': multipartType },
      duplex: 'half',
    } as RequestInit);

  test.each([
    ['of an announced length', (body: Buffer) => post(body, multipartType, address)],
    ['of a length that is not', inPieces],
  ])('an oversized file, %s, is read to its end and refused with every text', async (_, send) => {
    const form = Buffer.concat([Buffer.from(before), resumePart(large), Buffer.from(behind + end)]);
    const response = await send(form);
    expect(response.headers.get('connection')).not.toBe('close');
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({
      status: 413,
      message: 'Some fields need another look.',
      errors: { resume: tooLarge },
      typed: application,
    });
    expect(harness.list('resumes')).toEqual([]);
  });

  test('reports errors of the texts together with an oversized file', async () => {
    const texts = part('jobid', others.jobid) + part('jobrole', others.jobrole) + part('name', 'R2-D2');
    const form = Buffer.concat([Buffer.from(texts), resumePart(large), Buffer.from(behind + end)]);
    expect(await (await post(form, multipartType, address)).json()).toMatchObject({
      status: 413,
      errors: {
        name: 'Only alphabets are allowed for this field',
        email: 'Please enter valid email address',
        phone: 'Please enter your phone number',
        resume: tooLarge,
      },
    });
  });

  test('writes nothing of an oversized file to disk when its length is announced', async () => {
    const seen = vi.spyOn(harness.files, 'stage');
    const form = Buffer.concat([Buffer.from(before), resumePart(large), Buffer.from(behind + end)]);
    expect((await post(form, multipartType, address)).status).toBe(413);
    expect(seen).not.toHaveBeenCalled();
    seen.mockRestore();
  });

  const roomBytes = 256 * 1024 - [...Object.keys(application), ...Object.values(others)].join('').length;
  test.each([
    ['that one may have pasted comes back whole', 'é'.repeat(100_000), 100_000],
    ['without end comes back as far as it is held, in whole characters', 'é'.repeat(2e6), Math.floor(roomBytes / 2)],
  ])('a text %s', async (_, text, characters) => {
    const form = Buffer.concat([Buffer.from(before), resumePart(pdf), Buffer.from(part('message', text) + end)]);
    const response = await post(form, multipartType, address);
    expect(response.status).toBe(413);
    const { errors, typed } = (await response.json()) as { errors: unknown; typed: typeof application };
    expect(errors).toEqual({ message: tooMuchText });
    expect(typed).toEqual({ ...application, message: 'é'.repeat(characters) });
  });

  test('refuses a form that is too large because of data outside its fields', async () => {
    const preamble = Buffer.alloc(10_000_000, 'x');
    const form = Buffer.concat([preamble, Buffer.from(`\r\n${before}`), resumePart(pdf), Buffer.from(behind + end)]);
    expect(await (await post(form, multipartType, address)).json()).toMatchObject({ status: 413, typed: application });
    expect(await harness.store.list()).toEqual([]);
  });

  test('reads an announced length of 64 MiB, but not a byte more', async () => {
    const head = (bytes: number) =>
      `POST ${address} HTTP/1.1\r\nHost: a\r\nContent-Type: ${multipartType}\r\nContent-Length: ${bytes}\r\n\r\n`;
    const result = await exchange(server.port, [head(64 * 1024 * 1024 + 1)]);
    expect(result.status).toBe(413);
    expect(result.headers.connection).toBe('close');
    // Waits until the connection breaks off.
    const broken = await exchange(server.port, [head(64 * 1024 * 1024) + before], { end: true });
    expect(broken.status).toBe(400);
  });

  test('ends the connection of an endless body after 64 MiB', async () => {
    const sent = await postEndless(address, before);
    expect(sent).toBeGreaterThan(60 * 1024 * 1024);
    expect(sent).toBeLessThan(90 * 1024 * 1024);
    expect(harness.list('resumes')).toEqual([]);
  });

  test('ends the connection at the second file, whatever follows', async () => {
    const form = Buffer.concat([Buffer.from(before), resumePart(pdf), resumePart(large), Buffer.from(behind + end)]);
    const result = await post(form, multipartType, address).then(
      ({ status }) => status,
      () => 'cut off',
    );
    expect([400, 'cut off']).toContain(result);
  });
});
