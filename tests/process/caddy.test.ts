import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { limits } from '../../app/shared/submission-rules.ts';
import { type RunningServer, root, startServer } from '../harness/server.ts';
import { application, enquiry, formOf } from './forms.ts';
import { smallSite } from './small-site.ts';
import { askProxy, type VisitorOptions } from './through-proxy.ts';

// The site behind a real Caddy with the configuration of `ops/caddy`: only names, ports and the certificate differ.

const hasCaddy = spawnSync('caddy', ['version']).status === 0;

let folder: string;
let site: RunningServer;
let caddy: ChildProcess;
let port: number;
let plainPort: number;

const ask = (path: string, options?: VisitorOptions) => askProxy(port, path, options);

/** The configuration of `ops/`, for this machine. @param instances ports */
function configurationFor(instances: readonly number[], port: number, plainPort: number): string {
  const replaced: [string, string][] = [
    ['\nexample.com {', `\nhttp://localhost:${plainPort} {`],
    ['\nwww.example.com {', `\nhttps://localhost:${port} {\n\ttls internal`],
    ['127.0.0.1:3000', instances.map((instance) => `127.0.0.1:${instance}`).join(' ')],
  ];
  const settings = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n}\n';
  return replaced.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`The configuration does not have ${from}`);
      return text.replace(from, to);
    },
    settings + readFileSync(join(root, 'ops/caddy/Caddyfile'), 'utf8'),
  );
}

async function startCaddy(instances: readonly number[], port: number, plainPort: number): Promise<ChildProcess> {
  const file = join(folder, `Caddyfile-${port}`);
  writeFileSync(file, configurationFor(instances, port, plainPort));
  const caddy = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], {
    // Its certificates are below them.
    env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    caddy.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk;
      if (said.includes('serving initial configuration')) resolve();
    });
    caddy.once('exit', (code) => reject(new Error(`Caddy ended with ${code}. It said:\n${said}`)));
  });
  // Caddy creates its certificate first.
  await vi.waitFor(() => askProxy(port, '/healthz'), { timeout: 20_000, interval: 50 });
  return caddy;
}

describe.skipIf(!hasCaddy)('behind Caddy', () => {
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'caddy-'));
    [port, plainPort] = [await freePort(), await freePort()];
    site = await startServer({
      ...smallSite,
      SITE_URL: `https://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1,::1',
      RATE_LIMIT_SUBMISSIONS: '2/10m',
    });
    caddy = await startCaddy([Number(new URL(site.origin).port)], port, plainPort);
  });
  afterAll(async () => {
    caddy?.kill('SIGTERM');
    await site?.stop();
    if (folder) rmSync(folder, { recursive: true });
  });

  test('Caddy accepts the configuration unchanged', () => {
    const file = join(root, 'ops/caddy/Caddyfile');
    const validated = spawnSync('caddy', ['validate', '--config', file, '--adapter', 'caddyfile'], {
      env: { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder },
      encoding: 'utf8',
    });
    expect([validated.status, validated.stderr]).toEqual([0, expect.not.stringContaining('"level":"warn"')]);
  });

  test.each(['/', '/nowhere', '/feed.xml', '/healthz'])(
    '%s has the body and every header of the site',
    async (path) => {
      const encoding = { 'accept-encoding': 'identity' };
      const proxied = await ask(path, { headers: encoding });
      const direct = await fetch(new URL(path, site.origin), { headers: encoding });
      expect([proxied.status, String(proxied.body)]).toEqual([direct.status, await direct.text()]);
      // Each connection has its own; a request id is that of one request.
      const own = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-request-id'];
      for (const [name, value] of direct.headers)
        if (!own.includes(name)) expect([name, proxied.headers[name]]).toEqual([name, value]);
      expect(proxied.headers.server).toBeUndefined();
      expect(proxied.headers['strict-transport-security']).toBeDefined();
    },
  );

  test('a page comes in the encoding of the site', async () => {
    expect((await ask('/', { headers: { 'accept-encoding': 'gzip, br' } })).headers['content-encoding']).toBe('br');
  });

  test('a resume of 6 MB arrives, and a larger one is refused by the site', async () => {
    const send = (bytes: number) =>
      ask('/wp-json/positions/mail', {
        from: '127.0.0.4',
        form: formOf(application, new Uint8Array(bytes - '%PDF-1.7\n'.length)),
      });
    expect((await send(limits.resumeBytes)).status).toBe(200);
    const refused = await send(limits.resumeBytes + 1);
    expect([refused.status, JSON.parse(String(refused.body))]).toMatchObject([413, { message: expect.any(String) }]);
  });

  test('a visitor is identified by the address of the connection, whatever the request claims', async () => {
    const send = (from: string, claimed: string) =>
      ask('/mail/contactform', { from, form: formOf(enquiry), headers: { 'x-forwarded-for': claimed } });
    expect((await send('127.0.0.2', '192.0.2.1')).status).toBe(200);
    expect((await send('127.0.0.2', '192.0.2.2')).status).toBe(200);
    expect((await send('127.0.0.2', '192.0.2.3')).status).toBe(429);
    expect((await send('127.0.0.3', '127.0.0.2')).status).toBe(200);
  });

  test('a visitor stays at one of two instances, and at the other while the one is restarted', async () => {
    const instances = await Promise.all(
      ['first', 'second'].map(async (name) => {
        const server = createServer((_, response) => response.end(name));
        await once(server.listen(0, '127.0.0.1'), 'listening');
        return server;
      }),
    );
    const secondPort = await freePort();
    const ports = instances.map((server) => (server.address() as AddressInfo).port);
    const proxy = await startCaddy(ports, secondPort, await freePort());
    onTestFinished(async () => {
      proxy.kill('SIGTERM');
      await once(proxy, 'exit');
      for (const server of instances) server.close();
    });
    const visitors = Array.from({ length: 12 }, (_, number) => `127.0.1.${number + 1}`);
    const instanceOf = async (from: string) => String((await askProxy(secondPort, '/', { from })).body);
    const seen = await Promise.all(visitors.map(instanceOf));
    expect(new Set(seen)).toEqual(new Set(['first', 'second']));
    expect(await Promise.all(visitors.map(instanceOf))).toEqual(seen);
    instances[0]?.close();
    instances[0]?.closeAllConnections();
    expect(await Promise.all(visitors.map(instanceOf))).toEqual(visitors.map(() => 'second'));
  });

  test('the name without www redirects to the one with it, and readiness is not public', async () => {
    const response = await fetch(`http://localhost:${plainPort}/join-us?cat=engineering`, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([
      308,
      'https://www.example.com/join-us?cat=engineering',
    ]);
    expect((await ask('/readyz')).status).toBe(404);
  });
});
