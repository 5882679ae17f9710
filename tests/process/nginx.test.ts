import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { limits } from '../../app/shared/submission-rules.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import { application, enquiry, formOf } from './forms.ts';
import { hasNginx, type RunningNginx, startNginx } from './nginx.ts';
import { smallSite } from './small-site.ts';
import { askProxy, type Received, type VisitorOptions } from './through-proxy.ts';

// The site behind a real nginx with the configuration of `ops/nginx`.

let site: RunningServer;
let nginx: RunningNginx | undefined;
let port: number;

const ask = (path: string, options?: VisitorOptions) => askProxy(port, path, options);

/** The text of a body, whose length is the one that its header gives. */
function decoded({ headers, body }: Received): string {
  if (headers['content-length'] !== undefined) expect(Number(headers['content-length'])).toBe(body.byteLength);
  return String(headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body);
}

describe.skipIf(!hasNginx)('behind nginx', () => {
  beforeAll(async () => {
    port = await freePort();
    site = await startServer({
      ...smallSite,
      SITE_URL: `https://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMIT_SUBMISSIONS: '2/10m',
    });
    nginx = await startNginx({ port, instances: [Number(new URL(site.origin).port)] });
  });
  afterAll(async () => {
    await nginx?.stop();
    await site?.stop();
  });

  test.each(['/', '/who-we-are', '/nowhere', '/feed.xml', '/healthz', '/join-us?cat=engineering'])(
    '%s has the body and every header of the site',
    async (path) => {
      const encoding = { 'accept-encoding': 'br' };
      const proxied = await ask(path, { headers: encoding });
      const direct = await fetch(new URL(path, site.origin), { headers: encoding });
      expect(proxied.status).toBe(direct.status);
      expect(decoded(proxied)).toBe(await direct.text());
      // Each connection has its own; a request id is that of one request; a page is compressed better once it is in the cache.
      const own = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];
      for (const [name, value] of direct.headers)
        if (!own.includes(name)) expect([name, proxied.headers[name]]).toEqual([name, value]);
      expect(proxied.headers.server).toBe('nginx');
      expect(proxied.headers['x-request-id']).toMatch(/^[\da-f]{32}$/u);
      expect(proxied.headers['strict-transport-security']).toBeDefined();
    },
  );

  test('a page has an encoding that the visitor accepts, and gets 304 if the visitor has it', async () => {
    for (const [accepted, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['identity', undefined],
    ] as const) {
      const { headers } = await ask('/ventures', { headers: { 'accept-encoding': accepted } });
      expect([accepted, headers['content-encoding']]).toEqual([accepted, encoding]);
    }
    const { headers } = await ask('/ventures', { headers: { 'accept-encoding': 'br' } });
    const again = await ask('/ventures', { headers: { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' } });
    expect([again.status, again.body.length]).toEqual([304, 0]);
    expect(again.headers['content-security-policy']).toBe(headers['content-security-policy']);
  });

  test('a resume of 6 MB arrives, and a larger one is refused by the site', async () => {
    const filling = (bytes: number) => new Uint8Array(bytes - '%PDF-1.7\n'.length);
    const send = (bytes: number, key?: string) =>
      ask('/wp-json/positions/mail', {
        from: key === undefined ? '127.0.0.4' : '127.0.0.6',
        form: formOf(application, filling(bytes)),
        headers: key === undefined ? {} : { 'idempotency-key': key },
      });
    expect((await send(limits.resumeBytes)).status).toBe(200);
    expect((await send(limits.resumeBytes, randomUUID())).status).toBe(200);
    const refused = await send(limits.resumeBytes + 1);
    expect([refused.status, JSON.parse(refused.body.toString())]).toMatchObject([413, { message: expect.any(String) }]);
  });

  test('a visitor is identified by the address of the connection, whatever the request claims', async () => {
    const send = (from: string, claimed: string) =>
      ask('/mail/contactform', { from, form: formOf(enquiry), headers: { 'x-forwarded-for': claimed } });
    expect((await send('127.0.0.2', '192.0.2.1')).status).toBe(200);
    expect((await send('127.0.0.2', '192.0.2.2')).status).toBe(200);
    expect((await send('127.0.0.2', '192.0.2.3')).status).toBe(429);
    expect((await send('127.0.0.3', '127.0.0.2')).status).toBe(200);
  });

  test('a form of this origin is accepted, one of another is not', async () => {
    const send = (origin: string) =>
      ask('/mail/contactform', { from: '127.0.0.5', form: formOf(enquiry), headers: { origin } });
    expect((await send(`https://localhost:${port}`)).status).toBe(200);
    expect((await send('https://evil.example')).status).toBe(403);
  });

  test('a form that an instance receives and does not respond to is sent to the next one, with a key', async () => {
    const keys: unknown[] = [];
    const ending = createServer((request) => {
      keys.push(request.headers['idempotency-key']);
      request.resume().once('end', () => request.socket.destroy());
    }).listen(0, '127.0.0.1');
    await once(ending, 'listening');
    const secondPort = await freePort();
    const instances = [(ending.address() as AddressInfo).port, Number(new URL(site.origin).port)];
    const proxy = await startNginx({ port: secondPort, instances });
    onTestFinished(async () => {
      await proxy.stop();
      ending.close();
    });
    const own = randomUUID();
    // Two of each, since the instances take turns.
    for (const [from, key] of [
      ['127.0.0.8', ''],
      ['127.0.0.8', ''],
      ['127.0.0.9', own],
      ['127.0.0.9', own],
    ] as const) {
      const headers: Record<string, string> = key ? { 'idempotency-key': key } : {};
      const response = await askProxy(secondPort, '/mail/contactform', { from, form: formOf(enquiry), headers });
      expect([key, response.status]).toEqual([key, 200]);
    }
    expect(keys).toEqual([expect.stringMatching(/^[\da-f]{32}$/u), own]);
  });

  test('a file of a page comes from whichever instance has it, and is missing only if none has', async () => {
    // Another release, or one that does not have the new content yet.
    const other = createServer((_, response) => response.writeHead(404, { 'Cache-Control': 'no-store' }).end());
    await once(other.listen(0, '127.0.0.1'), 'listening');
    const secondPort = await freePort();
    const instances = [(other.address() as AddressInfo).port, Number(new URL(site.origin).port)];
    const proxy = await startNginx({ port: secondPort, instances });
    onTestFinished(async () => {
      await proxy.stop();
      other.close();
    });
    const page = (await ask('/who-we-are')).body.toString();
    for (const folder of ['assets', 'media']) {
      const [file = ''] = new RegExp(`/${folder}/[\\w./-]+\\.(?:js|webp)`, 'u').exec(page) ?? [];
      // Two URLs that are not in the cache, since the instances take turns.
      for (const url of [`${file}?1`, `${file}?2`])
        expect([url, (await askProxy(secondPort, url)).status]).toEqual([url, 200]);
      expect((await askProxy(secondPort, `/${folder}/missing.svg`)).status).toBe(404);
    }
  });

  describe('in front of an instance whose responses change', () => {
    /** @returns a function that requests a path through nginx */
    async function startBefore(respond: RequestListener) {
      const instance = createServer(respond).listen(0, '127.0.0.1');
      await once(instance, 'listening');
      const secondPort = await freePort();
      const proxy = await startNginx({ port: secondPort, instances: [(instance.address() as AddressInfo).port] });
      onTestFinished(async () => {
        await proxy.stop();
        instance.close();
      });
      return (path: string, options?: VisitorOptions) => askProxy(secondPort, path, options);
    }

    /** Waits until copies of now have expired. nginx counts whole seconds, and a copy is valid for one. */
    async function copiesExpire() {
      const second = () => Math.floor(Date.now() / 1000);
      const stored = second();
      await vi.waitFor(() => expect(second()).toBeGreaterThan(stored + 1), { timeout: 10_000 });
    }

    test.each([
      ['page', '/who-we-are', 'public, max-age=0, must-revalidate'],
      ['PDF', '/media/reports/Bridges%20%C3%BC.PDF', 'public, max-age=600'],
    ])('the first visitor after a %s has changed gets the new one', async (_, path, policy) => {
      let text = 'first';
      const request = await startBefore((_request, response) => {
        response.setHeader('Cache-Control', policy).end(text);
      });
      expect(String((await request(path)).body)).toBe('first');
      text = 'second';
      await copiesExpire();
      expect(String((await request(path)).body)).toBe('second');
    });

    test.each([
      ['/single/withdrawn/', 404, 'public, max-age=0, must-revalidate'],
      ['/single/renamed/', 301, 'public, max-age=3600'],
      ['/join-us/ENG-104/filled', 410, 'public, max-age=0, must-revalidate'],
      ['/what-we-think?page=9', 303, 'no-store'],
      ['/wp-json/blogs/v1/post?slug=withdrawn', 404, 'no-store'],
      ['/media/reports/withdrawn.pdf', 404, 'no-store'],
    ])('%s is gone for the first visitor after it was published', async (path, status, policy) => {
      let isPublished = true;
      const request = await startBefore((_, response) => {
        response.writeHead(isPublished ? 200 : status, {
          'Cache-Control': isPublished ? 'public, max-age=0, must-revalidate' : policy,
        });
        response.end();
      });
      expect((await request(path)).status).toBe(200);
      isPublished = false;
      await copiesExpire();
      expect((await request(path)).status).toBe(status);
    });

    test('a URL that ends like the name of an encoding is not the copy of another one', async () => {
      const request = await startBefore(({ url }, response) => {
        response.setHeader('Cache-Control', 'public, max-age=0, must-revalidate').end(url);
      });
      const read = async (path: string, encoding: string) =>
        String((await request(path, { headers: { 'accept-encoding': encoding } })).body);
      expect(await read('/join-us?cat=salesbr', 'identity')).toBe('/join-us?cat=salesbr');
      expect(await read('/join-us?cat=sales', 'br')).toBe('/join-us?cat=sales');
    });

    test('visitors who request a response at the same time do not wait for one another', async () => {
      const waiting: (() => void)[] = [];
      const request = await startBefore((_, response) => {
        waiting.push(() => response.setHeader('Cache-Control', 'no-store').end());
      });
      const visitors = [1, 2, 3].map(() => request('/forms/token?form=enquiry'));
      // None has its response yet. One that waits for a lock of the cache would arrive after 5 s.
      await vi.waitFor(() => expect(waiting).toHaveLength(visitors.length), { timeout: 4000 });
      for (const respond of waiting) respond();
      await Promise.all(visitors);
    });
  });

  test('the name without www redirects to the one with it, whose forms the site accepts', async () => {
    const { status, headers } = await ask('/join-us?cat=engineering', { headers: { host: 'example.com' } });
    expect([status, headers.location]).toEqual([308, 'https://www.example.com/join-us?cat=engineering']);
  });

  test('plain HTTP redirects to HTTPS, and readiness is not public', async () => {
    const response = await fetch(`http://127.0.0.1:${nginx?.plainPort}/join-us?cat=engineering`, {
      redirect: 'manual',
    });
    expect([response.status, response.headers.get('location')]).toEqual([
      308,
      'https://www.example.com/join-us?cat=engineering',
    ]);
    expect((await ask('/readyz')).status).toBe(404);
  });

  test('pages are in the cache, also while the site is down; responses for one visitor are not', async () => {
    const page = await ask('/who-we-are', { headers: { 'accept-encoding': 'br' } });
    const [, asset = ''] = /(\/assets\/[^"]+\.js)/u.exec((await ask('/who-we-are')).body.toString()) ?? [];
    expect((await ask(asset)).status).toBe(200);
    const token = await ask('/forms/token?form=enquiry');
    expect(token.status).toBe(200);
    expect((await ask('/forms/token?form=enquiry')).body).not.toEqual(token.body);
    await site.stop();
    const stale = await ask('/who-we-are', { headers: { 'accept-encoding': 'br' } });
    expect([stale.status, stale.body]).toEqual([200, page.body]);
    expect((await ask(asset)).status).toBe(200);
    expect((await ask('/forms/token?form=enquiry')).status).toBe(502);
  });
});
