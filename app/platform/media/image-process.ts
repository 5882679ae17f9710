import { createIdleProcess } from '../threads/idle-process.ts';
import type { Card, DrawnCard } from './card.ts';
import type { ImageResponse, ImageResult, ImageTask } from './image-worker.ts';
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

/** @param options.idleMs how long the process waits for more work before it ends, ms */
export function createImageProcess(options: { idleMs?: number } = {}): ImageProcess {
  const images = createIdleProcess<ImageTask, ImageResponse>({
    module: new URL('./image-worker.ts', import.meta.url),
    idleMs: options.idleMs ?? idleMs,
    errorOf: (reason) => new Error(`The process of pictures ${reason}`),
  });
  const ask = async (task: ImageTask): Promise<ImageResult> => {
    const response = await images.ask(task);
    if ('result' in response) return response.result;
    throw response.isRefusal ? new PictureRefused(response.error) : new Error(response.error);
  };
  return {
    examine: async (bytes) => (await ask({ task: 'examine', bytes })) as PictureFacts,
    make: async (variant) => (await ask({ task: 'make', variant })) as Uint8Array | undefined,
    draw: async (card) => (await ask({ task: 'draw', card })) as DrawnCard,
    close: images.end,
    get pid() {
      return images.pid;
    },
  };
}
