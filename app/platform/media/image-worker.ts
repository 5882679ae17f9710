import { readFile } from 'node:fs/promises';
import type { Card, DrawnCard } from './card.ts';
import { makeVariant } from './make-variant.ts';
import { examinePicture } from './picture.ts';
import { type PictureFacts, PictureRefused } from './picture-kinds.ts';
import { hashOfPicture, type PictureVariant } from './variants.ts';

// The child process that `image-process.ts` starts for work on pictures: its tens of MB are freed when it ends, and a
// picture that crashes the library does not crash the site.

/** A request to the process. */
export type ImageTask =
  | { readonly task: 'examine'; readonly bytes: Uint8Array }
  | { readonly task: 'make'; readonly variant: PictureVariant }
  | { readonly task: 'draw'; readonly card: Card };

export type ImageRequest = ImageTask & { readonly id: number };

/** Undefined if the original of a variant has been removed or replaced. */
export type ImageResult = PictureFacts | DrawnCard | Uint8Array | undefined;

export type ImageResponse = { readonly id: number } & (
  | { readonly result: ImageResult }
  /** `isRefusal` if the message is meant for an editor. */
  | { readonly error: string; readonly isRefusal: boolean }
);

// The server handles signals sent to the whole process group; this process ends when the server disconnects.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});

let turn: Promise<void> = Promise.resolve();
process.on('message', (request: ImageRequest) => {
  turn = turn.then(async () => respond(await responseTo(request)));
});

const respond = (response: ImageResponse) =>
  new Promise<void>((resolve) => {
    if (!process.connected) return resolve();
    process.send?.(response, () => resolve());
  });

async function responseTo(request: ImageRequest): Promise<ImageResponse> {
  try {
    return { id: request.id, result: await resultOf(request) };
  } catch (error) {
    const isRefusal = error instanceof PictureRefused;
    return { id: request.id, error: error instanceof Error ? error.message : String(error), isRefusal };
  }
}

async function resultOf(request: ImageTask): Promise<ImageResult> {
  if (request.task === 'examine') return examinePicture(request.bytes);
  if (request.task === 'draw') {
    // Loaded with the first card: a server that only generates variants does not need a layout engine.
    const { drawCard } = await import('./draw-card.ts');
    return drawCard(request.card);
  }
  const { variant } = request;
  const original = await readFile(variant.source.file).catch(() => undefined);
  if (!original || hashOfPicture(original) !== variant.source.hash) return undefined;
  return makeVariant(original, variant);
}
