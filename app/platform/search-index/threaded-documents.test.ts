import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { createLog } from '../log/log.ts';
import { databaseName } from './document-database.ts';
import { createThreadedDocuments } from './threaded-documents.ts';

/** Heading and text of a document are its file's text; some texts end the program. */
const preparer = `export function prepare(file, text) {
  if (text === 'fail') throw new Error('The program fails');
  if (text === 'nest') prepare(file, text);
  if (text === 'exit') process.exit(3);
  if (text === 'leave') setTimeout(() => process.exit(3));
  if (text === 'fill') for (const held = []; ; ) held.push(new Array(1_000_000).fill(held));
  return { document: { data: JSON.stringify(text), body: text, heading: text, summary: '', text } };
}
`;

async function createStore() {
  const folder = temporaryDirectory();
  const content = join(folder, 'content');
  await mkdir(content);
  await writeFile(join(folder, 'preparer.ts'), preparer);
  await writeFile(join(folder, 'lock.json'), '{}');
  const lines: { message: string }[] = [];
  const clock = { time: '2026-03-04T05:06:07Z', now: () => new Date(clock.time) };
  const log = createLog({ level: 'info', clock, write: (line) => lines.push(JSON.parse(line)) });
  const open = async (directory = join(folder, 'prepared')) => {
    const store = createThreadedDocuments({
      directory,
      preparer: pathToFileURL(join(folder, 'preparer.ts')),
      lockFile: pathToFileURL(join(folder, 'lock.json')),
      clock,
      log,
    });
    onTestFinished(() => store.close());
    return store;
  };
  return {
    folder,
    content,
    clock,
    lines,
    open,
    write: (name: string, text: string) => writeFile(join(content, name), text),
  };
}

test('prepares, finds and returns texts, also after a restart', async () => {
  const { content, write, open, lines } = await createStore();
  await write('a.md', 'alpha');
  const store = await open();
  const { ids } = await store.read(content, ['a.md']);
  const [id = 0] = ids;
  expect(await store.body(id)).toBe('alpha');
  expect((await store.search([['alp']])).map((group) => [...group.ids])).toEqual([[id]]);
  await store.close();

  const again = await open();
  expect((await again.read(content, ['a.md'])).ids).toEqual(ids);
  expect(lines).toEqual([]);
});

test('a start after weeks without a change prepares nothing again, and deletes unused documents', async () => {
  const { content, clock, write, open } = await createStore();
  await write('a.md', 'alpha');
  await write('b.md', 'beta');
  const store = await open();
  const [b = 0, a = 0] = (await store.read(content, ['b.md', 'a.md'])).ids;
  await store.close();

  clock.time = '2026-03-25T05:06:07Z';
  const later = await open();
  expect([...(await later.read(content, ['a.md'])).ids]).toEqual([a]);
  expect([await later.body(a), await later.body(b)]).toEqual(['alpha', undefined]);
});

test('more files than one thread prepares alone', async () => {
  const { content, write, open } = await createStore();
  const files = Array.from({ length: 250 }, (_, index) => `${index}.md`);
  await Promise.all(files.map((file) => write(file, `text ${file}`)));
  const store = await open();
  const { ids } = await store.read(content, files);
  expect((await store.documents([...ids])).map(({ data }) => JSON.parse(data))).toEqual(
    files.map((file) => `text ${file}`),
  );
});

test('after a change of the preparer or of its packages, texts are prepared again', async () => {
  const { content, write, open, folder } = await createStore();
  await write('a.md', 'alpha');
  const [before] = (await (await open()).read(content, ['a.md'])).ids;
  await writeFile(join(folder, 'preparer.ts'), preparer.replace('heading: text', "heading: 'other'"));
  const changed = await open();
  const [after = 0] = (await changed.read(content, ['a.md'])).ids;
  expect(after).not.toBe(before);
  expect((await changed.search([['other']])).map((group) => [...group.ids])).toEqual([[after]]);
});

test.each([
  ['makes the program fail', 'fail', 'cannot be prepared: Error: The program fails'],
  ['is nested too deeply', 'nest', 'cannot be prepared: it is nested too deeply'],
  ['ends its thread', 'exit', 'cannot be prepared: its thread has ended; make it smaller or simpler'],
  [
    'exceeds the memory limit',
    'fill',
    'cannot be prepared: it takes more than 512 MB of memory; make it smaller or simpler',
  ],
])(
  'a text that %s is reported by its file name, and the others are read',
  async (_, text, message) => {
    const { content, write, open } = await createStore();
    const store = await open();
    await Promise.all(['a.md', 'c.md'].map((name) => write(name, `text ${name}`)));
    await write('b.md', text);
    const { ids, problems } = await store.read(content, ['a.md', 'b.md', 'c.md']);
    expect(problems).toEqual([{ file: 'b.md', message }]);
    expect([...ids].map((id) => id > 0)).toEqual([true, false, true]);
    expect(await store.body(ids[2] ?? 0)).toBe('text c.md');
    await write('b.md', 'mended');
    expect((await store.read(content, ['b.md'])).problems).toEqual([]);
  },
  180_000,
);

test('a text is read after an expected change, and after the idle thread has ended', async () => {
  const { content, write, open } = await createStore();
  await write('a.md', 'first');
  const store = await open();
  await store.read(content, ['a.md']);
  for (const text of ['second', 'leave', 'fourth']) {
    store.expectReading();
    await write('a.md', text);
    const { ids, problems } = await store.read(content, ['a.md']);
    expect(problems).toEqual([]);
    expect(await store.body(ids[0] ?? 0)).toBe(text);
  }
});

test('the thread that reads ends when nobody queries it, and another one finds the same', async () => {
  const { content, write, open, lines } = await createStore();
  await write('a.md', 'alpha');
  const threads: { threadId: number }[] = [];
  const onThread = (message: unknown) => threads.push((message as { worker: { threadId: number } }).worker);
  subscribe('worker_threads', onThread);
  onTestFinished(() => void unsubscribe('worker_threads', onThread));
  const store = await open();
  const { ids } = await store.read(content, ['a.md']);
  const [reader] = threads;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const find = async () => (await store.search([['alp']])).map((group) => [...group.ids]);
  expect(await find()).toEqual([[...ids]]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await find()).toEqual([[...ids]]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(reader?.threadId).toBeGreaterThan(0);
  const before = threads.length;
  await vi.advanceTimersByTimeAsync(2000);
  expect(await find()).toEqual([[...ids]]);
  expect(threads).toHaveLength(before + 1);
  await vi.waitFor(() => expect(reader?.threadId).toBe(-1), { timeout: 30_000 });
  expect(lines).toEqual([]);
});

test('a file removed while it is in use fails queries and readings, and is not replaced by one with other ids', async () => {
  const { content, folder, write, open } = await createStore();
  await write('a.md', 'alpha');
  await write('b.md', 'beta');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const store = await open();
  const [a = 0] = (await store.read(content, ['a.md', 'b.md'])).ids;
  await vi.advanceTimersByTimeAsync(30_000);
  await rm(join(folder, 'prepared'), { recursive: true });
  const message = 'was removed while the site ran; restart the site';
  await expect(store.body(a)).rejects.toThrow(message);
  await expect(store.read(content, ['b.md', 'a.md'])).rejects.toThrow(message);
  const restarted = await open();
  const { ids } = await restarted.read(content, ['b.md', 'a.md']);
  expect(await restarted.body(ids[1] ?? 0)).toBe('alpha');
});

test('a program that cannot be loaded fails the reading', async () => {
  const { content, write, open, folder } = await createStore();
  await write('a.md', 'alpha');
  await writeFile(join(folder, 'preparer.ts'), 'throw new Error("The program is broken");');
  const store = await open();
  await expect(store.read(content, ['a.md'])).rejects.toThrow('The program is broken');
});

test('if the file cannot be created, it works in memory and logs that', async () => {
  const { content, write, open, folder, lines } = await createStore();
  await write('a.md', 'alpha');
  await writeFile(join(folder, 'file'), '');
  const store = await open(join(folder, 'file', 'prepared'));
  const [id = 0] = (await store.read(content, ['a.md'])).ids;
  expect(await store.body(id)).toBe('alpha');
  expect(lines).toHaveLength(1);
  expect(await readdir(folder)).not.toContain('prepared');
});

test('the same if the file can be opened but not written', async () => {
  const { content, write, open, folder, lines } = await createStore();
  await write('a.md', 'alpha');
  await mkdir(join(folder, 'prepared'));
  const other = new DatabaseSync(join(folder, 'prepared', databaseName));
  other.exec('CREATE TABLE document (id INTEGER PRIMARY KEY, seen INTEGER)');
  other.close();
  const store = await open();
  const [id = 0] = (await store.read(content, ['a.md'])).ids;
  expect(await store.body(id)).toBe('alpha');
  expect(lines).toHaveLength(1);
});
