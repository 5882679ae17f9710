import { readFile } from 'node:fs/promises';
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

/** A call of one function, by its name. */
export interface ImageRequest {
  readonly task: keyof ImageTasks;
  readonly input: unknown;
}

/** The result, or a refusal, which is meant for an editor. */
export type ImageResponse = { readonly result: unknown } | { readonly refusal: string };

/** Entry point of the process (`createSerialProcess`). */
export async function run({ task, input }: ImageRequest): Promise<ImageResponse> {
  try {
    return { result: await (tasks[task] as (input: unknown) => Promise<unknown>)(input) };
  } catch (error) {
    if (error instanceof PictureRefused) return { refusal: error.message };
    throw error;
  }
}
