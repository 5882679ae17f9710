import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import PQueue from 'p-queue';
import { isOlderThan, writeWhole } from '../files/file-store.ts';
import { createByteBoundedCache } from '../http/byte-bounded-cache.ts';
import type { Log } from '../log/log.ts';
import { WorkerTimeoutError } from '../threads/serial-worker.ts';
import { type Card, cardFormat, hashOfCard } from './card.ts';
import { createImageProcess } from './image-process.ts';
import type { PictureFacts } from './picture-kinds.ts';
import type { PictureVariant, VariantFormat } from './variants.ts';

/**
 * A variant ready to be served: the stored file or, if it was not written, its bytes. A card without its art is not `immutable`, since a
 * later request draws it whole at the same URL.
 */
export type MadeVariant = { file: string } | { bytes: Uint8Array; type: string; immutable?: false };

export interface PicturesInUse {
  variants: readonly PictureVariant[];
  /** Pictures of shared links to draw before they are requested. */
  cards?: readonly Card[];
  /** Hashes of every picture in the content, used or not: their properties stay cached. */
  hashes: ReadonlySet<string>;
}

/** A file to generate. */
interface Job {
  name: string;
  format: VariantFormat;
  /** @returns undefined if the original is gone or replaced */
  make: () => Promise<Picture | undefined>;
  logFailure: (error: unknown) => void;
}

interface Picture {
  bytes: Uint8Array;
  /** Whether it lacks something that could not be read, so that it must not be stored. */
  isIncomplete?: boolean;
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

/** Generates variants of pictures, each once, and stores them by the hash of their original, so that they survive a restart. */
export class ImageStore {
  readonly #directory: string;
  readonly #log: Log;
  readonly #queue = new PQueue({ concurrency: 1 });
  /** Names of queued files that no visitor is waiting for. */
  readonly #inBackground = new Set<string>();
  readonly #worker: ReturnType<typeof createImageProcess>;
  /** Names of files that took too long. Each request for one would keep all other pictures waiting as long again. */
  readonly #tooSlow = new Set<string>();
  readonly #making = new Map<string, Promise<MadeVariant | undefined>>();
  readonly #unwritten = createByteBoundedCache<Uint8Array>({
    maxBytes: unwrittenBytes,
    sizeOf: ({ byteLength }) => byteLength,
  });
  /** Whether the last file was stored. A full disk is logged once, not with each of some hundred pictures. */
  #isStoring = true;
  #isClosed = false;

  /**
   * @param options.directory created with the first picture; if it is not writable, variants are generated again and again
   * @param options.timeoutMs of the image process
   */
  constructor({ directory, log, timeoutMs }: { directory: string; log: Log; timeoutMs?: number }) {
    this.#directory = directory;
    this.#log = log;
    this.#worker = createImageProcess(timeoutMs === undefined ? {} : { timeoutMs });
  }

  /** Returns the properties of a picture. It is decoded only the first time. @throws PictureRefused if the picture is not accepted */
  async examine(bytes: Uint8Array, hash: string): Promise<PictureFacts> {
    const name = factsName(hash);
    const known = await readFile(this.#pathOf(name), 'utf8')
      .then(JSON.parse)
      .catch(() => undefined);
    if (known) return known;
    const facts = await this.#worker.examine(bytes);
    await this.#write(name, Buffer.from(JSON.stringify(facts)));
    return facts;
  }

  /** Returns a variant; a missing one is generated now. @returns undefined if the original is gone, replaced or unreadable */
  variant(variant: PictureVariant): Promise<MadeVariant | undefined> {
    return this.#find(this.#jobOfVariant(variant), true);
  }

  /** Returns the picture of a shared link. A missing one is drawn now. @returns undefined if it cannot be drawn */
  card(card: Card): Promise<MadeVariant | undefined> {
    return this.#find(this.#jobOfCard(card), true);
  }

  /** Generates missing files in the background and removes unused ones. Resolves when both are done. */
  async reconcile(inUse: PicturesInUse): Promise<void> {
    const removed = await this.#sweep(inUse);
    const cards = (inUse.cards ?? []).map((card) => this.#jobOfCard(card));
    const jobs = [...cards, ...inUse.variants.map((variant) => this.#jobOfVariant(variant))];
    const made = await Promise.all(
      jobs.map(async (job) => !(await isFile(this.#pathOf(job.name))) && (await this.#find(job, false)) !== undefined),
    );
    const generated = made.filter(Boolean).length;
    if (generated > 0 || removed > 0) this.#log.info('pictures generated', { generated, removed });
  }

  /** Finishes the current work and starts no more. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#queue.onIdle();
    await this.#worker.close();
  }

  #pathOf(name: string): string {
    return join(this.#directory, name);
  }

  async #write(name: string, bytes: Uint8Array): Promise<boolean> {
    try {
      await writeWhole(this.#directory, name, [bytes]);
      this.#isStoring = true;
      return true;
    } catch (error) {
      if (this.#isStoring)
        this.#log.warn('pictures cannot be stored; they are generated for each use', { name, cause: String(error) });
      this.#isStoring = false;
      return false;
    }
  }

  async #find({ name, format, make, logFailure }: Job, urgent: boolean): Promise<MadeVariant | undefined> {
    if (this.#tooSlow.has(name)) return undefined;
    const type = types[format];
    const cached = this.#unwritten.get(name);
    if (cached) return { bytes: cached, type };
    const known = this.#making.get(name);
    if (known) {
      if (urgent && this.#inBackground.delete(name)) this.#queue.setPriority(name, 1);
      return known;
    }
    const makeAndWrite = async (): Promise<MadeVariant | undefined> => {
      this.#inBackground.delete(name);
      const picture = this.#isClosed
        ? undefined
        : await make().catch((error) => {
            logFailure(error);
            if (error instanceof WorkerTimeoutError) this.#tooSlow.add(name);
            return undefined;
          });
      if (!picture) return undefined;
      const { bytes, isIncomplete } = picture;
      if (isIncomplete) return { bytes, type, immutable: false };
      if (await this.#write(name, bytes)) return { file: this.#pathOf(name) };
      this.#unwritten.set(name, bytes);
      return { bytes, type };
    };
    const made = isFile(this.#pathOf(name)).then((exists) => {
      if (exists) return { file: this.#pathOf(name) };
      if (!urgent) this.#inBackground.add(name);
      return this.#queue.add(makeAndWrite, { id: name, priority: urgent ? 1 : 0 });
    });
    this.#making.set(name, made);
    return made.finally(() => this.#making.delete(name));
  }

  #jobOfVariant(variant: PictureVariant): Job {
    const name = nameOf(variant);
    return {
      name,
      format: variant.format,
      make: async () => {
        const bytes = await this.#worker.make(variant);
        return bytes && { bytes };
      },
      logFailure: (error) =>
        this.#log.error('a picture could not be generated', { file: variant.source.file, name, error }),
    };
  }

  #jobOfCard(card: Card): Job {
    const name = nameOfCard(card);
    const { title } = card;
    return {
      name,
      format: cardFormat(card),
      make: async () => {
        const { bytes, artProblem } = await this.#worker.draw(card);
        if (artProblem !== undefined)
          this.#log.warn('a preview image was drawn without its picture', { title, error: artProblem });
        return { bytes, isIncomplete: artProblem !== undefined };
      },
      logFailure: (error) => this.#log.error('a preview image could not be drawn', { title, name, error }),
    };
  }

  /** @returns the number of removed files */
  async #sweep({ variants, hashes, cards = [] }: PicturesInUse): Promise<number> {
    const named = new Set([...variants.map(nameOf), ...[...hashes].map(factsName), ...cards.map(nameOfCard)]);
    const names = await readdir(this.#directory).catch(() => []);
    const left = names.filter((name) => !named.has(name) && !this.#making.has(name));
    const removed = await Promise.all(
      left.map(async (name) => {
        const isUnfinished = name.endsWith('.part');
        if (isUnfinished && !(await isOlderThan(this.#pathOf(name), leftoverMs))) return 0;
        return unlink(this.#pathOf(name)).then(
          () => 1,
          () => 0,
        );
      }),
    );
    return removed.reduce<number>((sum, count) => sum + count, 0);
  }
}

const nameOf = ({ source, use, width, format }: PictureVariant) => `${source.hash}-${use}-${width}.${format}`;
const nameOfCard = (card: Card) => `card-${hashOfCard(card)}.${cardFormat(card)}`;
const factsName = (hash: string) => `${hash}.json`;

const isFile = (path: string) =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
