import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../platform/http/free-port.fixture.ts';
import { createHostClient, HostFailure } from './host-client.ts';

/** A real server that responds as the test specifies; whatever it still sends is cut off when the test ends. */
async function hostThat(listener: RequestListener, onFinished = onTestFinished) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return createHostClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
}

const json =
  (body: unknown, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };

async function failureOf(work: Promise<unknown>) {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(HostFailure);
  return error as HostFailure;
}

describe('a well-behaved host', () => {
  test('gets the parameters and responds with JSON and a total', async () => {
    const requested: string[] = [];
    const client = await hostThat((request, response) => {
      requested.push(`${request.method} ${request.url} ${request.headers.accept}`);
      json([1], { 'x-total-count': '31' })(request, response);
    });
    expect(await client.request('/wp-json/post/v1/posts', { cat: 'a b', page: '2' })).toEqual({ body: [1], total: 31 });
    expect(requested).toEqual(['GET /wp-json/post/v1/posts?cat=a+b&page=2 application/json']);
  });

  test.each([
    ['the name that WordPress gives the total', { 'x-wp-total': '4' }, 4],
    ['a total that is none', { 'x-total-count': 'many' }, undefined],
    ['no total', {}, undefined],
  ])('%s', async (_, headers, total) => {
    const client = await hostThat(json([], headers));
    expect((await client.request('/x')).total).toBe(total);
  });

  test('may redirect within itself, and begin with a byte order mark', async () => {
    const client = await hostThat((request, response) => {
      if (request.url === '/x') response.writeHead(301, { location: '/y' }).end();
      else response.end('\uFEFF{"a":1}');
    });
    expect((await client.request('/x')).body).toEqual({ a: 1 });
  });

  test('returns files with their type', async () => {
    const client = await hostThat((_, response) =>
      response.writeHead(200, { 'content-type': 'Image/PNG; x=y' }).end('abc'),
    );
    expect(await client.download(`${client.origin}/a.png`, 3)).toEqual({
      bytes: Buffer.from('abc'),
      type: 'image/png',
    });
  });
});

describe.concurrent('a file', () => {
  /** Sends a file of 2 MB in this many equal parts, one every half second. */
  const inParts =
    (parts: number): RequestListener =>
    (_, response) => {
      let sent = 0;
      const timer = setInterval(() => {
        sent += 1;
        response.write(Buffer.alloc(2_000_000 / parts));
        if (sent === parts) response.end();
      }, 500);
      response.on('close', () => clearInterval(timer));
    };

  test('may take longer than an endpoint while it keeps a rate', async ({ onTestFinished }) => {
    const client = await hostThat(inParts(8), onTestFinished);
    expect((await client.download(`${client.origin}/a.png`, 2_000_000)).bytes).toHaveLength(2_000_000);
  });

  test('may neither trickle nor begin late', async ({ onTestFinished }) => {
    const trickling = await hostThat(inParts(2000), onTestFinished);
    const late = await hostThat(() => {}, onTestFinished);
    const kinds = [trickling, late].map(async (client) =>
      failureOf(client.download(`${client.origin}/a.png`, 2_000_000)),
    );
    expect((await Promise.all(kinds)).map(({ kind }) => kind)).toEqual(['trickling', 'slow']);
  });
});

type FailingCase = readonly [name: string, listener: RequestListener, kind: HostFailure['kind']];
const isSlow = ([, , kind]: FailingCase) => kind === 'slow';

describe('a host that misbehaves', () => {
  const blanks = gzipSync(Buffer.alloc(50_000_000, 0x20));
  const cases: FailingCase[] = [
    ['hangs', () => {}, 'slow'],
    ['sends a head and hangs', (_, response) => void response.writeHead(200).write('['), 'slow'],
    [
      'sends a byte now and then',
      (_, response) => {
        const timer = setInterval(() => response.write(' '), 100);
        response.on('close', () => clearInterval(timer));
      },
      'slow',
    ],
    ['responds with 500', (_, response) => response.writeHead(500).end('[]'), 'status'],
    ['responds with 404', (_, response) => response.writeHead(404).end('{"code":"x"}'), 'status'],
    ['responds with a page', (_, response) => response.end('<!doctype html><p>Maintenance</p>'), 'malformed'],
    ['responds with nothing', (_, response) => response.end(), 'malformed'],
    [
      'sends half of its response',
      (_, response) => response.writeHead(200, { 'content-length': '9' }).write('[1') && response.destroy(),
      'broken',
    ],
    ['responds with invalid UTF-8', (_, response) => response.end(Buffer.from([0x22, 0xff, 0x22])), 'malformed'],
    [
      'sends a response without end',
      (_, response) => {
        const more = () => {
          while (!response.destroyed && response.write('x'.repeat(65_536)));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      },
      'large',
    ],
    [
      'hides 50 MB in 50 KB',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(blanks),
      'large',
    ],
    [
      'leads to another host',
      (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/x' }).end(),
      'redirect',
    ],
    ['leads to a file', (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(), 'redirect'],
    [
      'leads in circles',
      (request, response) => response.writeHead(302, { location: `${request.url}` }).end(),
      'redirect',
    ],
    ['closes the door', (request) => request.socket.destroy(), 'broken'],
    [
      'sends damaged compression',
      (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip'),
      'broken',
    ],
    ['speaks another language', (request) => request.socket.end('220 smtp ready\r\n'), 'unreachable'],
  ];
  // Only those that are waited for run side by side: on a busy machine the others would take as long together.
  test.concurrent.for(cases.filter(isSlow))('%s', ([, listener, kind], { onTestFinished }) =>
    expectFailure(listener, kind, onTestFinished),
  );
  test.for(cases.filter((one) => !isSlow(one)))('%s', ([, listener, kind], { onTestFinished }) =>
    expectFailure(listener, kind, onTestFinished),
  );

  async function expectFailure(listener: RequestListener, kind: string, onFinished: typeof onTestFinished) {
    const client = await hostThat(listener, onFinished);
    expect((await failureOf(client.request('/x'))).kind).toBe(kind);
  }

  /** Fails as specified each time except for the second. */
  const failsBut = (listener: RequestListener, requested: string[] = []) =>
    hostThat((request, response) =>
      requested.push(request.url ?? '') === 2 ? json([2])(request, response) : listener(request, response),
    );
  const failing = (code: number, retryAfter: string): RequestListener => {
    return (_, response) => response.writeHead(code, { 'retry-after': retryAfter }).end();
  };

  test.each<[string, RequestListener]>([
    ['429', failing(429, '0')],
    ['503 and a date', failing(503, new Date(0).toUTCString())],
  ])('is requested a part of a list a second time after %s', async (_, listener) => {
    const client = await failsBut(listener);
    expect((await client.requestPart('/x', {})).body).toEqual([2]);
    expect((await failureOf(client.requestPart('/x', {}))).kind).toBe('status');
  });

  test('is requested a part of a list a second time after a while, and only if that may help', async () => {
    const client = await failsBut((request) => request.socket.destroy());
    expect((await client.requestPart('/x', {})).body).toEqual([2]);
    const requested: string[] = [];
    const crashing = await failsBut(failing(500, '0'), requested);
    expect((await failureOf(crashing.requestPart('/x', {}))).status).toBe(500);
    expect(requested).toHaveLength(1);
  });

  test('is not waited for before a second request after the client is closed', async () => {
    const requested = Promise.withResolvers<void>();
    const client = await hostThat((request, response) => {
      failing(503, '600')(request, response);
      requested.resolve();
    });
    const call = client.requestPart('/x', {});
    await requested.promise;
    client.close();
    await expect(call).rejects.toThrow('abort');
  });

  test('is not waited for after the client is closed', async () => {
    const client = await hostThat(() => {});
    const call = failureOf(client.request('/x'));
    client.close();
    expect((await call).kind).toBe('unreachable');
    expect((await failureOf(client.request('/y'))).kind).toBe('unreachable');
  });

  test('cannot be reached, for the reason in the message', async () => {
    const { kind, message } = await failureOf(createHostClient(`http://127.0.0.1:${await freePort()}`).request('/x'));
    expect([kind, message]).toEqual(['unreachable', 'GET /x could not be sent (ECONNREFUSED)']);
  });

  test('refers to a file on another host, or to a large one', async () => {
    const client = await hostThat((_, response) => response.end('abcd'));
    expect((await failureOf(client.download('http://169.254.169.254/latest', 9))).kind).toBe('redirect');
    expect((await failureOf(client.download(`${client.origin}/a`, 3))).kind).toBe('large');
  });
});
