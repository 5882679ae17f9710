import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createImageProcess } from './image-process.ts';
import { PictureRefused } from './picture-kinds.ts';
import { photograph } from './pictures.fixture.ts';
import { hashOfPicture, type PictureVariant } from './variants.ts';

async function workshop(options?: { idleMs: number }) {
  const directory = await mkdtemp(join(tmpdir(), 'image-process-'));
  const worker = createImageProcess(options);
  onTestFinished(async () => {
    worker.close();
    await rm(directory, { recursive: true });
  });
  const original = await photograph(300, 400);
  const file = join(directory, 'one.jpg');
  await writeFile(file, original);
  const source = { file, hash: hashOfPicture(original), width: 300, vector: false, transparent: false };
  const variant: PictureVariant = { source, use: 'layout', width: 300, format: 'webp' };
  return { worker, original, variant };
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test('makes variants and examines pictures, several at once', async () => {
  const { worker, original, variant } = await workshop();
  const [made, facts] = await Promise.all([worker.make(variant), worker.examine(original)]);
  expect(await sharp(made).metadata()).toMatchObject({ format: 'webp', width: 300, height: 400 });
  expect(facts).toMatchObject({ width: 300, height: 400, transparent: false, placeholder: expect.any(Array) });
});

test('reports why a picture is refused', async () => {
  const { worker } = await workshop();
  const refused = worker.examine(Buffer.from('nothing'));
  await expect(refused).rejects.toBeInstanceOf(PictureRefused);
  await expect(refused).rejects.toThrow('is not a picture');
});

test('generates no variant of a replaced or removed picture', async () => {
  const { worker, variant } = await workshop();
  expect(await worker.make({ ...variant, source: { ...variant.source, hash: 'another' } })).toBeUndefined();
  expect(await worker.make({ ...variant, source: { ...variant.source, file: '/nowhere.jpg' } })).toBeUndefined();
});

test('ends when it has nothing to do, and starts again for the next', async () => {
  const { worker, variant } = await workshop({ idleMs: 50 });
  expect(worker.pid).toBeUndefined();
  await worker.make(variant);
  const first = worker.pid ?? 0;
  expect(isRunning(first)).toBe(true);
  await vi.waitFor(() => expect(isRunning(first)).toBe(false), { timeout: 30_000 });
  expect(worker.pid).toBeUndefined();
  expect(await worker.make(variant)).toBeDefined();
  expect(worker.pid).not.toBe(first);
});

test('fails pending requests when it is killed, and no later ones', async () => {
  const { worker, variant } = await workshop();
  await worker.make(variant);
  const lost = worker.make({ ...variant, format: 'avif' });
  process.kill(worker.pid ?? 0, 'SIGKILL');
  await expect(lost).rejects.toThrow('The process of pictures ended with SIGKILL');
  expect(await worker.make(variant)).toBeDefined();
});

test('ignores signals, and while it starts it gets none that are sent to the whole process group', async () => {
  const { worker, variant } = await workshop();
  const starting = worker.make(variant);
  const group = execFileSync('ps', ['-o', 'pgid=', '-p', String(worker.pid)], { encoding: 'utf8' });
  expect(Number(group)).toBe(worker.pid);
  await starting;
  const { pid } = worker;
  process.kill(pid ?? 0, 'SIGINT');
  expect(await worker.make(variant)).toBeDefined();
  expect(worker.pid).toBe(pid);
});
