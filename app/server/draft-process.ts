import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Drafts, DraftUnavailableError, InvalidDraftError } from '../editor/editor-routes.ts';
import type { DraftRequest, DraftResponse, DraftSite } from './draft-worker.ts';

/** To read the content for the first time takes seconds; its memory is worth more than that. */
const idleMs = 5 * 60_000;

/** For one draft, the start of the process and the first reading of the content included. */
const timeoutMs = 60_000;

/** Drafts that are rendered or wait for it. */
const maxWaiting = 3;

/** Heap of the process, MB. A text of 1 MB, the largest, takes 400. */
const maxHeapMb = 512;

interface Waiting {
  resolve(response: DraftResponse): void;
  reject(error: Error): void;
  timer: NodeJS.Timeout;
}

/**
 * Checks and renders drafts in a process of its own, which starts with the first of them. It has none of the server's secrets,
 * connections and caches, and lays out the content anew: nothing that it is sent can spoil the site or its files.
 */
export function createDraftProcess(site: DraftSite): Drafts {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let requests = 0;

  const lose = (lost: ChildProcess, reason: string) => {
    if (child !== lost) return;
    child = undefined;
    clearTimeout(idleTimer);
    for (const { reject, timer } of waiting.values()) {
      clearTimeout(timer);
      reject(new DraftUnavailableError(`The process that renders drafts ${reason}`));
    }
    waiting.clear();
  };

  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(new URL('./draft-worker.ts', import.meta.url)), [JSON.stringify(site)], {
      // None of the server's variables: they hold its secrets.
      env: { NODE_ENV: 'production' },
      execArgv: [`--max-old-space-size=${maxHeapMb}`],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (response: DraftResponse) => {
      const request = waiting.get(response.id);
      waiting.delete(response.id);
      clearTimeout(request?.timer);
      if (waiting.size === 0) rest(started);
      request?.resolve(response);
    });
    started.on('error', (error) => lose(started, `failed: ${error.message}`));
    started.on('exit', (code, signal) => lose(started, `ended with ${signal ?? code}`));
    return started;
  };

  const rest = (resting: ChildProcess) => {
    resting.unref();
    resting.channel?.unref();
    idleTimer = setTimeout(() => {
      if (resting.connected) resting.disconnect();
      child = undefined;
    }, idleMs).unref();
  };

  const ask = (request: Omit<DraftRequest, 'id'>): Promise<DraftResponse> =>
    new Promise((resolve, reject) => {
      clearTimeout(idleTimer);
      child ??= start();
      const asked = child;
      asked.ref();
      asked.channel?.ref();
      requests += 1;
      const id = requests;
      const timer = setTimeout(() => {
        lose(asked, `took longer than ${timeoutMs / 1000} s`);
        asked.kill('SIGKILL');
      }, timeoutMs);
      waiting.set(id, { resolve, reject, timer });
      asked.send({ ...request, id } satisfies DraftRequest, (error) => {
        if (error) lose(asked, `cannot be reached: ${error.message}`);
      });
    });

  return {
    async render(body, nextArticleId) {
      if (waiting.size >= maxWaiting) throw new DraftUnavailableError(`${maxWaiting} other drafts wait already`);
      const response = await ask({ body, nextArticleId });
      if ('invalid' in response) throw new InvalidDraftError(response.invalid);
      if ('failure' in response) throw new DraftUnavailableError(response.failure);
      const { html, problems } = response;
      return { ...(html === undefined ? {} : { html }), problems };
    },
  };
}
