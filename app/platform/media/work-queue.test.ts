import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** Work that ends when it is told to. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { promise, open: resolve };
}

test('One piece of work runs at a time, what someone waits for first', async () => {
  const queue = createWorkQueue();
  const first = gate();
  const order: string[] = [];
  let running = 0;
  const work =
    (name: string, wait: Promise<void> = Promise.resolve()) =>
    async () => {
      running += 1;
      expect(running).toBe(1);
      await wait;
      order.push(name);
      running -= 1;
    };
  const all = [
    queue.run('a', false, work('a', first.promise)),
    queue.run('b', false, work('b')),
    queue.run('c', false, work('c')),
    queue.run('d', true, work('d')),
  ];
  queue.prioritize('c');
  first.open();
  await Promise.all(all);
  expect(order).toEqual(['a', 'd', 'c', 'b']);
});

test('Work that fails fails alone', async () => {
  const queue = createWorkQueue();
  const failing = queue.run('a', true, () => Promise.reject(new Error('no')));
  const next = queue.run('b', true, async () => 'made');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('made');
});

test('Closed, it ends what runs and lets go of the rest', async () => {
  const queue = createWorkQueue();
  const first = gate();
  const running = queue.run('a', false, async () => {
    await first.promise;
    return 'made';
  });
  const waiting = queue.run('b', true, async () => 'made');
  const closing = queue.close();
  expect(await waiting).toBeUndefined();
  first.open();
  await closing;
  expect(await running).toBe('made');
  expect(await queue.run('c', true, async () => 'made')).toBeUndefined();
});
