import { expect, test } from 'vitest';
import { createIdleQueue } from './idle-queue.ts';

/** A queue whose work only records its keys. */
function queueOf({ maxKeys = 10, isBusy = () => false }: { maxKeys?: number; isBusy?: () => boolean } = {}) {
  const done: string[] = [];
  return { done, ...createIdleQueue({ maxKeys, isBusy, work: async (key) => void done.push(key) }) };
}

test('does the work of each key once, in order', async () => {
  const queue = queueOf();
  for (const key of ['a', 'b', 'a']) queue.add(key);
  await queue.idle();
  expect(queue.done).toEqual(['a', 'b']);
  queue.add('a');
  await queue.idle();
  expect(queue.done).toEqual(['a', 'b', 'a']);
});

test('drops keys added while it is full', async () => {
  const queue = queueOf({ maxKeys: 2 });
  for (const key of ['a', 'b', 'c']) queue.add(key);
  await queue.idle();
  expect(queue.done).toEqual(['a', 'b']);
});

test('waits while a visitor is being served', async () => {
  let looks = 0;
  const queue = queueOf({
    isBusy: () => {
      looks += 1;
      return looks < 3;
    },
  });
  queue.add('a');
  await queue.idle();
  expect([queue.done, looks]).toEqual([['a'], 3]);
});

test('does no work for dropped keys, and continues afterwards', async () => {
  const queue = queueOf();
  queue.add('a');
  queue.clear();
  await queue.idle();
  expect(queue.done).toEqual([]);
  queue.add('b');
  await queue.idle();
  expect(queue.done).toEqual(['b']);
});

test('continues after a failure', async () => {
  const done: string[] = [];
  const queue = createIdleQueue({
    maxKeys: 2,
    isBusy: () => false,
    work: async (key) => {
      if (key === 'a') throw new Error('no');
      done.push(key);
    },
  });
  queue.add('a');
  queue.add('b');
  await queue.idle();
  expect(done).toEqual(['b']);
});
