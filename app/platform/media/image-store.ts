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

/** A variant as it can be served: where it was stored or, where nothing can be written, itself. */
export type MadeVariant = { file: string } | { bytes: Uint8Array; type: string };

/** Pictures that content names now. */
export interface PicturesInUse {
  variants: readonly PictureVariant[];
  /** Pictures of shared links that are wanted before somebody asks for them. */
  cards?: readonly Card[];
  /** Of every picture in the content, named or not: their properties stay cached. */
  hashes: ReadonlySet<string>;
}

/**
 * Makes variants of pictures, each once, and keeps them by the hash of their original: they outlive a restart, and a new
 * picture never meets what was made of an old one.
 */
export interface ImageStore {
  /**
   * What is known of a picture; all of it is read only when it is first seen.
   * @throws PictureRefused where it cannot be taken
   */
  examine(bytes: Uint8Array, hash: string): Promise<PictureFacts>;
  /**
   * A variant, made now where it is not there yet, before those that are made in the background.
   * @returns undefined where the original is gone, is another one by now, or cannot be read
   */
  variant(variant: PictureVariant): Promise<MadeVariant | undefined>;
  /**
   * The picture of a shared link, drawn now where it is not there yet.
   * @returns undefined where it cannot be drawn
   */
  card(card: Card): Promise<MadeVariant | undefined>;
  /** Makes in the background what is missing, and removes what is named no more. Resolves when both are done. */
  reconcile(inUse: PicturesInUse): Promise<void>;
  /** Ends what is under way and begins nothing more. */
  close(): Promise<void>;
}

/** A file to be made; `make` logs why it could not. */
interface Job {
  name: string;
  format: VariantFormat;
  make: () => Promise<Uint8Array | undefined>;
}

/** Memory for variants that could not be written. */
const unwrittenBytes = 16 * 1024 * 1024;

const types: Readonly<Record<VariantFormat, string>> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
};

/** A temporary file is left over when it is this old: no picture takes so long. */
const leftoverMs = 10 * 60_000;

/** @param options.directory is made with the first picture; where it cannot be written, pictures are made again and again */
export function createImageStore(options: { directory: string; log: Log }): ImageStore {
  const { directory, log } = options;
  const queue = new PQueue({ concurrency: 1 });
  /** Names of queued work that no visitor waits for. */
  const patient = new Set<string>();
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
      await writeWhole(directory, name, once(bytes));
      return true;
    } catch (error) {
      log.warn('picture not kept', { name, error });
      return false;
    }
  };

  const find = async ({ name, format, make }: Job, urgent: boolean): Promise<MadeVariant | undefined> => {
    const type = types[format];
    const held = unwritten.get(name);
    if (held) return { bytes: held, type };
    const known = making.get(name);
    if (known) {
      if (urgent && patient.delete(name)) queue.setPriority(name, 1);
      return known;
    }
    const makeAndWrite = async (): Promise<MadeVariant | undefined> => {
      patient.delete(name);
      const bytes = isClosed ? undefined : await make();
      if (!bytes) return undefined;
      if (await write(name, bytes)) return { file: pathOf(name) };
      unwritten.put(name, bytes);
      return { bytes, type };
    };
    const made = isFile(pathOf(name)).then((exists) => {
      if (exists) return { file: pathOf(name) };
      if (!urgent) patient.add(name);
      return queue.add(makeAndWrite, { id: name, priority: urgent ? 1 : 0 });
    });
    making.set(name, made);
    return made.finally(() => making.delete(name));
  };

  const jobOfVariant = (variant: PictureVariant): Job => {
    const name = nameOf(variant);
    const make = () =>
      worker.make(variant).catch((error: unknown) => {
        log.error('picture not made', { file: variant.source.file, name, error });
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
          log.warn('picture of a shared link drawn without its art', { title: card.title, error: artProblem });
        return bytes;
      } catch (error) {
        log.error('picture of a shared link not drawn', { title: card.title, name, error });
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
    async examine(bytes, hash) {
      const name = factsName(hash);
      const known = await readFile(pathOf(name), 'utf8')
        .then(JSON.parse)
        .catch(() => undefined);
      if (known) return known;
      const facts = await worker.examine(bytes);
      await write(name, Buffer.from(JSON.stringify(facts)));
      return facts;
    },
    variant: (variant) => find(jobOfVariant(variant), true),
    card: (card) => find(jobOfCard(card), true),
    async reconcile(inUse) {
      const removed = await sweep(inUse);
      const made = await Promise.all(
        [...(inUse.cards ?? []).map(jobOfCard), ...inUse.variants.map(jobOfVariant)].map(async (job) => {
          if (await isFile(pathOf(job.name))) return 0;
          return (await find(job, false)) ? 1 : 0;
        }),
      );
      const count = made.reduce<number>((sum, each) => sum + each, 0);
      if (count > 0 || removed > 0) log.info('pictures made', { made: count, removed });
    },
    async close() {
      isClosed = true;
      await queue.onIdle();
      worker.close();
    },
  };
}

const nameOf = ({ source, use, width, format }: PictureVariant) => `${source.hash}-${use}-${width}.${format}`;
const nameOfCard = (card: Card) => `card-${hashOfCard(card)}.${cardFormat(card)}`;
const factsName = (hash: string) => `${hash}.json`;

async function* once(bytes: Uint8Array) {
  yield bytes;
}

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
