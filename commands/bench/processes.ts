import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Agent, type IncomingMessage, type OutgoingHttpHeaders, type RequestOptions, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import serverProcess from '../server-process.json' with { type: 'json' };

/** A server in a separate process. */
export type ServerProcess = Awaited<ReturnType<typeof startProcess>>;

const root = fileURLToPath(new URL('../../', import.meta.url));

/** A process is idle when it uses at most this much processor time per second, in hundredths, several times in a row. */
const quietTicks = 3;
const quietLooksWanted = 7;

/** The site prepares its pages a quarter of a minute after its start (`server.ts`), so it is not idle before, ms. */
const preparationAfterMs = 15_000;

/** The line by which a program reports that it is ready, with its URL at the end. */
const readyLine = /(http:\/\/\S+)$/u;

/** Starts a program of this project, with `environment` added to that of this process, and waits until it reports that it is ready. */
async function startProcess(
  script: string,
  environment: Record<string, string>,
  { flags = [], parameters = [] }: { flags?: readonly string[]; parameters?: readonly string[] } = {},
) {
  const start = performance.now();
  const child = spawn(process.execPath, [...flags, script, ...parameters], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await readiness(child);
  const startMs = performance.now() - start;
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  /** @throws unless the response is 200 */
  const exchange = async (path: string, options: RequestOptions, body?: string) => {
    const [response] = (await once(request(new URL(path, origin), { agent, ...options }).end(body), 'response')) as [
      IncomingMessage,
    ];
    const bytes = await buffer(response);
    if (response.statusCode !== 200) throw new Error(`${path} responded with ${response.statusCode}`);
    return { headers: response.headers, bytes };
  };
  const stop = async () => {
    agent.destroy();
    if (child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  return {
    origin,
    /** Time from start to readiness, ms. */
    startMs,
    /** Memory in use, MB. */
    memory: () => residentKilobytes(child.pid) / 1024,
    /** Waits until it and its child processes are idle: after its start the site generates missing pictures and prepares pages. */
    async settled() {
      await pause(Math.max(0, start + startMs + preparationAfterMs - performance.now()));
      for (let quietLooks = 0; quietLooks < quietLooksWanted; ) {
        const before = ticksWithChildren(child.pid);
        await pause(1000);
        quietLooks = ticksWithChildren(child.pid) - before <= quietTicks ? quietLooks + 1 : 0;
      }
    },
    /** Processor time of all threads so far, ms. */
    processorMs: () => processorTicks(child.pid) * 10,
    /** Gets a path. @throws unless the response is 200 */
    response: (path: string, headers: Record<string, string>) => exchange(path, { headers }),
    /** @returns the response's bytes; throws unless it is 200 */
    get: async (path: string, headers: Record<string, string> = {}) => (await exchange(path, { headers })).bytes.length,
    /** @returns the response's text; throws unless it is 200 */
    text: async (path: string) => (await exchange(path, {})).bytes.toString(),
    /** Posts a form. @returns the response's bytes; throws unless it is 200 */
    post: async (path: string, body: string, headers: Record<string, string>) =>
      (await exchange(path, { method: 'POST', headers }, body)).bytes.length,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Returns the resident memory of a process (proc_pid_status(5)). */
function residentKilobytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes);
}

/** Fields of a process from its state on (proc_pid_stat(5)). */
const statOf = (pid: number | string | undefined): string[] =>
  (readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1] ?? '').split(' ');

/** Returns the processor time of a process so far, in hundredths of a second. */
function processorTicks(pid: number | string | undefined): number {
  const [user, system] = statOf(pid).slice(11);
  return Number(user) + Number(system);
}

/** Like `processorTicks`, with the time of its child processes, those that have ended included. */
export function ticksWithChildren(pid: number | undefined): number {
  const [user, system] = statOf(pid).slice(13);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return [pid, ...children].reduce<number>(
    (sum, process) => sum + processorTicks(process),
    Number(user) + Number(system),
  );
}

/** Starts the built site like `npm start`, with only errors in the log and without a limit on submissions per client. */
export async function startSite(environment: Record<string, string>): Promise<ServerProcess> {
  const port = String(await freePort());
  const { entry, flags } = serverProcess;
  const quiet = { PORT: port, LOG_LEVEL: 'error', RATE_LIMIT_SUBMISSIONS: 'off' };
  return startProcess(entry, { ...serverProcess.environment, ...quiet, ...environment }, { flags });
}

/** Starts a bare `node:http` server that sends one response. @param folder for its file */
export async function startBareServer(
  folder: string,
  response: { headers: OutgoingHttpHeaders; body: string },
): Promise<ServerProcess> {
  const file = join(folder, 'response.json');
  await writeFile(file, JSON.stringify(response));
  return startProcess('commands/bench/bare-server.mjs', {}, { parameters: [file] });
}

async function readiness(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The process has no output');
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The process ended with ${code} before it was ready`);
  });
  const ready = (async () => {
    for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
      const [, origin] = readyLine.exec(line) ?? [];
      if (origin) return origin;
    }
    return ended;
  })();
  const origin = await Promise.race([ready, ended]);
  ended.catch(() => {});
  child.stdout.resume();
  return origin;
}
