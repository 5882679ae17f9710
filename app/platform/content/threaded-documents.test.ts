import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { databaseName } from './document-database.ts';
import { createThreadedDocuments } from './threaded-documents.ts';

/** Heading and text of a document are its file's text; a file that says "fail" makes the program fail. */
const preparer = `export function prepare(file, text) {
  if (text === 'fail') throw new Error('The program fails');
  return { document: { data: JSON.stringify(text), body: text, heading: text, summary: '', text } };
}
`;

async function createStore() {
  const folder = await mkdtemp(join(tmpdir(), 'threads-'));
  const content = join(folder, 'content');
  await mkdir(content);
  await writeFile(join(folder, 'preparer.ts'), preparer);
  await writeFile(join(folder, 'lock.json'), '{}');
  const lines: { message: string }[] = [];
  const clock = { now: () => new Date('2026-03-04T05:06:07Z') };
  const log = createLog({ level: 'info', clock, write: (line) => lines.push(JSON.parse(line)) });
  const open = async (directory = join(folder, 'prepared')) => {
    const store = await createThreadedDocuments({
      directory,
      preparer: pathToFileURL(join(folder, 'preparer.ts')),
      lockFile: pathToFileURL(join(folder, 'lock.json')),
      clock,
      log,
    });
    onTestFinished(() => store.close());
    return store;
  };
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return { folder, content, lines, open, write: (name: string, text: string) => writeFile(join(content, name), text) };
}

test('prepares, finds and gives texts, and knows them again after a restart', async () => {
  const { content, write, open, lines } = await createStore();
  await write('a.md', 'alpha');
  const store = await open();
  const { ids } = await store.read(content, ['a.md']);
  const [id = 0] = ids;
  expect(await store.body(id)).toBe('alpha');
  expect((await store.search(['alp'])).map((group) => [...group.ids])).toEqual([[id]]);
  await store.close();

  const again = await open();
  expect((await again.read(content, ['a.md'])).ids).toEqual(ids);
  expect(lines).toEqual([]);
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

test('a change of what prepares, or of its packages, prepares again', async () => {
  const { content, write, open, folder } = await createStore();
  await write('a.md', 'alpha');
  const [before] = (await (await open()).read(content, ['a.md'])).ids;
  await writeFile(join(folder, 'preparer.ts'), preparer.replace('heading: text', "heading: 'other'"));
  const changed = await open();
  const [after = 0] = (await changed.read(content, ['a.md'])).ids;
  expect(after).not.toBe(before);
  expect((await changed.search(['other'])).map((group) => [...group.ids])).toEqual([[after]]);
});

test('a failure of what prepares fails the reading, and the store goes on', async () => {
  const { content, write, open } = await createStore();
  await write('a.md', 'fail');
  await write('b.md', 'beta');
  const store = await open();
  await expect(store.read(content, ['a.md'])).rejects.toThrow('The program fails');
  expect((await store.read(content, ['b.md'])).ids[0]).toBeGreaterThan(0);
});

test('where nothing can be written it works from memory, and says so', async () => {
  const { content, write, open, folder, lines } = await createStore();
  await write('a.md', 'alpha');
  await writeFile(join(folder, 'file'), '');
  const store = await open(join(folder, 'file', 'prepared'));
  const [id = 0] = (await store.read(content, ['a.md'])).ids;
  expect(await store.body(id)).toBe('alpha');
  expect(lines).toHaveLength(1);
  expect(await readdir(folder)).not.toContain('prepared');
});

test('so it does where the file can be opened and not be written', async () => {
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
