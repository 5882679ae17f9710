import { spawn } from 'node:child_process';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Submission } from '../../app/features/submissions/records/submission.ts';
import { RefusedError } from '../terminal/refused-error.ts';

/** Names of devices on Windows, with any ending: a file of that name cannot be had there. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/iu;
/** File systems take 255 bytes; this leaves room for what copying programs add. */
const maxNameBytes = 200;

/**
 * The visitor's own name of the file, fit for any file system: no folder, nothing hidden, nothing that a shell or a
 * terminal acts on, and the ending of what the file really is.
 */
export function safeFileName({ id, resume }: Submission): string {
  const extension = extname(resume?.file ?? '');
  const base = (resume?.name ?? '').replace(/^.*[/\\]/su, '').replace(/\.[^.]*$/u, '');
  const short = safeBaseName(base, extension);
  return short === '' || deviceName.test(short) ? `resume-${id}${extension}` : `${short}${extension}`;
}

/** One name for each record, who it is of first: "Ada Lovelace 20261118-8fdntbhrat.pdf". */
export function uniqueFileName({ id, fields, resume }: Submission): string {
  const ending = ` ${id}${extname(resume?.file ?? '')}`;
  return `${safeBaseName(fields.name ?? '', ending) || 'resume'}${ending}`;
}

/** @param ending what the name is to end with; it counts for the length */
function safeBaseName(name: string, ending: string): string {
  const base = name
    .normalize('NFC')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()+,-]+/gu, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.+,_-]+|[\s.]+$/gu, '');
  let short = '';
  for (const character of base) {
    if (Buffer.byteLength(short + character + ending) > maxNameBytes) break;
    short += character;
  }
  return short;
}

/**
 * Copies a résumé under its own safe name.
 * @param content of the file, in pieces
 * @param to a folder, or the name of a file in one; as the operator typed it, from the folder that they are in
 * @returns where it is, and whether a file was replaced
 * @throws RefusedError when there is a file already, or no such folder
 */
export async function copyResume(
  submission: Submission,
  content: AsyncIterable<Uint8Array>,
  { to, force, directory }: { to: string; force: boolean; directory: string },
): Promise<{ path: string; replaced: boolean }> {
  const target = resolve(directory, to);
  const isFolder = (await stat(target).catch(() => undefined))?.isDirectory() ?? /[/\\]$/u.test(to);
  const path = isFolder ? join(target, safeFileName(submission)) : target;
  try {
    const replaced = force && (await isThere(path));
    if (replaced) await replaceFile(path, content);
    else await writeFile(path, content);
    return { path, replaced };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new RefusedError(`${path} is there already; --to takes another name, --force replaces it`);
    if (code === 'ENOENT') throw new RefusedError(`There is no folder for ${path}`);
    throw error;
  }
}

/** What became of one résumé of several. */
export type CopyOutcome = 'copied' | 'replaced' | 'already there';

/**
 * Copies a résumé into a folder, which is made where it is missing, under a name that no other record has. One that is
 * there already is left alone, so that the same command again brings what is new.
 * @param options.folder as the operator typed it, from the folder that they are in
 * @throws RefusedError when the folder is a file
 */
export async function copyIntoFolder(
  submission: Submission,
  content: AsyncIterable<Uint8Array>,
  { folder, force, directory }: { folder: string; force: boolean; directory: string },
): Promise<{ path: string; outcome: CopyOutcome }> {
  const target = resolve(directory, folder);
  await mkdir(target, { recursive: true, mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST' || error.code === 'ENOTDIR')
      throw new RefusedError(`${target} is no folder; --to takes the path of one, or of one to make`);
    throw error;
  });
  const path = join(target, uniqueFileName(submission));
  if (!(await isThere(path))) {
    await writeFile(path, content);
    return { path, outcome: 'copied' };
  }
  if (!force) return { path, outcome: 'already there' };
  await replaceFile(path, content);
  return { path, outcome: 'replaced' };
}

/** Writes a new file for its owner alone. @throws EEXIST when there is one; leaves nothing behind when it fails */
async function writeFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of content) await handle.writeFile(chunk);
    await handle.close();
  } catch (error) {
    await handle.close().catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

/** Replaces a file once all of the new one is there. */
async function replaceFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void> {
  const temporary = `${path}.${process.pid}.part`;
  await writeFile(temporary, content);
  await rename(temporary, path);
}

const isThere = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

/** Programs that open a file in whatever shows its kind. */
const viewers: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'xdg-open',
  darwin: 'open',
  win32: 'explorer.exe',
};

/**
 * Opens a file of a random name of ours in this machine's viewer, without a shell: nothing of the visitor's name is part of
 * the command.
 * @returns whether there was one
 */
export async function openInViewer(path: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const viewer = viewers[process.platform];
  const hasScreen = process.platform !== 'linux' || environment.DISPLAY || environment.WAYLAND_DISPLAY;
  if (!viewer || !hasScreen) return false;
  return new Promise((resolve) => {
    const opened = spawn(viewer, [path], { stdio: 'ignore', env: environment });
    opened.once('error', () => resolve(false));
    // Windows' own exits with 1 even when it has opened the file.
    opened.once('exit', (code) => resolve(code === 0 || process.platform === 'win32'));
  });
}
