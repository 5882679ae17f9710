import { readFile } from 'node:fs/promises';
import { serveRequests } from '../threads/serve-requests.ts';
import type { Card, DrawnCard } from './card.ts';
import { makeVariant } from './make-variant.ts';
import { examinePicture } from './picture.ts';
import { PictureRefused } from './picture-kinds.ts';
import { hashOfPicture, type PictureVariant } from './variants.ts';

// The child process that `image-process.ts` starts for work on pictures: its tens of MB are freed when it ends, and a
// picture that crashes the library does not crash the site.

/** The functions that the process offers, by name. */
const tasks = {
  examine: examinePicture,
  async make(variant: PictureVariant): Promise<Uint8Array | undefined> {
    const original = await readFile(variant.source.file).catch(() => undefined);
    if (!original || hashOfPicture(original) !== variant.source.hash) return undefined;
    return makeVariant(original, variant);
  },
  async draw(card: Card): Promise<DrawnCard> {
    // Loaded with the first card: a server that only generates variants does not need a layout engine.
    const { drawCard } = await import('./draw-card.ts');
    return drawCard(card);
  },
};
export type ImageTasks = typeof tasks;

/** A request to the process. */
export interface ImageRequest {
  readonly id: number;
  readonly task: keyof ImageTasks;
  readonly input: unknown;
}

export type ImageResponse = { readonly id: number } & (
  | { readonly result: unknown }
  /** `isRefusal` if the message is meant for an editor. */
  | { readonly error: string; readonly isRefusal: boolean }
);

serveRequests(responseTo);

async function responseTo({ id, task, input }: ImageRequest): Promise<ImageResponse> {
  try {
    return { id, result: await (tasks[task] as (input: unknown) => Promise<unknown>)(input) };
  } catch (error) {
    const isRefusal = error instanceof PictureRefused;
    return { id, error: error instanceof Error ? error.message : String(error), isRefusal };
  }
}
