import { execFile, spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ExportedRecord, type RunningServer, recordsIn, startServer } from './server.ts';

/** A server whose data are on a disk that fails on demand. */
export interface FailingDisk {
  readonly server: RunningServer;
  /** Whether it works until the test lets it fail. */
  readonly worksAtFirst: boolean;
  /** Absolute path of a file of the data, as this process sees it. */
  pathOf(name: string): string;
  fail(): Promise<void>;
  heal(): Promise<void>;
  /** The stored records. */
  records(): Promise<ExportedRecord[]>;
  close(): Promise<void>;
}

type Environment = Readonly<Record<string, string>>;

const environment: Environment = { RATE_LIMIT_SUBMISSIONS: 'off', LOG_LEVEL: 'error' };
const execute = promisify(execFile);

/** The system's C compiler (POSIX). */
const compiler = 'cc';

/** The failure of a call of the C library, by its letter in failing-disk.c. */
const faults = { full: 'f', 'read-only': 'r', unsynced: 's' } as const;
const works = 'w';

/**
 * A server whose calls of the C library fail as on a disk that is full, read-only, or cannot sync.
 * @throws when there is no C compiler for the library that causes the failures
 */
export async function startOnFaultyCalls(fault: keyof typeof faults, more: Environment): Promise<FailingDisk> {
  const directory = mkdtempSync(join(tmpdir(), 'failing-disk-'));
  const library = join(directory, 'failing-disk.so');
  const source = fileURLToPath(new URL('failing-disk.c', import.meta.url));
  const { error, stderr } = spawnSync(
    compiler,
    ['-shared', '-fPIC', '-O1', '-Wall', '-Werror', '-o', library, source],
    {
      encoding: 'utf8',
    },
  );
  if (error || stderr)
    throw new Error(`The tests of a failing disk need a C compiler, ${compiler}: ${error ?? stderr}`);
  const state = join(directory, 'switch');
  writeFileSync(state, works);
  const turn = async (letter: string) => {
    // In place: the server has the file mapped.
    const file = openSync(state, 'r+');
    writeSync(file, letter);
    closeSync(file);
  };
  const dataDirectory = join(directory, 'data');
  const server = await startServer(
    { ...environment, ...more, LD_PRELOAD: library, FAILING_DIRECTORY: dataDirectory, FAILING_SWITCH: state },
    { dataDirectory, mayFail: true },
  );
  return {
    server,
    worksAtFirst: true,
    pathOf: (name) => join(dataDirectory, name),
    fail: () => turn(faults[fault]),
    heal: () => turn(works),
    records: () => recordsIn(dataDirectory),
    async close() {
      await server.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/** Size of the disk; a server's own files take a part of it before any submission. */
const diskMegabytes = 48;

/** Ways to give a program its own mounts: as root, and as a user where the system permits user namespaces. */
const namespaces = [
  { unshare: ['unshare', '--mount'], enter: ['--mount'] },
  {
    unshare: ['unshare', '--map-root-user', '--mount'],
    enter: ['--user', '--preserve-credentials', '--mount'],
  },
].map((ways) => ({ ...ways, mount: [...ways.unshare, 'mount', '-t', 'tmpfs', 'none', tmpdir()] }));

const namespace = namespaces.find(({ mount: [program = '', ...parameters] }) => {
  return spawnSync(program, parameters, { stdio: 'ignore' }).status === 0;
});

/** Whether this process may mount a disk for a program. In most containers it may not. */
export const canMount = namespace !== undefined;

/** The command that gives a program its own mounts, which is put behind it. */
export const withOwnMounts: readonly string[] = namespace?.unshare ?? [];

/**
 * A server whose data are on a separate small disk, which is removed with it.
 * @param fault `full`: something else fills it; `read-only`: it has been mounted so before the server starts, and is
 *   mounted again to heal: a disk with files that are open for writing cannot be made read-only by its mount
 */
export async function startOnSmallDisk(fault: 'full' | 'read-only', more: Environment): Promise<FailingDisk> {
  if (!namespace) throw new Error('This process may not mount a disk');
  const { unshare, enter } = namespace;
  const dataDirectory = mkdtempSync(join(tmpdir(), 'small-disk-'));
  const size = `size=${diskMegabytes}m`;
  const mode = fault === 'read-only' ? ',ro' : '';
  const mount = `mount -t tmpfs -o ${size}${mode} none "$0" && exec "$@"`;
  const server = await startServer(
    { ...environment, ...more },
    {
      through: [...unshare, 'sh', '-c', mount, dataDirectory],
      dataDirectory,
      mayFail: true,
    },
  );
  const inside = ['nsenter', '--target', String(server.pid), ...enter];
  const pathOf = (name: string) => join('/proc', String(server.pid), 'root', dataDirectory, name);
  // With its source and type named, mount leaves out those options that a user may set only once.
  const remount = async (how: string) => {
    const [program = '', ...parameters] = [
      ...inside,
      'mount',
      '-t',
      'tmpfs',
      '-o',
      `remount,${how}`,
      'none',
      dataDirectory,
    ];
    await execute(program, parameters);
  };
  let filling: NodeJS.Timeout | undefined;
  return {
    server,
    worksAtFirst: fault === 'full',
    pathOf,
    async fail() {
      if (fault === 'read-only') return;
      fill(pathOf('filler'));
      filling = setInterval(() => fill(pathOf('filler')), refillMs);
    },
    async heal() {
      clearInterval(filling);
      if (fault === 'full') rmSync(pathOf('filler'));
      else await remount('rw');
    },
    records: () => recordsIn(dataDirectory, inside),
    async close() {
      clearInterval(filling);
      await server.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Interval at which a full disk is filled again, ms: the server frees space when it removes a temporary file. */
const refillMs = 100;

/** Writes until the disk is full. */
function fill(path: string): void {
  const file = openSync(path, 'a');
  for (let bytes = 1024 * 1024; bytes > 0; bytes = Math.floor(bytes / 2)) {
    const chunk = Buffer.alloc(bytes);
    try {
      for (;;) writeSync(file, chunk);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  closeSync(file);
}
