import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Card, DrawnCard } from './card.ts';
import type { ImageRequest, ImageResponse, ImageResult, ImageTask } from './image-worker.ts';
import { type PictureFacts, PictureRefused } from './picture-kinds.ts';
import type { PictureVariant } from './variants.ts';

/** Processes pictures in a child process that starts when there is work and ends when there is none. */
export interface ImageProcess {
  /**
   * Decodes a picture completely, to check that it is intact and to determine its properties.
   * @throws PictureRefused if the picture is not accepted
   */
  examine(bytes: Uint8Array): Promise<PictureFacts>;
  /**
   * Generates a variant.
   * @returns undefined if the original has been removed or replaced
   * @throws if the original is invalid, or if the process ended
   */
  make(variant: PictureVariant): Promise<Uint8Array | undefined>;
  /**
   * Draws the picture of a shared link.
   * @throws if it cannot be drawn, or if the process ended
   */
  draw(card: Card): Promise<DrawnCard>;
  /** Lets the process end after its pending work. */
  close(): void;
  /** The process's id while it runs. */
  readonly pid: number | undefined;
}

/** How long the process waits for more work, since starting it takes a fraction of a second, before it frees its memory. */
const idleMs = 5000;

interface Waiting {
  resolve(result: ImageResult): void;
  reject(error: Error): void;
}

/** @param options.idleMs how long the process waits for more work before it ends, ms */
export function createImageProcess(options: { idleMs?: number } = {}): ImageProcess {
  const waiting = new Map<number, Waiting>();
  let child: ChildProcess | undefined;
  let idleTimer: NodeJS.Timeout | undefined;
  let requests = 0;

  const end = () => {
    clearTimeout(idleTimer);
    if (child?.connected) child.disconnect();
    child = undefined;
  };

  const start = (): ChildProcess => {
    const started = fork(fileURLToPath(new URL('./image-worker.ts', import.meta.url)), {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    started.on('message', (response: ImageResponse) => {
      const request = waiting.get(response.id);
      waiting.delete(response.id);
      if (waiting.size === 0) rest(started);
      if ('result' in response) request?.resolve(response.result);
      else request?.reject(response.isRefusal ? new PictureRefused(response.error) : new Error(response.error));
    });
    const lose = (reason: string) => {
      if (child !== started) return;
      child = undefined;
      clearTimeout(idleTimer);
      for (const { reject } of waiting.values()) reject(new Error(`The process of pictures ${reason}`));
      waiting.clear();
    };
    started.on('error', (error) => lose(`failed: ${error.message}`));
    started.on('exit', (code, signal) => lose(`ended with ${signal ?? code}`));
    return started;
  };

  /** A pending request keeps this program running; an idle child process does not. */
  const rest = (resting: ChildProcess) => {
    resting.unref();
    resting.channel?.unref();
    idleTimer = setTimeout(end, options.idleMs ?? idleMs).unref();
  };

  const ask = (task: ImageTask): Promise<ImageResult> =>
    new Promise((resolve, reject) => {
      clearTimeout(idleTimer);
      child ??= start();
      child.ref();
      child.channel?.ref();
      requests += 1;
      const id = requests;
      waiting.set(id, { resolve, reject });
      child.send({ ...task, id } satisfies ImageRequest, (error) => {
        if (error && waiting.delete(id)) reject(error);
      });
    });

  return {
    examine: async (bytes) => (await ask({ task: 'examine', bytes })) as PictureFacts,
    make: async (variant) => (await ask({ task: 'make', variant })) as Uint8Array | undefined,
    draw: async (card) => (await ask({ task: 'draw', card })) as DrawnCard,
    close: end,
    get pid() {
      return child?.pid;
    },
  };
}
