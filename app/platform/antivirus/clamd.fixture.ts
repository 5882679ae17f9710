import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Path of ClamAV's daemon: on the PATH, or where Debian installs system programs. */
const program = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  .map((directory) => join(directory, 'clamd'))
  .find((path) => existsSync(path));

/** Whether clamd is installed on this machine. */
export const hasClamd = program !== undefined;

/** The only signature in the tests' database, which no other scanner knows. */
export const virus = 'Spanwright-test-virus-that-harms-nobody';
const signature = 'Test.Harmless';

export interface TestClamd {
  readonly url: string;
  /** Starts it again on the same socket. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  remove(): Promise<void>;
}

/** A real clamd in a temporary directory, with a database of its own. @param options.maxBytes the largest stream it takes */
export async function startClamd(options: { maxBytes?: number } = {}): Promise<TestClamd> {
  if (!program) throw new Error('There is no clamd on this machine');
  const directory = mkdtempSync(join(tmpdir(), 'clamd-'));
  const socket = join(directory, 'clamd.sock');
  writeFileSync(join(directory, 'test.ndb'), `${signature}:0:*:${Buffer.from(virus).toString('hex')}\n`);
  const settings = {
    Foreground: 'yes',
    LocalSocket: socket,
    DatabaseDirectory: directory,
    StreamMaxLength: options.maxBytes ?? '25M',
  };
  const file = join(directory, 'clamd.conf');
  writeFileSync(
    file,
    Object.entries(settings)
      .map(([name, value]) => `${name} ${value}\n`)
      .join(''),
  );

  const start = async () => {
    const started = spawn(program, [`--config-file=${file}`], { stdio: 'ignore' });
    while (!(await isResponding(socket))) {
      if (started.exitCode !== null) throw new Error(`clamd ended with ${started.exitCode}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return started;
  };
  let daemon = await start();
  const stop = async () => {
    if (daemon.exitCode !== null || daemon.signalCode !== null) return;
    daemon.kill('SIGKILL');
    await once(daemon, 'exit');
    rmSync(socket, { force: true });
  };
  return {
    url: `unix://${socket}`,
    stop,
    async restart() {
      await stop();
      daemon = await start();
    },
    async remove() {
      await stop();
      rmSync(directory, { recursive: true });
    },
  };
}

const isResponding = (path: string) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
