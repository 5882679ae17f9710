import { createSerialProcess, WorkerTimeoutError } from '../threads/serial-worker.ts';
import type { Card } from './card.ts';
import type { ImageRequest, ImageResponse, ImageTasks } from './image-worker.ts';
import { PictureRefused } from './picture-kinds.ts';
import type { PictureVariant } from './variants.ts';

/** How long the process waits for more work, since starting it takes a fraction of a second, before it frees its memory. */
const idleMs = 5000;

/** Maximum time for one picture, ms: a filter in a small drawing may keep the library busy for days. */
const timeoutMs = 60_000;

/**
 * Processes pictures in a child process that starts when there is work and ends after `options.idleMs` without any, ms.
 * @param options.timeoutMs maximum time for one picture, ms, after which its function throws a `WorkerTimeoutError`
 */
export function createImageProcess(options: { idleMs?: number; timeoutMs?: number } = {}) {
  const images = createSerialProcess<ImageRequest, ImageResponse>({
    module: new URL('./image-worker.ts', import.meta.url),
    idleMs: options.idleMs ?? idleMs,
    timeoutMs: options.timeoutMs ?? timeoutMs,
  });
  const send = async <Task extends keyof ImageTasks>(
    task: Task,
    input: Parameters<ImageTasks[Task]>[0],
  ): Promise<Awaited<ReturnType<ImageTasks[Task]>>> => {
    const response = await images.run(async () => ({ input: { task, input } }));
    if ('refusal' in response) throw new PictureRefused(response.refusal);
    return response.result as Awaited<ReturnType<ImageTasks[Task]>>;
  };
  return {
    /** Decodes a picture completely and determines its properties. @throws PictureRefused if the picture is not accepted */
    examine: (bytes: Uint8Array) =>
      send('examine', bytes).catch((error) => {
        if (!(error instanceof WorkerTimeoutError)) throw error;
        throw new PictureRefused('takes too long to decode; save it again', { cause: error });
      }),
    /** Generates a variant; undefined if the original is gone or replaced. @throws if the original is invalid, or the process ended */
    make: (variant: PictureVariant) => send('make', variant),
    /** Draws the picture of a shared link. @throws if it cannot be drawn, or if the process ended */
    draw: (card: Card) => send('draw', card),
    /** Lets the process end after its pending work. */
    close: images.end,
  };
}
