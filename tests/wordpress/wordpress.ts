import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { root } from '../harness/server.ts';

/** Where Debian's package `wordpress` puts it. */
const source = '/usr/share/wordpress';

const startMs = 60_000;

/** An author's action; see `edit-site.php`. */
type Action = Readonly<Record<string, unknown>> & { readonly do: string };

export interface WordPress {
  readonly origin: string;
  edit<Result = unknown>(action: Action): Result;
  /** PHP's warnings about the plugin's own file. */
  complaints(): string[];
  stop(): Promise<void>;
}

/**
 * Starts Debian's WordPress with our plugin, on a separate MariaDB.
 * @throws with the names of the packages where they are missing
 */
export async function startWordPress(): Promise<WordPress> {
  requirePackages();
  const folder = mkdtempSync(join(tmpdir(), 'wordpress-'));
  chmodSync(folder, 0o755);
  const database = await startMariaDb(join(folder, 'database'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const site = join(folder, 'site');
  layOut(site, origin, database.socket);
  const server = spawn('php', ['-S', new URL(origin).host, '-t', site, join(site, 'router.php')], {
    stdio: 'ignore',
    env: { ...process.env, PHP_CLI_SERVER_WORKERS: '4' },
    detached: true,
  });
  const log = join(site, 'wp-content', 'debug.log');
  const edit = <Result>(action: Action) =>
    JSON.parse(
      execFileSync(
        'php',
        ['-d', 'sendmail_path=/bin/true', join(root, 'tests/wordpress/edit-site.php'), site, origin],
        {
          input: JSON.stringify(action),
          encoding: 'utf8',
        },
      ),
    ) as Result;
  edit({ do: 'install' });
  await until(
    () =>
      fetch(`${origin}/wp-json/`).then(
        (response) => response.ok,
        () => false,
      ),
    'WordPress',
  );
  return {
    origin,
    edit,
    complaints: () =>
      existsSync(log)
        ? readFileSync(log, 'utf8')
            .split('\n')
            .filter((line) => line.includes('website-content.php'))
        : [],
    async stop() {
      // Its child processes too.
      if (server.pid) process.kill(-server.pid, 'SIGTERM');
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function requirePackages(): void {
  const programs = ['php', 'mariadbd', 'mariadb-install-db', 'mariadb'];
  const has = (program: string) =>
    [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].some((path) => existsSync(join(path, program)));
  if (programs.every(has) && existsSync(join(source, 'wp-load.php'))) return;
  throw new Error(
    'Install what WordPress needs: apt-get install wordpress php-cli php-mysql php-gd php-mbstring php-xml mariadb-server',
  );
}

/** Our files beside links to the package's. */
function layOut(site: string, origin: string, socket: string): void {
  mkdirSync(join(site, 'wp-content', 'plugins', 'website-content'), { recursive: true });
  for (const name of readdirSync(source).filter((name) => name.endsWith('.php') && name !== 'wp-config.php'))
    cpSync(join(source, name), join(site, name), { dereference: true });
  for (const name of ['wp-admin', 'wp-includes']) symlinkSync(join(source, name), join(site, name));
  cpSync(
    join(root, 'integrations/wordpress/website-content.php'),
    join(site, 'wp-content/plugins/website-content/website-content.php'),
  );
  const constants: Readonly<Record<string, string | boolean>> = {
    DB_NAME: 'wordpress',
    DB_USER: 'root',
    DB_PASSWORD: '',
    DB_HOST: `localhost:${socket}`,
    DB_CHARSET: 'utf8mb4',
    DB_COLLATE: '',
    WP_HOME: origin,
    WP_SITEURL: origin,
    AUTH_KEY: randomBytes(16).toString('hex'),
    DISABLE_WP_CRON: true,
    WP_HTTP_BLOCK_EXTERNAL: true,
    WP_DEBUG: true,
    WP_DEBUG_LOG: true,
    WP_DEBUG_DISPLAY: false,
  };
  const defined = Object.entries(constants).map(([name, value]) => `define('${name}', ${JSON.stringify(value)});`);
  writeFileSync(
    join(site, 'wp-config.php'),
    `<?php\n${defined.join('\n')}\n$table_prefix = 'wp_';\ndefined('ABSPATH') || define('ABSPATH', __DIR__ . '/');\nrequire_once ABSPATH . 'wp-settings.php';\n`,
  );
  writeFileSync(
    join(site, 'router.php'),
    `<?php\n$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);\nif ($path !== '/' && is_file(__DIR__ . $path)) return false;\n$_SERVER['SCRIPT_NAME'] = '/index.php';\nrequire __DIR__ . '/index.php';\n`,
  );
}

async function startMariaDb(directory: string): Promise<{ socket: string; stop: () => Promise<void> }> {
  mkdirSync(directory);
  // MariaDB does not run as root; its package creates a user for it.
  const user = process.getuid?.() === 0 ? ['--user=mysql'] : [];
  if (user.length > 0) {
    const [uid, gid] = ['-u', '-g'].map((option) =>
      Number(execFileSync('id', [option, 'mysql'], { encoding: 'utf8' })),
    );
    chownSync(directory, uid ?? 0, gid ?? 0);
  }
  const data = join(directory, 'data');
  const socket = join(directory, 'socket');
  execFileSync(
    'mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', ...user],
    { stdio: 'ignore' },
  );
  const path = `${process.env.PATH}:/usr/sbin`;
  const server: ChildProcess = spawn(
    'mariadbd',
    [
      '--no-defaults',
      `--datadir=${data}`,
      `--socket=${socket}`,
      '--skip-networking',
      `--pid-file=${directory}/pid`,
      ...user,
    ],
    { stdio: 'ignore', env: { ...process.env, PATH: path } },
  );
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
  const run = (statement: string) =>
    execFileSync('mariadb', ['--no-defaults', `--socket=${socket}`, '--user=root', '-e', statement], {
      stdio: 'ignore',
    });
  await until(async () => {
    try {
      run('CREATE DATABASE IF NOT EXISTS wordpress');
      return true;
    } catch {
      return false;
    }
  }, 'MariaDB');
  return {
    socket,
    async stop() {
      server.kill('SIGTERM');
      await ended;
    },
  };
}

async function until(isReady: () => Promise<boolean>, name: string): Promise<void> {
  for (const end = performance.now() + startMs; !(await isReady()); await pause(200))
    if (performance.now() > end) throw new Error(`${name} was not ready after ${startMs} ms`);
}
