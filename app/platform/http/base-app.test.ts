import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { createBaseApp } from './base-app.ts';
import { createClientAddresses } from './client-address.ts';
import { createSecurityHeaders } from './security-headers.ts';
import { type ServeOptions, serve } from './serve.ts';

const clock = { now: () => new Date('2026-11-21T09:00:00.000Z') };
let lines: string[];
let app: ReturnType<typeof createBaseApp>;

beforeEach(() => {
  lines = [];
  app = createBaseApp({
    log: createLog({ level: 'debug', clock, write: (line) => lines.push(line) }),
    clock,
    securityHeaders: createSecurityHeaders('https://www.example.com'),
    clientAddresses: createClientAddresses(['10.0.0.1']),
    ready: async () => ({ ok: true, checks: {} }),
    files: [],
    filePrefixes: ['/assets/'],
  });
  app.get('/page', (context) => context.html('<h1>Page</h1>'));
  app.get('/address', (context) => context.text(context.get('clientAddress')));
  app.post('/mail/contactform', () => {
    throw new Error('550 no such user visitor@example.com');
  });
  app.get('/broken', () => {
    throw new Error('the cause');
  });
});

const from = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress }, complete: true } });
const parsed = () => lines.map((line) => JSON.parse(line));

test('every kind of response has the headers and a trace', async () => {
  const paths = [
    '/page',
    '/page/',
    '/unknown',
    '/broken',
    '/healthz',
    '/readyz',
    '/assets/unknown.js',
    '//evil.example/',
  ];
  for (const path of paths) {
    const response = await app.request(`http://localhost${path}`);
    expect([path, Object.fromEntries(response.headers)]).toMatchObject([
      path,
      {
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.any(String),
        'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
      },
    ]);
  }
});

describe('the trace', () => {
  const offered = { headers: { 'X-Request-Id': 'trace-from-outside' } };

  test('is not accepted from a visitor', async () => {
    const response = await app.request('/page', offered, from('203.0.113.7'));
    expect(response.headers.get('x-request-id')).not.toBe('trace-from-outside');
  });

  test('is accepted from a trusted proxy', async () => {
    const response = await app.request('/page', offered, from('10.0.0.1'));
    expect(response.headers.get('x-request-id')).toBe('trace-from-outside');
  });

  test.each(['short', 'a'.repeat(129), 'with space', 'with"quote'])('is not taken when it is %s', async (value) => {
    const response = await app.request('/page', { headers: { 'X-Request-Id': value } }, from('10.0.0.1'));
    expect(response.headers.get('x-request-id')).not.toBe(value);
  });
});

test('the client address comes from the trusted proxy', async () => {
  const headers = { 'X-Forwarded-For': '198.51.100.4' };
  expect(await (await app.request('/address', { headers }, from('10.0.0.1'))).text()).toBe('198.51.100.4');
  expect(await (await app.request('/address', { headers }, from('203.0.113.7'))).text()).toBe('203.0.113.7');
});

test('a proxy on a private network that is not trusted is named once in the log', async () => {
  const warnings = () => parsed().filter(({ level }) => level === 'warn');
  const headers = { 'X-Forwarded-For': '198.51.100.4' };
  await app.request('/page', { headers }, from('10.0.0.1'));
  // Anybody on the internet may send the header.
  await app.request('/page', { headers }, from('203.0.113.7'));
  await app.request('/page', {}, from('10.0.0.2'));
  expect(warnings()).toEqual([]);
  for (const peer of ['::ffff:172.17.0.1', '10.0.0.2']) await app.request('/page', { headers }, from(peer));
  expect(warnings()).toMatchObject([{ message: expect.stringContaining('is not in TRUST_PROXY') }]);
  expect(lines.join('')).not.toMatch(/172\.17|198\.51/u);
});

describe('the log line of a request', () => {
  test('contains no query and no address', async () => {
    const response = await app.request(
      '/page?search=ada@example.com',
      { headers: { 'X-Forwarded-For': '198.51.100.4' } },
      from('10.0.0.1'),
    );
    expect(parsed()).toEqual([
      {
        time: '2026-11-21T09:00:00.000Z',
        level: 'debug',
        message: 'request',
        trace: response.headers.get('x-request-id'),
        method: 'GET',
        path: '/page',
        status: 200,
        ms: expect.any(Number),
      },
    ]);
  });

  test.each(['/to/ada@example.com', '/to/ada%40example.com'])(
    'contains no e-mail address of the path %s',
    async (path) => {
      await app.request(path);
      expect(parsed()).toMatchObject([{ path: '/to/[mailbox]' }]);
    },
  );

  test('is at info for requests that were refused or failed, and at debug for the reports of page views', async () => {
    app.post('/reports', (context) => context.body(null, 204));
    await app.request('/unknown');
    await app.request('/unknown', { method: 'POST' });
    await app.request('/reports', { method: 'POST' });
    expect(parsed()).toMatchObject([
      { level: 'info', status: 404, method: 'GET' },
      { level: 'info', status: 404, method: 'POST' },
      { level: 'debug', status: 204, method: 'POST' },
    ]);
  });
});

describe('a failing request', () => {
  test('gets a response without the cause, which is logged with the same trace', async () => {
    const response = await app.request('/broken', { headers: { Accept: 'text/html' } });
    const body = await response.text();
    const trace = response.headers.get('x-request-id');
    expect(response.status).toBe(500);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(body).toContain(trace);
    expect(body).not.toContain('the cause');
    expect(parsed()[0]).toMatchObject({ level: 'error', trace, path: '/broken', error: { message: 'the cause' } });
  });

  test('to an endpoint gets JSON with a message', async () => {
    const response = await app.request('/mail/contactform', { method: 'POST' });
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      code: 'internal_error',
      message: expect.stringContaining('try again'),
    });
    expect(lines.join('')).not.toContain('visitor');
  });

  test('is an error after its body was read, and none where the visitor broke off', async () => {
    const levels: string[] = [];
    const failed = Promise.withResolvers<void>();
    app.post('/mail/read', async (context) => {
      await context.req.text().finally(() => setTimeout(failed.resolve));
      throw new Error('the cause');
    });
    const securityHeaders = createSecurityHeaders('https://www.example.com');
    const log = createLog({ level: 'error', clock, write: (line) => lines.push(line) });
    const fetch = app.fetch as ServeOptions['fetch'];
    const server = await serve({ fetch, host: '127.0.0.1', port: 0, securityHeaders, log });
    const levelOf = async (request: () => Promise<unknown>) => {
      lines = [];
      await request();
      await expect.poll(() => lines.join('')).toContain('request failed');
      levels.push(parsed().find(({ message }) => message === 'request failed').level);
    };
    await levelOf(() => globalThis.fetch(`http://127.0.0.1:${server.port}/mail/read`, { method: 'POST', body: 'a=b' }));
    await levelOf(async () => {
      const visitor = connect(server.port, '127.0.0.1');
      visitor.write('POST /mail/read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\na=b');
      await once(visitor, 'ready');
      visitor.destroy();
      await failed.promise;
    });
    await server.stop(0);
    expect(levels).toEqual(['error', 'info']);
  });
});
