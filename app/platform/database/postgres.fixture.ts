import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, globSync, mkdirSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { freePort } from '../http/free-port.fixture.ts';

/** Directory of PostgreSQL's programs: on the PATH, or where Debian installs them. */
const directory = [...(process.env.PATH ?? '').split(delimiter), ...globSync('/usr/lib/postgresql/*/bin')].find(
  (path) => existsSync(join(path, 'initdb')) && existsSync(join(path, 'postgres')),
);

/** Whether PostgreSQL is installed on this machine. */
export const hasPostgres = directory !== undefined;

export interface PostgresCluster {
  /** URL of its own database, which `createDatabaseOn` takes. */
  readonly adminUrl: string;
  /** URL of a new, empty database. */
  createDatabase(): Promise<string>;
  /** Ends the server like a crash. */
  kill(): Promise<void>;
  /** Starts the killed server again with the same port and data. */
  restart(): Promise<void>;
  remove(): Promise<void>;
}

/** Starts an empty server in a temporary directory and on a free port. */
export async function startPostgres(): Promise<PostgresCluster> {
  if (!directory) throw new Error('There is no PostgreSQL on this machine');
  const user = unprivilegedUser();
  const data = initialized(directory, user);
  const port = await freePort();
  const program = join(directory, 'postgres');
  const admin = `postgres://test@127.0.0.1:${port}/postgres`;
  let server: ChildProcess;
  const start = async () => {
    // Without fsync: the tests do not cover the engine's own durability.
    server = spawn(program, ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data, '-F'], {
      stdio: 'ignore',
      ...user,
    });
    await ready(admin);
  };
  const end = (signal: NodeJS.Signals) =>
    new Promise<void>((resolve) => {
      server.once('exit', () => resolve());
      server.kill(signal);
    });
  await start();
  return {
    adminUrl: admin,
    createDatabase: () => createDatabaseOn(admin),
    // Immediate shutdown: nothing is flushed, and the next start recovers from the log.
    kill: () => end('SIGQUIT'),
    restart: start,
    async remove() {
      await end('SIGQUIT');
      rmSync(data, { recursive: true, force: true });
    },
  };
}

/** @returns the URL of a new, empty database on a server */
export async function createDatabaseOn(adminUrl: string): Promise<string> {
  const url = new URL(adminUrl);
  const name = `test_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client(adminUrl);
  await client.connect();
  // The default, a copy by the write-ahead log, takes twice the time.
  await client.query(`CREATE DATABASE ${name} STRATEGY FILE_COPY`);
  await client.end();
  url.pathname = name;
  return url.href;
}

/** Results of `initdb` that every cluster copies: `initdb` takes a second of processor time, a copy a few hundredths. */
const templates = fileURLToPath(new URL('../../../.cache/postgres', import.meta.url));

/** Creates the data directory of an empty cluster. */
function initialized(programs: string, user: User | undefined): string {
  const data = mkdtempSync(join(tmpdir(), 'postgres-'));
  if (user) chownSync(data, user.uid, user.gid);
  const initdb = join(programs, 'initdb');
  // Every version of PostgreSQL and every user has a separate template.
  const { ino, mtimeMs } = statSync(initdb);
  const template = join(templates, `${ino}-${mtimeMs}-${user?.uid ?? process.getuid?.()}`);
  if (!existsSync(template)) {
    execFileSync(initdb, ['-D', data, '-U', 'test', '-A', 'trust', '-E', 'UTF8', '--no-locale', '-N'], {
      stdio: 'ignore',
      ...user,
    });
    mkdirSync(templates, { recursive: true });
    const copy = mkdtempSync(join(templates, 'new-'));
    copyDirectory(data, copy);
    // Another process may have created it meanwhile.
    try {
      renameSync(copy, template);
    } catch {
      rmSync(copy, { recursive: true });
    }
    return data;
  }
  copyDirectory(template, data);
  return data;
}

/** Copies owners and permissions too, which PostgreSQL checks and `cpSync` does not copy. */
function copyDirectory(from: string, to: string): void {
  execFileSync('cp', ['-a', `${from}/.`, to]);
}

interface User {
  uid: number;
  gid: number;
}

/** Returns the user that PostgreSQL's package creates, since PostgreSQL refuses to run as root. */
function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function ready(url: string): Promise<void> {
  for (let attempt = 0; ; attempt += 1) {
    const client = new pg.Client(url);
    try {
      await client.connect();
      await client.end();
      return;
    } catch (error) {
      if (attempt === 400) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
