import { execFile } from 'node:child_process';
import { renameSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { createLog } from '../log/log.ts';
import { ContentError } from './problem.ts';
import { createContentStore, type ScheduledContent } from './store.ts';

/** Timeout that suffices on a busy machine. */
const soon = { timeout: 15_000, interval: 10 };

interface Words {
  version: string;
}

/** Content that shows the same at all times. */
const always = (version: string): ScheduledContent<Words> => ({
  version,
  at: () => ({ content: { version }, from: Number.NEGATIVE_INFINITY, until: Number.POSITIVE_INFINITY }),
});

/** Content is the concatenated text of the files in `words/`; a file that contains "wrong" is refused. */
async function createStore({ below = '' } = {}) {
  const around = temporaryDirectory();
  const directory = join(around, below);
  const words = join(directory, 'words');
  await mkdir(words, { recursive: true });
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
  onTestFinished(() => store.close());
  const version = () => store.current().version;
  return {
    store,
    load,
    lines,
    around,
    words,
    write: (name: string, text: string) => writeFile(join(words, name), text),
    becomes: (expected: string) => vi.waitFor(() => expect(version()).toBe(expected), soon),
    version,
  };
}

test('throws if the content is invalid at the start', async () => {
  const load = () => Promise.reject(new ContentError([{ file: 'a', message: 'is wrong' }]));
  const clock = { now: () => new Date() };
  const log = createLog({ level: 'error', clock });
  const directory = temporaryDirectory();
  await expect(createContentStore({ directory, load, clock, log })).rejects.toThrow('a: is wrong');
});

test('a valid change comes into force, and listeners are notified', async () => {
  const { store, write, becomes } = await createStore();
  const listener = vi.fn();
  store.onChange(listener);
  await write('a.txt', 'second');
  await becomes('second');
  expect(listener).toHaveBeenCalledExactlyOnceWith({ version: 'second' });
});

test('a value returned before a change is not modified', async () => {
  const { store, write, becomes } = await createStore();
  const taken = store.current();
  await write('a.txt', 'second');
  await becomes('second');
  expect(taken).toEqual({ version: 'first' });
});

test('after an invalid change the last valid content remains, and the reason is logged', async () => {
  const { store, write, becomes, lines, version } = await createStore();
  const listener = vi.fn();
  store.onChange(listener);
  await write('a.txt', 'wrong');
  await vi.waitFor(() => expect(lines).toHaveLength(1), soon);
  expect(lines[0]).toMatchObject({ level: 'error', problems: ['words/a.txt:1: is wrong'] });
  expect(version()).toBe('first');
  expect(listener).not.toHaveBeenCalled();

  await write('a.txt', 'mended');
  await becomes('mended');
});

test('reverting an invalid change makes the content valid again, and is logged', async () => {
  const { store, write, lines } = await createStore();
  const listener = vi.fn();
  store.onChange(listener);
  await write('a.txt', 'wrong');
  await vi.waitFor(() => expect(lines).toHaveLength(1), soon);
  await write('a.txt', 'first');
  await vi.waitFor(() => expect(lines).toHaveLength(2), soon);
  expect(lines[1]).toMatchObject({ level: 'info', message: expect.stringContaining('valid again'), version: 'first' });
  expect(listener).not.toHaveBeenCalled();
});

test('writing a file again without a change notifies nobody', async () => {
  const { store, load, write } = await createStore();
  const listener = vi.fn();
  store.onChange(listener);
  await write('a.txt', 'first');
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), soon);
  expect(listener).not.toHaveBeenCalled();
});

test('changes in quick succession are read together, and the last one is live', async () => {
  const { load, write, becomes } = await createStore();
  let late = 0;
  for (let index = 0; index <= 20; index += 1) {
    const begun = performance.now();
    await write('a.txt', `change ${index}`);
    await pause(5);
    if (performance.now() - begun > 30) late += 1;
  }
  await becomes('change 20');
  // Besides the first reading and the last, only what a busy machine writes late may cause one.
  expect(load.mock.calls.length).toBeLessThan(5 + late);
});

test('a change during a reading is not lost', async () => {
  const { load, write, becomes } = await createStore();
  const gate = Promise.withResolvers<ScheduledContent<Words>>();
  load.mockImplementationOnce(() => gate.promise);
  await write('a.txt', 'second');
  await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), soon);
  await write('a.txt', 'third');
  gate.resolve(always('second'));
  await becomes('third');
});

describe('Added and removed files:', () => {
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

describe('The directory itself is replaced, as deployments do it:', () => {
  const release = async (folder: string, text: string) => {
    await mkdir(join(folder, 'words'), { recursive: true });
    await writeFile(join(folder, 'words', 'a.txt'), text);
  };
  /** Repetitions of each way: under load every one is another race, and takes a second of processor. */
  const turns = 8;
  /** Occupies every thread of the pool, as compressing pages does. */
  const load = () => {
    const text = Buffer.from(Array.from({ length: 1000 }, (_, index) => index).join(' '));
    let isOver = false;
    const compress = async () => {
      while (!isOver) await promisify(brotliCompress)(text);
    };
    const concurrency = Promise.all(Array.from({ length: 8 }, compress));
    return async () => {
      isOver = true;
      await concurrency;
    };
  };

  test('repeatedly by moving and by a link, under load, with an edit after each', async () => {
    const endLoad = load();
    onTestFinished(endLoad);
    const moving = async () => {
      const { around, becomes, write, lines } = await createStore({ below: 'content' });
      for (let turn = 0; turn < turns; turn += 1) {
        await release(join(around, 'next'), `release ${turn}`);
        // At once: under load the store would read between them, and report that the directory is missing.
        renameSync(join(around, 'content'), join(around, `old-${turn}`));
        renameSync(join(around, 'next'), join(around, 'content'));
        await becomes(`release ${turn}`);
        await write('a.txt', `edited ${turn}`);
        await becomes(`edited ${turn}`);
      }
      expect(lines.filter(({ level }) => level === 'error')).toEqual([]);
    };
    const linking = async () => {
      const { around, becomes, write } = await createStore({ below: 'release-0' });
      const content = join(around, 'content');
      await symlink('release-0', content);
      const store = await createContentStore({
        directory: content,
        load: async () => always(await readFile(join(content, 'words', 'a.txt'), 'utf8')),
        clock: { now: () => new Date() },
        log: createLog({ level: 'error', clock: { now: () => new Date(0) } }),
      });
      onTestFinished(() => store.close());
      await write('a.txt', 'begun');
      await becomes('begun');
      const shows = (expected: string) => vi.waitFor(() => expect(store.current().version).toBe(expected), soon);
      for (let turn = 1; turn <= turns; turn += 1) {
        await release(join(around, `release-${turn}`), `release ${turn}`);
        await symlink(`release-${turn}`, join(around, 'next'));
        await rename(join(around, 'next'), content);
        await shows(`release ${turn}`);
        await writeFile(join(content, 'words', 'a.txt'), `edited ${turn}`);
        await shows(`edited ${turn}`);
      }
    };
    await Promise.all([moving(), linking()]);
  }, 180_000);

  test('a hundred times without a pause: the last one is live', async () => {
    const { around, becomes } = await createStore({ below: 'content' });
    for (let turn = 0; turn < 100; turn += 1) {
      await release(join(around, 'next'), `release ${turn}`);
      await rename(join(around, 'content'), join(around, `old-${turn}`));
      await rename(join(around, 'next'), join(around, 'content'));
    }
    await becomes('release 99');
  });

  test('during a reading: no part of the previous one is live', async () => {
    const { around, load, write, becomes, store } = await createStore({ below: 'content' });
    const shown: string[] = [];
    store.onChange(({ version }) => shown.push(version));
    const gate = Promise.withResolvers<ScheduledContent<Words>>();
    load.mockImplementationOnce(() => gate.promise);
    await write('a.txt', 'second');
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2), soon);
    await release(join(around, 'next'), 'third');
    await rename(join(around, 'content'), join(around, 'old'));
    await rename(join(around, 'next'), join(around, 'content'));
    gate.resolve(always('half of each'));
    await becomes('third');
    expect(shown).toEqual(['third']);
  });

  test('between the first reading and the start of watching', async () => {
    const around = temporaryDirectory();
    const directory = join(around, 'content');
    await release(directory, 'first');
    const load = async () => {
      const text = await readFile(join(directory, 'words', 'a.txt'), 'utf8');
      if (text === 'first') {
        await release(join(around, 'next'), 'second');
        await rename(directory, join(around, 'old'));
        await rename(join(around, 'next'), directory);
      }
      return always(text);
    };
    const log = createLog({ level: 'error', clock: { now: () => new Date(0) } });
    const store = await createContentStore({ directory, load, clock: { now: () => new Date() }, log });
    onTestFinished(() => store.close());
    await vi.waitFor(() => expect(store.current().version).toBe('second'), soon);
  });
});

describe('Unusual entries in the directory do not prevent watching:', () => {
  test.each([
    ['a link that leads to itself', (path: string) => symlink('x', path)],
    ['a link that leads to the folder around it', (path: string) => symlink('..', path)],
    ['a link that leads to the whole disk', (path: string) => symlink('/', path)],
    ['a link that leads nowhere', (path: string) => symlink('/nowhere', path)],
    ['a named pipe', (path: string) => promisify(execFile)('mkfifo', [path])],
  ])('%s', async (_, make) => {
    const { around, write, becomes, load } = await createStore();
    await make(join(around, 'x'));
    await vi.waitFor(() => expect(load.mock.calls.length).toBeGreaterThan(1), soon);
    await write('a.txt', 'second');
    await becomes('second');
  });
});

test('nothing is read after close', async () => {
  const { around, words, store, load, write } = await createStore();
  await write('a.txt', 'second');
  store.close();
  const other = await createContentStore({
    directory: around,
    load: async () => always(await readFile(join(words, 'a.txt'), 'utf8')),
    clock: { now: () => new Date() },
    log: createLog({ level: 'error', clock: { now: () => new Date(0) } }),
  });
  onTestFinished(() => other.close());
  await write('a.txt', 'third');
  // A store that still watched would have read by now.
  await vi.waitFor(() => expect(other.current().version).toBe('third'), soon);
  expect(load).toHaveBeenCalledTimes(1);
});

test('scheduled content comes into force at its time, on access or by the timer', async () => {
  const directory = temporaryDirectory();
  let now = new Date('2026-11-21T23:59:59Z');
  const clock = { now: () => now };
  const midnight = Date.parse('2026-11-22T00:00:00Z');
  const scheduled: ScheduledContent<Words> = {
    version: 'both days',
    at: (time) =>
      time.getTime() < midnight
        ? { content: { version: 'first day' }, from: Number.NEGATIVE_INFINITY, until: midnight }
        : { content: { version: 'second day' }, from: midnight, until: Number.POSITIVE_INFINITY },
  };
  const log = createLog({ level: 'error', clock });
  const store = await createContentStore({ directory, load: async () => scheduled, clock, log });
  onTestFinished(() => store.close());
  const listener = vi.fn();
  store.onChange(listener);
  expect(store.current()).toEqual({ version: 'first day' });
  now = new Date(midnight);
  expect(store.current()).toEqual({ version: 'second day' });
  expect(listener).toHaveBeenCalledExactlyOnceWith({ version: 'second day' });
});
