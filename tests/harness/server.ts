import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { compileCache } from './compile-cache.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
/** The pinned Node of the project, not the one that runs the tests. */
export const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');

/**
 * Where servers with the same content share their pictures, each named by the hash of its source. Those of the project's own content
 * remain for later runs, since drawing them takes ten seconds of processor time. Each content has a separate folder, because a server
 * removes the pictures that its content does not use.
 */
export const sharedPicturesOf = (contentDirectory?: string) =>
  contentDirectory === undefined ? join(root, '.cache', 'test-images') : `${contentDirectory}.images`;

/** Timeout of a start, ms; a cold one takes well under a second on an idle machine. */
export const startMs = 120_000;

export interface RunningServer {
  readonly pid: number;
  /** Everything that it writes is below it. */
  readonly dataDirectory: string;
  /** Its origin, such as `http://localhost:40123`, which is also its `SITE_URL`. */
  readonly origin: string;
  /**
   * Ends the server as an operator does.
   * @throws if its exit code is not 0, or it has logged an error
   */
  stop(): Promise<void>;
  /** Sends it a signal without waiting. */
  signal(name: NodeJS.Signals): void;
  /** Resolves to the exit code; to null if a signal has ended it. */
  readonly ended: Promise<number | null>;
}

/** A test that fails stops no server of its own, which would slow down all later ones. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const server of running) server.kill('SIGKILL');
});

interface StartOptions {
  /** The command that runs the server, which is put behind it. */
  readonly through?: readonly string[];
  /** Its data directory, which remains; by default a temporary one. */
  readonly dataDirectory?: string;
  /** The folder of the project whose build is run; this one by default. */
  readonly release?: string;
  /** Whether the test expects errors in its log. */
  readonly mayFail?: boolean;
}

/**
 * Starts the built site as `npm start` does, with a temporary data directory.
 * @param environment added to that of the tests; wins over the defaults here
 * @throws with the server's output if it does not start
 */
export async function startServer(
  environment: Readonly<Record<string, string>> = {},
  { through = [], dataDirectory: given, release = root, mayFail = false }: StartOptions = {},
): Promise<RunningServer> {
  const dataDirectory = given ?? (await mkdtemp(join(tmpdir(), 'spanwright-test-')));
  await shareDrawnPictures(dataDirectory, environment.CONTENT_DIR);
  const port = await freePort();
  const [program = '', ...parameters] = [...through, pinnedNode, 'build/server/server.js'];
  const server = spawn(program, parameters, {
    cwd: release,
    env: {
      PATH: process.env.PATH,
      PORT: String(port),
      DATA_DIR: dataDirectory,
      RATE_LIMIT_SUBMISSIONS: 'off',
      LOG_LEVEL: 'error',
      NODE_COMPILE_CACHE: compileCache,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  running.add(server);
  const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
  server.once('exit', () => running.delete(server));
  await new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The server ${why}. It said:\n${said}`));
    const timer = setTimeout(() => fail('was not ready in time'), startMs);
    const listen = (chunk: Buffer) => {
      said += chunk;
      if (!/ (?:is ready|serves pages) at /u.test(said)) return;
      clearTimeout(timer);
      resolve();
    };
    server.stdout.on('data', listen);
    server.stderr.on('data', listen);
    server.once('error', reject);
    server.once('exit', (code) => fail(`ended with ${code}`));
  });
  return {
    pid: server.pid ?? 0,
    dataDirectory,
    origin: `http://localhost:${port}`,
    ended,
    signal: (name) => void server.kill(name),
    async stop() {
      server.kill('SIGTERM');
      const code = await ended;
      if (given === undefined) await rm(dataDirectory, { recursive: true, force: true });
      const errors = mayFail ? [] : said.split('\n').filter((line) => line.includes('"level":"error"'));
      if (code !== 0) throw new Error(`The server ended with ${code}. It said:\n${said}`);
      if (errors.length > 0) throw new Error(`The server logged errors:\n${errors.join('\n')}`);
    },
  };
}

/**
 * Lets a data directory without pictures use those that other sites with the same content have drawn, and adds its own to them.
 * @param contentDirectory by default that of the project; another shares nothing unless its creator has made the folder
 */
export async function shareDrawnPictures(dataDirectory: string, contentDirectory?: string): Promise<void> {
  const shared = sharedPicturesOf(contentDirectory);
  const own = join(dataDirectory, 'images');
  if (contentDirectory === undefined) await mkdir(shared, { recursive: true });
  if (!existsSync(shared) || existsSync(own)) return;
  await mkdir(dataDirectory, { recursive: true });
  await symlink(shared, own);
}

/** Names of the files in a folder of a data directory. */
export function filesIn(dataDirectory: string, folder: string): string[] {
  try {
    return readdirSync(join(dataDirectory, folder));
  } catch {
    return [];
  }
}

/** A record as `npm run inbox -- export` prints it: its fields, id and state. */
export type ExportedRecord = Readonly<Record<string, string>>;

/**
 * The records in a data directory, with or without a running server.
 * @param through the command that runs the program, which is put behind it
 * @param environment such as a `DATABASE_URL`
 */
export async function recordsIn(
  dataDirectory: string,
  through: readonly string[] = [],
  environment: Readonly<Record<string, string>> = {},
): Promise<ExportedRecord[]> {
  const script = join(root, 'commands', 'inbox.ts');
  const [program = '', ...parameters] = [...through, pinnedNode, script, 'export', '--format', 'json'];
  const { stdout } = await promisify(execFile)(program, parameters, {
    env: { PATH: process.env.PATH, DATA_DIR: dataDirectory, NODE_COMPILE_CACHE: compileCache, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
