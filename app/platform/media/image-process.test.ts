import { type ChildProcess, execFileSync } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import sharp from 'sharp';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { WorkerTimeoutError } from '../threads/serial-worker.ts';
import { createImageProcess } from './image-process.ts';
import { PictureRefused } from './picture-kinds.ts';
import { photograph } from './pictures.fixture.ts';
import { hashOfPicture, type PictureVariant } from './variants.ts';

async function workshop(options?: { idleMs?: number; timeoutMs?: number }) {
  const directory = temporaryDirectory();
  const worker = createImageProcess(options);
  onTestFinished(() => worker.close());
  const original = await photograph(300, 400);
  const file = join(directory, 'one.jpg');
  await writeFile(file, original);
  const source = { file, hash: hashOfPicture(original), width: 300, vector: false, transparent: false };
  const variant: PictureVariant = { source, use: 'layout', width: 300, format: 'webp' };
  return { worker, original, variant };
}

/** Collects the child processes that start during the test. */
function collectChildren(): ChildProcess[] {
  const children: ChildProcess[] = [];
  const onChild = (message: unknown) => void children.push((message as { process: ChildProcess }).process);
  subscribe('child_process', onChild);
  onTestFinished(() => void unsubscribe('child_process', onChild));
  return children;
}

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
  const children = collectChildren();
  await worker.make(variant);
  expect(children[0]?.exitCode).toBeNull();
  await vi.waitFor(() => expect(children[0]?.exitCode).toBe(0), { timeout: 30_000 });
  expect(await worker.make(variant)).toBeDefined();
  expect(children).toHaveLength(2);
});

test('fails pending requests when it is killed, and no later ones', async () => {
  const { worker, variant } = await workshop();
  const children = collectChildren();
  await worker.make(variant);
  // Stopped, the process receives the request and cannot respond before it is killed.
  children[0]?.kill('SIGSTOP');
  const lost = worker.make({ ...variant, format: 'avif' });
  await setImmediate();
  children[0]?.kill('SIGKILL');
  await expect(lost).rejects.toThrow('its process has ended with SIGKILL');
  expect(await worker.make(variant)).toBeDefined();
});

test('ignores signals, and while it starts it gets none that are sent to the whole process group', async () => {
  const { worker, variant } = await workshop();
  const children = collectChildren();
  const starting = worker.make(variant);
  await vi.waitFor(() => expect(children[0]?.pid).toBeDefined(), { timeout: 30_000 });
  const pid = String(children[0]?.pid);
  const group = execFileSync('ps', ['-o', 'pgid=', '-p', pid], { encoding: 'utf8' });
  expect(group.trim()).toBe(pid);
  await starting;
  children[0]?.kill('SIGINT');
  expect(await worker.make(variant)).toBeDefined();
  expect(children).toHaveLength(1);
});

test('gives up a picture that takes too long, and ends the process', async () => {
  const { worker, original, variant } = await workshop({ timeoutMs: 1 });
  const children = collectChildren();
  await expect(worker.make(variant)).rejects.toBeInstanceOf(WorkerTimeoutError);
  await expect(worker.examine(original)).rejects.toThrow(new PictureRefused('takes too long to decode; save it again'));
  await vi.waitFor(() => expect(children.map(({ signalCode }) => signalCode)).toEqual(['SIGKILL', 'SIGKILL']), {
    timeout: 30_000,
  });
});
