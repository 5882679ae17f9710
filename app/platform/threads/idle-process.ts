import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createPendingRequests } from './pending-requests.ts';

/**
 * Creates a child process that starts with its first request and ends when idle.
 * @param options.module program of the process; it responds to each message with the same `id`
 * @param options.timeoutMs maximum time of a request, ms, including the start of the process; it is killed after that
 * @param options.errorOf creates the error of pending requests; the reason completes "The process …"
 */
export function createIdleProcess<Request extends object, Response extends { readonly id: number }>(options: {
  module: URL;
  args?: string[];
  fork?: ForkOptions;
  idleMs: number;
  timeoutMs?: number;
  errorOf: (reason: string) => Error;
}) {
  const { module, args = [], idleMs, timeoutMs, errorOf } = options;
  const waiting = createPendingRequests<Response>();
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;

  const end = () => {
    clearTimeout(idleTimer);
    if (child?.connected) child.disconnect();
    child = undefined;
  };
  const lose = (lost: ChildProcess, reason: string) => {
    if (child !== lost) return;
    child = undefined;
    clearTimeout(idleTimer);
    waiting.rejectAll(errorOf(reason));
  };
  /** A pending request keeps this program running; an idle child process does not. */
  const rest = (resting: ChildProcess) => {
    resting.unref();
    resting.channel?.unref();
    idleTimer = setTimeout(end, idleMs).unref();
  };
  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(module), args, {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // A group of its own: Ctrl+C would end the process before it can ignore the signal, and fail the requests that it started for.
      detached: true,
      ...options.fork,
    });
    started.on('message', (response: Response) => {
      const request = waiting.take(response.id);
      if (waiting.size === 0) rest(started);
      request?.resolve(response);
    });
    started.on('error', (error) => lose(started, `failed: ${error.message}`));
    started.on('exit', (code, signal) => lose(started, `ended with ${signal ?? code}`));
    return started;
  };

  return {
    /** @throws if the process fails, ends or exceeds the timeout */
    async send(request: Request): Promise<Response> {
      clearTimeout(idleTimer);
      child ??= start();
      const target = child;
      target.ref();
      target.channel?.ref();
      const { id, response } = waiting.add();
      const onTimeout = () => {
        lose(target, `took longer than ${(timeoutMs ?? 0) / 1000} s`);
        target.kill('SIGKILL');
      };
      const timer = timeoutMs === undefined ? undefined : setTimeout(onTimeout, timeoutMs);
      target.send({ ...request, id }, (error) => {
        if (error) lose(target, `cannot be reached: ${error.message}`);
      });
      return response.finally(() => clearTimeout(timer));
    },
    /** Lets the process end after its pending requests. */
    end,
    /** The process's id while it runs. */
    get pid() {
      return child?.pid;
    },
  };
}
