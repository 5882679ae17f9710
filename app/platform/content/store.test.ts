import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createLog } from '../log/log.ts';
import { ContentError } from './problem.ts';
import { createContentStore, type ScheduledContent } from './store.ts';

/** A valid change is live within a second; the rest is for a machine that is busy. */
const soon = { timeout: 5000, interval: 10 };

interface Words {
  version: string;
}

/** Content that shows the same at all times. */
const always = (version: string): ScheduledContent<Words> => ({
  version,
  at: () => ({ content: { version }, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }),
});

/** Content is the text of the files in `words/`, one after the other; a file that says "wrong" is refused. */
async function createStore() {
  const directory = await mkdtemp(join(tmpdir(), 'store-'));
  const words = join(directory, 'words');
  await mkdir(words);
  await writeFile(join(words, 'a.txt'), 'first');
  const load = vi.fn(async () => {
    const names = (await readdir(words)).sort();
    const texts = await Promise.all(names.map((name) => readFile(join(words, name), 'utf8')));
    const wrong = texts.indexOf('wrong');
    if (wrong >= 0) throw new ContentError([{ file: `words/${names[wrong]}`, line: 1, message: 'is wrong' }]);
    return always(texts.join('|'));
  });
  const lines: { level: string; message: string; problems?: string[] }[] = [];
  const log = createLog({
    level: 'info',
    clock: { now: () => new Date(0) },
    write: (line) => lines.push(JSON.parse(line)),
  });
  const clock = { now: () => new Date() };
  const store = await createContentStore({ directory, load, clock, log });
  onTestFinished(async () => {
    store.close();
    await rm(directory, { recursive: true, force: true });
  });
  const version = () => store.current().version;
  return {
    store,
    load,
    lines,
    words,
    write: (name: string, text: string) => writeFile(join(words, name), text),
    becomes: (expected: string) => vi.waitFor(() => expect(version()).toBe(expected), soon),
    version,
  };
}

test('content that is wrong at the start is thrown', async () => {
  const load = () => Promise.reject(new ContentError([{ file: 'a', message: 'is wrong' }]));
  const clock = { now: () => new Date() };
  const log = createLog({ level: 'error', clock });
  await expect(createContentStore({ directory: tmpdir(), load, clock, log })).rejects.toThrow('a: is wrong');
});

test('a valid change takes force within a second, and whoever listens is told', { retry: 2 }, async () => {
  const { store, write, becomes } = await createStore();
  const told = vi.fn();
  store.onChange(told);
  const before = performance.now();
  await write('a.txt', 'second');
  await becomes('second');
  expect(performance.now() - before).toBeLessThan(1000);
  expect(told).toHaveBeenCalledExactlyOnceWith({ version: 'second' });
});

test('a value that was taken stays what it was', async () => {
  const { store, write, becomes } = await createStore();
  const taken = store.current();
  await write('a.txt', 'second');
  await becomes('second');
  expect(taken).toEqual({ version: 'first' });
});

test('an invalid change leaves the last good content and says why', async () => {
  const { store, write, becomes, lines, version } = await createStore();
  const told = vi.fn();
  store.onChange(told);
  await write('a.txt', 'wrong');
  await vi.waitFor(() => expect(lines).toHaveLength(1), soon);
  expect(lines[0]).toMatchObject({ level: 'error', problems: ['words/a.txt:1: is wrong'] });
  expect(version()).toBe('first');
  expect(told).not.toHaveBeenCalled();

  await write('a.txt', 'mended');
  await becomes('mended');
});

test('an invalid change that is taken back is valid again, and the log says so', async () => {
  const { store, write, lines } = await createStore();
  const told = vi.fn();
  store.onChange(told);
  await write('a.txt', 'wrong');
  await vi.waitFor(() => expect(lines).toHaveLength(1), soon);
  await write('a.txt', 'first');
  await vi.waitFor(() => expect(lines).toHaveLength(2), soon);
  expect(lines[1]).toMatchObject({ level: 'info', message: expect.stringContaining('valid again'), version: 'first' });
  expect(told).not.toHaveBeenCalled();
});

test('what is written again without a change tells nobody', async () => {
  const { store, load, write } = await createStore();
  const told = vi.fn();
  store.onChange(told);
  await write('a.txt', 'first');
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), soon);
  expect(told).not.toHaveBeenCalled();
});

test('changes that follow each other quickly are read together, and the last one holds', async () => {
  const { load, write, becomes } = await createStore();
  for (let index = 0; index <= 20; index += 1) await write('a.txt', `change ${index}`);
  await becomes('change 20');
  expect(load.mock.calls.length).toBeLessThan(5);
});

test('a change that comes while content is read is not lost', async () => {
  const { load, write, becomes } = await createStore();
  const gate = Promise.withResolvers<ScheduledContent<Words>>();
  load.mockImplementationOnce(() => gate.promise);
  await write('a.txt', 'second');
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), soon);
  await write('a.txt', 'third');
  gate.resolve(always('second'));
  await becomes('third');
});

describe('Files that come and go:', () => {
  test('a new file, a new folder of files, a file put in place by renaming', async () => {
    const { words, write, becomes } = await createStore();
    await write('b.txt', 'more');
    await becomes('first|more');
    await write('.c', 'even more');
    await rename(join(words, '.c'), join(words, 'c.txt'));
    await becomes('first|more|even more');
    await rm(join(words, 'b.txt'));
    await becomes('first|even more');
  });

  test('a folder that is deleted and made again is watched as before', async () => {
    const { words, write, becomes, lines, version } = await createStore();
    await rm(words, { recursive: true });
    await vi.waitFor(() => expect(lines.at(-1)).toMatchObject({ level: 'error' }), soon);
    expect(version()).toBe('first');

    await mkdir(words);
    await write('a.txt', 'again');
    await becomes('again');
    await write('a.txt', 'and again');
    await becomes('and again');
  });
});

test('after it is closed nothing is read', async () => {
  const { store, load, write } = await createStore();
  await write('a.txt', 'second');
  store.close();
  await write('a.txt', 'third');
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(load).toHaveBeenCalledTimes(1);
});

test('what the content sets a time for takes force when the clock says so, whoever asks first', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'store-'));
  let now = new Date('2026-11-21T23:59:59Z');
  const clock = { now: () => now };
  const midnight = Date.parse('2026-11-22T00:00:00Z');
  const scheduled: ScheduledContent<Words> = {
    version: 'both days',
    at: (moment) =>
      moment.getTime() < midnight
        ? { content: { version: 'first day' }, from: Number.NEGATIVE_INFINITY, until: midnight }
        : { content: { version: 'second day' }, from: midnight, until: Number.POSITIVE_INFINITY },
  };
  const log = createLog({ level: 'error', clock });
  const store = await createContentStore({ directory, load: async () => scheduled, clock, log });
  onTestFinished(async () => {
    store.close();
    await rm(directory, { recursive: true });
  });
  const told = vi.fn();
  store.onChange(told);
  expect(store.current()).toEqual({ version: 'first day' });
  now = new Date(midnight);
  expect(store.current()).toEqual({ version: 'second day' });
  expect(told).toHaveBeenCalledExactlyOnceWith({ version: 'second day' });
});
