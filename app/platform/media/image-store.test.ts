import { execFile } from 'node:child_process';
import { open, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { createLog } from '../log/log.ts';
import { ImageStore } from './image-store.ts';
import { photograph } from './pictures.fixture.ts';
import { hashOfPicture, type PictureSource, type PictureVariant, variantsFor } from './variants.ts';

interface Workshop {
  store: ImageStore;
  /** The directory of the variants. */
  directory: string;
  source: PictureSource;
  original: Buffer;
  logged: string[];
  /** Another store on the same directory: the next process. */
  restart(): ImageStore;
}

async function workshop(options: { directory?: string; timeoutMs?: number } = {}): Promise<Workshop> {
  const root = temporaryDirectory();
  const directory = options.directory ?? join(root, 'images');
  const original = await photograph(300, 400);
  const file = join(root, 'one.jpg');
  await writeFile(file, original);
  const source = { file, hash: hashOfPicture(original), width: 300, vector: false, transparent: false };
  const logged: string[] = [];
  const log = createLog({ level: 'info', clock: { now: () => new Date(0) }, write: (line) => logged.push(line) });
  const { timeoutMs } = options;
  const restart = () => new ImageStore({ directory, log, ...(timeoutMs !== undefined && { timeoutMs }) });
  return { store: restart(), directory, source, original, logged, restart };
}

const fileOf = async (store: ImageStore, variant: PictureVariant) => {
  const made = await store.variant(variant);
  return made && 'file' in made ? made.file : expect.fail('Nothing was stored');
};

describe('A variant', () => {
  test('is generated when it is requested, stored, and found by the next process', async () => {
    const { store, source, directory, restart } = await workshop();
    const variant: PictureVariant = { source, use: 'layout', width: 300, format: 'webp' };
    const file = await fileOf(store, variant);
    expect(file).toBe(join(directory, `${source.hash}-layout-300.webp`));
    expect(await sharp(file).metadata()).toMatchObject({ format: 'webp', width: 300, height: 400 });
    const { mtimeMs } = await stat(file);
    await fileOf(restart(), variant);
    expect((await stat(file)).mtimeMs).toBe(mtimeMs);
  });

  test('that takes too long is not tried again', async () => {
    const { store, source, logged } = await workshop({ timeoutMs: 1 });
    const variant: PictureVariant = { source, use: 'layout', width: 300, format: 'webp' };
    expect(await store.variant(variant)).toBeUndefined();
    expect(await store.variant(variant)).toBeUndefined();
    expect(logged).toEqual([expect.stringContaining('a picture could not be generated')]);
  });

  test('is generated once for concurrent requests', async () => {
    const { store, source, directory } = await workshop();
    const variant: PictureVariant = { source, use: 'layout', width: 300, format: 'avif' };
    const files = await Promise.all(Array.from({ length: 5 }, () => fileOf(store, variant)));
    expect(new Set(files).size).toBe(1);
    expect(await readdir(directory)).toEqual([`${source.hash}-layout-300.avif`]);
  });

  test('is not generated from a picture that has replaced its original', async () => {
    const { store, source } = await workshop();
    await writeFile(source.file, await photograph(200, 100));
    expect(await store.variant({ source, use: 'layout', width: 300, format: 'webp' })).toBeUndefined();
    await rm(source.file);
    expect(await store.variant({ source, use: 'layout', width: 300, format: 'webp' })).toBeUndefined();
  });

  test('is served even if it cannot be stored, which is logged once, without a stack, until one can', async () => {
    const { store, source, directory, logged } = await workshop();
    const variantOf = (width: number): PictureVariant => ({ source, use: 'layout', width, format: 'jpg' });
    await writeFile(directory, 'not a directory');
    const made = await store.variant(variantOf(300));
    expect(made).toMatchObject({ type: 'image/jpeg' });
    expect(await store.variant(variantOf(300))).toEqual(made);
    await store.variant(variantOf(200));
    const warnings = () => logged.filter((line) => line.includes('pictures cannot be stored'));
    expect(warnings()).toHaveLength(1);
    expect(warnings()[0]).not.toContain('image-store');
    await rm(directory);
    await fileOf(store, variantOf(100));
    await rm(directory, { recursive: true });
    await writeFile(directory, 'not a directory');
    await store.variant(variantOf(50));
    expect(warnings()).toHaveLength(2);
  });

  test('that is requested is generated before those of the background', async () => {
    const { store, source } = await workshop();
    const variants = variantsFor('layout', { ...source, width: 1000 }).filter(({ format }) => format === 'webp');
    const background = store.reconcile({ variants, hashes: new Set() });
    const wanted: PictureVariant = { source, use: 'avatar', width: 80, format: 'webp' };
    const first = await Promise.race([background.then(() => 'all'), store.variant(wanted).then(() => 'the one')]);
    expect(first).toBe('the one');
    await background;
  });

  test('queued in the background is next once it is requested', async () => {
    const { store, source, directory } = await workshop();
    const variants = variantsFor('layout', { ...source, width: 1600 }).filter(({ format }) => format === 'webp');
    const [first, ...others] = variants as [PictureVariant, ...PictureVariant[]];
    const last = others.pop() as PictureVariant;
    expect(others.length).toBeGreaterThan(1);
    const background = store.reconcile({ variants, hashes: new Set() });
    await store.variant(first);
    await store.variant(last);
    expect((await readdir(directory)).length).toBeLessThan(variants.length - 1);
    await background;
  });
});

test('In the background all variants in use are generated, and unused ones are removed', async () => {
  const { store, source, directory, logged } = await workshop();
  const variants = variantsFor('avatar', source);
  const old = join(directory, '0123456789ab-layout-400.avif');
  await store.reconcile({ variants, hashes: new Set() });
  expect((await readdir(directory)).length).toBe(5);
  await writeFile(old, 'old');
  await writeFile(`${old}.1.part`, 'unfinished');
  await writeFile(`${old}.2.part`, 'left over');
  await utimes(`${old}.2.part`, new Date(0), new Date(0));
  await store.reconcile({ variants: variants.slice(0, 2), hashes: new Set() });
  expect((await readdir(directory)).sort()).toEqual(
    [
      '0123456789ab-layout-400.avif.1.part',
      ...variants.slice(0, 2).map(({ width, format }) => `${source.hash}-avatar-${width}.${format}`),
    ].sort(),
  );
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { message: 'pictures generated', generated: 5, removed: 0 },
    { message: 'pictures generated', generated: 0, removed: 5 },
  ]);
});

test('A picture is examined once, also across processes', async () => {
  const { store, source, original, directory, restart } = await workshop();
  const facts = await store.examine(original, source.hash);
  expect(facts).toMatchObject({ width: 300, height: 400, transparent: false });
  expect(JSON.parse(await readFile(join(directory, `${source.hash}.json`), 'utf8'))).toEqual(facts);
  // Not a picture: the properties can only come from the store.
  expect(await restart().examine(Buffer.from('nothing'), source.hash)).toEqual(facts);
  await store.reconcile({ variants: [], hashes: new Set([source.hash]) });
  expect(await readdir(directory)).toEqual([`${source.hash}.json`]);
  await expect(store.examine(Buffer.from('nothing'), 'another')).rejects.toThrow('is not a picture');
});

test('After close it finishes the current work and starts no more', async () => {
  const { store, source, original } = await workshop();
  // A named pipe: reading it blocks until something is written.
  const slow = `${source.file}.slow`;
  await promisify(execFile)('mkfifo', [slow]);
  const variant = (file: string, width: number): PictureVariant => ({
    source: { ...source, file },
    use: 'layout',
    width,
    format: 'avif',
  });
  const running = store.variant(variant(slow, 300));
  const writer = await open(slow, 'w');
  const waiting = store.variant(variant(source.file, 200));
  const closed = store.close();
  await writer.writeFile(original);
  await writer.close();
  await closed;
  expect(await running).toBeDefined();
  expect(await waiting).toBeUndefined();
});
