import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { createFileStore, type DiskFileStore, writeWhole } from './file-store.ts';
import { temporaryDirectory } from './temporary-directory.fixture.ts';

let root: string;
let files: DiskFileStore;
const stored = () => join(root, 'stored');
const incoming = () => join(root, 'incoming');

beforeEach(() => {
  root = temporaryDirectory();
  files = createFileStore({ directory: stored(), incoming: incoming() });
});

async function* chunks(...parts: string[]) {
  for (const part of parts) yield Buffer.from(part);
}

test('stores a received file under a random name, readable only by its owner', async () => {
  const staged = await files.stage(chunks('one ', 'two'));
  expect(staged.bytes).toBe(7);
  expect((await staged.read(4, 100)).toString()).toBe('two');
  const name = files.createName('pdf');
  await staged.store(name);
  expect(name).toMatch(/^[0-9a-f]{40}\.pdf$/u);
  expect(readFileSync(files.pathOf(name), 'utf8')).toBe('one two');
  expect(statSync(files.pathOf(name)).mode & 0o777).toBe(0o600);
  expect(readdirSync(incoming())).toEqual([]);
  await staged.discard();
  expect(await files.has(name)).toBe(true);
  await files.remove(name);
  await files.remove(name);
  expect(await files.has(name)).toBe(false);
});

test('leaves nothing of a discarded file', async () => {
  const staged = await files.stage(chunks('one'));
  expect(readdirSync(incoming())).toHaveLength(1);
  await staged.discard();
  await staged.discard();
  expect(readdirSync(incoming())).toEqual([]);
});

test('leaves nothing of an aborted upload', async () => {
  async function* broken() {
    yield Buffer.from('one');
    throw new Error('gone');
  }
  await expect(files.stage(broken())).rejects.toThrow('gone');
  expect(readdirSync(incoming())).toEqual([]);
});

test('leaves nothing of a file that cannot be stored', async () => {
  const staged = await files.stage(chunks('one'));
  writeFileSync(stored(), 'in the way');
  await expect(staged.store('a.pdf')).rejects.toThrow();
  expect(readdirSync(incoming())).toEqual([]);
});

test('sweeps files that could not be removed when they were discarded', async () => {
  const staged = await files.stage(chunks('one'));
  renameSync(incoming(), `${incoming()}-elsewhere`);
  writeFileSync(incoming(), 'in the way');
  await staged.discard();
  rmSync(incoming());
  renameSync(`${incoming()}-elsewhere`, incoming());
  expect(readdirSync(incoming())).toHaveLength(1);
  expect(await files.sweep()).toBe(1);
  expect(readdirSync(incoming())).toEqual([]);
});

test('sweeps the files of dead processes, and no others', async () => {
  const staged = await files.stage(chunks('mine, under way'));
  const [mine = ''] = readdirSync(incoming());
  const dead = spawnSync(process.execPath, ['-e', '']).pid;
  const host = hostname().replace(/[^\w-]/gu, '_');
  const write = (name: string, ageMs = 0) => {
    const path = join(incoming(), name);
    writeFileSync(path, 'left');
    const at = new Date(Date.now() - ageMs);
    utimesSync(path, at, at);
  };
  write(`${host}.${dead}.aa`);
  write(`${host}.${process.pid}.bb`);
  write(`${host}.${process.ppid}.cc`);
  write('elsewhere.1.dd');
  write('elsewhere.1.ee', 2 * 3_600_000);
  expect(await files.sweep()).toBe(3);
  expect(readdirSync(incoming()).sort()).toEqual([mine, `${host}.${process.ppid}.cc`, 'elsewhere.1.dd'].sort());
  await staged.store('a.pdf');
});

test('lists the stored files, and no folders', async () => {
  expect(await files.list()).toEqual(new Set());
  mkdirSync(stored());
  writeFileSync(join(stored(), 'a.pdf'), '');
  mkdirSync(join(stored(), 'lost+found'));
  expect(await files.list()).toEqual(new Set(['a.pdf']));
});

test('writes a file completely or not at all', async () => {
  await writeWhole(join(root, 'mail'), 'a.eml', chunks('one'));
  await writeWhole(join(root, 'mail'), 'a.eml', chunks('two'));
  expect(readFileSync(join(root, 'mail', 'a.eml'), 'utf8')).toBe('two');
  const texts = ['three', 'four', 'five'];
  await Promise.all(texts.map((text) => writeWhole(join(root, 'mail'), 'a.eml', chunks(text))));
  expect(texts).toContain(readFileSync(join(root, 'mail', 'a.eml'), 'utf8'));
  async function* broken() {
    yield Buffer.from('three');
    throw new Error('gone');
  }
  await expect(writeWhole(join(root, 'mail'), 'b.eml', broken())).rejects.toThrow('gone');
  expect(existsSync(join(root, 'mail', 'b.eml'))).toBe(false);
  expect(readdirSync(join(root, 'mail'))).toEqual(['a.eml']);
});
