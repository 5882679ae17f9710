import { expect, test, vi } from 'vitest';
import { createWarmUp } from './warm-up.ts';

function preparation(options: Partial<Parameters<typeof createWarmUp>[0]> = {}) {
  const prepared: string[] = [];
  const onFailure = vi.fn();
  const prepare = async (path: string) => void prepared.push(path);
  const paths = () => ['/', '/a', '/b'];
  return { prepared, onFailure, ...createWarmUp({ paths, prepare, isBusy: () => false, onFailure, ...options }) };
}

test('paths are prepared in their order, one after the other', async () => {
  const marks: string[] = [];
  const { begin } = preparation({
    prepare: async (path) => {
      marks.push(`${path} begins`);
      await new Promise(setImmediate);
      marks.push(`${path} ends`);
    },
  });
  await begin();
  expect(marks).toEqual(['/ begins', '/ ends', '/a begins', '/a ends', '/b begins', '/b ends']);
});

test('nothing is prepared while somebody is served', async () => {
  let looks = 0;
  const prepared: number[] = [];
  const { begin } = preparation({
    isBusy: () => {
      looks += 1;
      return looks < 5;
    },
    prepare: async () => void prepared.push(looks),
  });
  await begin();
  expect(prepared).toEqual([5, 6, 7]);
});

test('a restart begins with the first path and ends the earlier run', async () => {
  let renewed: Promise<void> | undefined;
  const prepared: string[] = [];
  const site = preparation({
    prepare: async (path) => {
      prepared.push(path);
      if (path === '/a') renewed ??= site.begin();
    },
  });
  await site.begin();
  await renewed;
  expect(prepared).toEqual(['/', '/a', '/', '/a', '/b']);
});

test('after end nothing more is prepared', async () => {
  const { begin, end, prepared } = preparation();
  const begun = begin();
  end();
  await begun;
  expect(prepared).toEqual([]);
});

test('a failure is logged, and the rest is prepared', async () => {
  const error = new Error('no');
  const prepared: string[] = [];
  const { begin, onFailure } = preparation({
    prepare: async (path) => {
      if (path === '/a') throw error;
      prepared.push(path);
    },
  });
  await begin();
  expect(prepared).toEqual(['/', '/b']);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith('/a', error);
});

test('a failing list of paths is logged, and begin does not reject', async () => {
  const cause = new Error('No list');
  const { begin, prepared, onFailure } = preparation({
    paths: () => {
      throw cause;
    },
  });
  await begin();
  expect(prepared).toEqual([]);
  expect(onFailure).toHaveBeenCalledExactlyOnceWith('all', cause);
});
