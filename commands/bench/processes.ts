import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own. */
export interface ServerProcess {
  /** From being started to being ready, ms. */
  startMs: number;
  /** Memory in use, MB. */
  memory(): number;
  /** @returns the answer's bytes; throws unless it is 200 */
  ask(address: string): Promise<number>;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));

/** How a program that is ready says so, with its address at the end of the line. */
const readyLine = /(http:\/\/\S+)$/u;

/**
 * Starts a program of this project and waits until it says that it is ready.
 * @param environment beside that of this process
 */
export async function startProcess(script: string, environment: Record<string, string>): Promise<ServerProcess> {
  const start = performance.now();
  const child = spawn(process.execPath, [script], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await readiness(child);
  const startMs = performance.now() - start;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  return {
    startMs,
    memory: () => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(child.pid)], { encoding: 'utf8' })) / 1024,
    ask: (address) =>
      new Promise((resolve, reject) => {
        get(new URL(address, origin), { agent }, (answer) => {
          let bytes = 0;
          answer.on('data', (chunk: Buffer) => {
            bytes += chunk.byteLength;
          });
          answer.on('end', () => {
            if (answer.statusCode === 200) resolve(bytes);
            else reject(new Error(`${address} answered ${answer.statusCode}`));
          });
          answer.on('error', reject);
        }).on('error', reject);
      }),
    async stop() {
      agent.destroy();
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function readiness(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The process says nothing');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended with ${code} before it was ready`);
  });
  const said = (async () => {
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      const [, origin] = readyLine.exec(line) ?? [];
      if (origin) return origin;
    }
    return ended;
  })();
  const origin = await Promise.race([said, ended]);
  ended.catch(() => {});
  child.stdout.resume();
  return origin;
}

/** A port of this machine that nobody listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
