import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { writeWhole } from '../files/file-store.ts';
import { createByteBoundedCache } from '../http/byte-bounded-cache.ts';
import type { Log } from '../log/log.ts';
import { type Card, cardFormat, hashOfCard } from './card.ts';
import { createImageProcess } from './image-process.ts';
import type { PictureFacts } from './picture-kinds.ts';
import type { PictureVariant, VariantFormat } from './variants.ts';

/** A variant ready to be served: the stored file or, if it could not be written, its bytes. */
export type MadeVariant = { file: string } | { bytes: Uint8Array; type: string };

/** Pictures that the current content uses. */
export interface PicturesInUse {
  variants: readonly PictureVariant[];
  /** Pictures of shared links to draw before they are requested. */
  cards?: readonly Card[];
  /** Hashes of every picture in the content, used or not: their properties stay cached. */
  hashes: ReadonlySet<string>;
}

export type ImageStore = ReturnType<typeof createImageStore>;

/** A file to generate; `make` logs its failures. */
interface Job {
  name: string;
  format: VariantFormat;
  make: () => Promise<Uint8Array | undefined>;
}

/** Memory for variants that could not be written, bytes. */
const unwrittenBytes = 16 * 1024 * 1024;

const types: Readonly<Record<VariantFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** Age at which a temporary file counts as abandoned, since no picture takes this long. */
const leftoverMs = 10 * 60_000;

/**
 * Generates variants of pictures, each once, and stores them by the hash of their original: they survive a restart, and
 * a replaced picture never gets variants of its predecessor.
 * @param options.directory created with the first picture; if it is not writable, variants are generated again and again
 */
export function createImageStore(options: { directory: string; log: Log }) {
  const { directory, log } = options;
  const queue = new PQueue({ concurrency: 1 });
  /** Names of queued files that no visitor is waiting for. */
  const inBackground = new Set<string>();
  let isClosed = false;
  const worker = createImageProcess();
  const making = new Map<string, Promise<MadeVariant | undefined>>();
  const unwritten = createByteBoundedCache<Uint8Array>({
    maxBytes: unwrittenBytes,
    sizeOf: ({ byteLength }) => byteLength,
  });
  const pathOf = (name: string) => join(directory, name);
  const write = async (name: string, bytes: Uint8Array): Promise<boolean> => {
    try {
      await writeWhole(directory, name, [bytes]);
      return true;
    } catch (error) {
      log.warn('a picture could not be stored', { name, error });
      return false;
    }
  };

  const find = async ({ name, format, make }: Job, urgent: boolean): Promise<MadeVariant | undefined> => {
    const type = types[format];
    const cached = unwritten.get(name);
    if (cached) return { bytes: cached, type };
    const known = making.get(name);
    if (known) {
      if (urgent && inBackground.delete(name)) queue.setPriority(name, 1);
      return known;
    }
    const makeAndWrite = async (): Promise<MadeVariant | undefined> => {
      inBackground.delete(name);
      const bytes = isClosed ? undefined : await make();
      if (!bytes) return undefined;
      if (await write(name, bytes)) return { file: pathOf(name) };
      unwritten.set(name, bytes);
      return { bytes, type };
    };
    const made = isFile(pathOf(name)).then((exists) => {
      if (exists) return { file: pathOf(name) };
      if (!urgent) inBackground.add(name);
      return queue.add(makeAndWrite, { id: name, priority: urgent ? 1 : 0 });
    });
    making.set(name, made);
    return made.finally(() => making.delete(name));
  };

  const jobOfVariant = (variant: PictureVariant): Job => {
    const name = nameOf(variant);
    const make = () =>
      worker.make(variant).catch((error: unknown) => {
        log.error('a picture could not be generated', { file: variant.source.file, name, error });
        return undefined;
      });
    return { name, format: variant.format, make };
  };

  const jobOfCard = (card: Card): Job => {
    const name = nameOfCard(card);
    const make = async () => {
      try {
        const { bytes, artProblem } = await worker.draw(card);
        if (artProblem !== undefined)
          log.warn('the picture of a shared link was drawn without its art', { title: card.title, error: artProblem });
        return bytes;
      } catch (error) {
        log.error('the picture of a shared link could not be drawn', { title: card.title, name, error });
        return undefined;
      }
    };
    return { name, format: cardFormat(card), make };
  };

  const sweep = async ({ variants, hashes, cards = [] }: PicturesInUse) => {
    const named = new Set([...variants.map(nameOf), ...[...hashes].map(factsName), ...cards.map(nameOfCard)]);
    const names = await readdir(directory).catch(() => []);
    const left = names.filter((name) => !named.has(name) && !making.has(name));
    const removed = await Promise.all(
      left.map(async (name) => {
        const isUnfinished = name.endsWith('.part');
        if (isUnfinished && !(await isOlderThan(pathOf(name), leftoverMs))) return 0;
        return unlink(pathOf(name)).then(
          () => 1,
          () => 0,
        );
      }),
    );
    return removed.reduce<number>((sum, count) => sum + count, 0);
  };

  return {
    /**
     * Returns the properties of a picture. It is decoded only the first time.
     * @throws PictureRefused if the picture is not accepted
     */
    async examine(bytes: Uint8Array, hash: string): Promise<PictureFacts> {
      const name = factsName(hash);
      const known = await readFile(pathOf(name), 'utf8')
        .then(JSON.parse)
        .catch(() => undefined);
      if (known) return known;
      const facts = await worker.examine(bytes);
      await write(name, Buffer.from(JSON.stringify(facts)));
      return facts;
    },
    /**
     * Returns a variant. A missing one is generated now, before those of the background.
     * @returns undefined if the original has been removed or replaced, or cannot be read
     */
    variant: (variant: PictureVariant) => find(jobOfVariant(variant), true),
    /**
     * Returns the picture of a shared link. A missing one is drawn now.
     * @returns undefined if it cannot be drawn
     */
    card: (card: Card) => find(jobOfCard(card), true),
    /** Generates missing files in the background and removes unused ones. Resolves when both are done. */
    async reconcile(inUse: PicturesInUse): Promise<void> {
      const removed = await sweep(inUse);
      const made = await Promise.all(
        [...(inUse.cards ?? []).map(jobOfCard), ...inUse.variants.map(jobOfVariant)].map(async (job) => {
          if (await isFile(pathOf(job.name))) return 0;
          return (await find(job, false)) ? 1 : 0;
        }),
      );
      const count = made.reduce<number>((sum, each) => sum + each, 0);
      if (count > 0 || removed > 0) log.info('pictures generated', { generated: count, removed });
    },
    /** Finishes the current work and starts no more. */
    async close(): Promise<void> {
      isClosed = true;
      await queue.onIdle();
      worker.close();
    },
  };
}

const nameOf = ({ source, use, width, format }: PictureVariant) => `${source.hash}-${use}-${width}.${format}`;
const nameOfCard = (card: Card) => `card-${hashOfCard(card)}.${cardFormat(card)}`;
const factsName = (hash: string) => `${hash}.json`;

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const isOlderThan = (path: string, ms: number) =>
  stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs > ms,
    () => false,
  );
