import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { root } from '../harness/server.ts';

// A real nginx with the configuration of `ops/nginx`: only names, ports and folders differ.

const environment = { PATH: `${process.env.PATH}:/usr/sbin` };
const ended = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

export const hasNginx = spawnSync('nginx', ['-v'], { env: environment }).status === 0;

export interface RunningNginx {
  readonly port: number;
  /** Port that redirects to HTTPS. */
  readonly plainPort: number;
  stop(): Promise<void>;
}

/** The configuration of `ops/`, for this machine. @param instances their ports */
function configurationFor(folder: string, port: number, plainPort: number, instances: readonly number[]): string {
  const servers = instances.map((instance) => `server 127.0.0.1:${instance} max_fails=0;`);
  const replaced: [string | RegExp, string][] = [
    ['server 127.0.0.1:3000 max_fails=0;', servers.join('\n    ')],
    ['/var/cache/nginx/website', join(folder, 'cache')],
    ['/etc/letsencrypt/live/www.example.com/fullchain.pem', join(folder, 'certificate.pem')],
    ['/etc/letsencrypt/live/www.example.com/privkey.pem', join(folder, 'key.pem')],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen 443 ssl http2;', `listen 127.0.0.1:${port} ssl http2;`],
    [/ +listen \[::\]:.*\n/gu, ''],
  ];
  return replaced.reduce(
    (text, [from, to]) => {
      const next = text.replaceAll(from, to);
      if (next === text) throw new Error(`The configuration does not have ${from}`);
      return next;
    },
    readFileSync(join(root, 'ops/nginx/website.conf'), 'utf8'),
  );
}

/**
 * Starts nginx before instances of the site, with its own certificate for `localhost`.
 * @param options.port a free one
 * @param options.instances ports of the instances
 */
export async function startNginx(options: {
  readonly port: number;
  readonly instances: readonly number[];
}): Promise<RunningNginx> {
  const { port, instances } = options;
  const plainPort = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'nginx-'));
  const subject = ['-subj', '/CN=localhost', '-keyout', 'key.pem', '-out', 'certificate.pem'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', ...subject],
    { cwd: folder, stdio: 'ignore' },
  );
  writeFileSync(join(folder, 'website.conf'), configurationFor(folder, port, plainPort, instances));
  for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
  chmodSync(folder, 0o700);
  writeFileSync(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; pid nginx.pid; error_log stderr notice; events {}
    http {
      access_log off; client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path fastcgi; uwsgi_temp_path uwsgi; scgi_temp_path scgi;
      include website.conf;
    }`,
  );
  const nginx = spawn('nginx', ['-p', folder, '-c', 'nginx.conf', '-e', 'stderr'], {
    env: environment,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    nginx.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 10_000) said += chunk;
      if (said.includes('start worker process')) resolve();
    });
    nginx.once('exit', (code) => reject(new Error(`nginx ended with ${code}. It said:\n${said}`)));
  });
  return {
    port,
    plainPort,
    async stop() {
      const end = new Promise((resolve) => nginx.once('exit', resolve));
      nginx.kill('SIGTERM');
      if (!ended(nginx)) await end;
      rmSync(folder, { recursive: true });
    },
  };
}
