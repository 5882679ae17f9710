// Checks whether the build matches the current sources. Plain JavaScript for Node 20: it runs before the install.
// Run as a program, first and last in `npm run build`, it stamps the build.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = join(root, 'build', '.build-stamp');
/** The stamp during a build: a hash of the sources before it, since they may change meanwhile. */
const begun = `${stamp}.begun`;

/** Sources of the build outside `app/`. */
export const sourceFiles = [
  'commands/build-editor.ts',
  'commands/compress-build.ts',
  'package-lock.json',
  'server.ts',
  'tsconfig.json',
  'vite.config.ts',
];

/** Tests are not part of the build, so changes of them do not make it stale. */
const isTest = /\.(?:test|fixture)\.tsx?$/u;

/** Files of editors: swap files, copies, and the lock of Emacs, a symbolic link that leads nowhere (`.#paths.ts`). */
const isOfEditor = /(?:^|[/\\])(?:[.#][^/\\]*|[^/\\]*~)$/u;

/** Hashes the names and bytes of all sources. */
export function hashSources() {
  const hash = createHash('sha256');
  for (const path of [...sourceFiles, ...sourcesBelow('app')]) {
    const bytes = readFileSync(join(root, path));
    hash.update(`${path}\0${bytes.byteLength}\0`).update(bytes);
  }
  return hash.digest('hex');
}

/** @param {string} directory */
function sourcesBelow(directory) {
  const paths = readdirSync(join(root, directory), { recursive: true }).map((name) => join(directory, name));
  const sources = paths.filter((path) => !isTest.test(path) && !isOfEditor.test(path));
  return sources.filter((path) => statSync(join(root, path)).isFile()).sort();
}

/** @param {string} hash of the current sources */
export function isBuilt(hash) {
  try {
    return readFileSync(stamp, 'utf8') === hash;
  } catch {
    return false;
  }
}

/** Begins a build. The previous one is no longer current, even if this one is interrupted. */
function beginBuild() {
  mkdirSync(join(root, 'build'), { recursive: true });
  rmSync(stamp, { force: true });
  writeFileSync(begun, hashSources());
}

/** Ends a build. @throws if none has begun */
function endBuild() {
  renameSync(begun, stamp);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const step = { begin: beginBuild, end: endBuild }[process.argv[2]];
  if (!step) throw new Error(`build-stamp.mjs takes "begin" or "end", not "${process.argv[2] ?? ''}"`);
  step();
}
