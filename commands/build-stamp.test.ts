import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryDirectory } from '../app/platform/files/temporary-directory.fixture.ts';

const stampModule = fileURLToPath(new URL('build-stamp.mjs', import.meta.url));
const { sourceFiles }: { sourceFiles: string[] } = await import(pathToFileURL(stampModule).href);

let project: string;
beforeEach(() => {
  project = temporaryDirectory();
  for (const source of [...sourceFiles, 'app/home.ts']) change(source, 'first');
  cpSync(stampModule, join(project, 'commands/build-stamp.mjs'));
});

function change(source: string, text: string): void {
  mkdirSync(dirname(join(project, source)), { recursive: true });
  writeFileSync(join(project, source), text);
}

/** Runs a step of the build's script. */
const stamp = (step: string) =>
  spawnSync(process.execPath, ['commands/build-stamp.mjs', step], { cwd: project, encoding: 'utf8' }).status;

async function isCurrent(): Promise<boolean> {
  const { hashSources, isBuilt } = await import(pathToFileURL(join(project, 'commands/build-stamp.mjs')).href);
  return isBuilt(hashSources());
}

test('a build is current once it has ended, until a source changes', async () => {
  expect([stamp('begin'), await isCurrent(), stamp('end'), await isCurrent()]).toEqual([0, false, 0, true]);
  change('app/home.test.ts', 'a test is no source');
  expect(await isCurrent()).toBe(true);
  change('app/home.ts', 'second');
  expect(await isCurrent()).toBe(false);
});

test('files of editors are no sources', async () => {
  stamp('begin');
  for (const name of ['home.ts~', '#home.ts#', '.home.ts.swp']) change(`app/${name}`, 'unsaved');
  // The lock of Emacs.
  symlinkSync('ada@host.1', join(project, 'app/.#home.ts'));
  expect([stamp('end'), await isCurrent()]).toEqual([0, true]);
});

test('a build whose sources changed meanwhile is not current', async () => {
  stamp('begin');
  change('app/home.ts', 'second');
  expect([stamp('end'), await isCurrent()]).toEqual([0, false]);
});

test('an interrupted build is not current, even with a stamp', async () => {
  stamp('begin');
  stamp('end');
  stamp('begin');
  expect(await isCurrent()).toBe(false);
  rmSync(join(project, 'build'), { recursive: true });
  expect([stamp('end'), stamp(''), await isCurrent()]).toEqual([1, 1, false]);
});
