import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join, resolve } from 'node:path';
import type { Submission } from '../../app/features/submissions/records/submission.ts';
import { makeDirectories } from '../../app/platform/files/private-directory.ts';
import { RefusedError } from '../terminal/refused-error.ts';

/** Device names on Windows, with any extension: files cannot have these names there. */
const deviceName = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³])(?:\.|$)/iu;
/** File systems allow 255 bytes; this leaves room for suffixes that copying programs add. */
const maxNameBytes = 200;

/** Returns the visitor's file name, made safe for any file system, shell and terminal, with the extension of the real file type. */
export function safeFileName({ id, resume }: Submission): string {
  const extension = extname(resume?.file ?? '');
  const base = (resume?.name ?? '').replace(/^.*[/\\]/su, '').replace(/\.[^.]*$/u, '');
  const short = safeBaseName(base, extension);
  return short === '' || deviceName.test(short) ? `resume-${id}${extension}` : `${short}${extension}`;
}

/** Returns a unique name that starts with the person's: "Ada Lovelace 20261118-8fdntbhrat.pdf". */
export function uniqueFileName({ id, fields, resume }: Submission): string {
  const ending = ` ${id}${extname(resume?.file ?? '')}`;
  return `${safeBaseName(fields.name ?? '', ending) || 'resume'}${ending}`;
}

/** @param ending of the name, which counts towards its length */
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
 * Copies a résumé under its own safe name. @throws RefusedError when the file exists, or its folder does not
 * @param to a folder or a file path, as typed by the operator; relative to the operator's folder
 * @returns its path, and whether a file was replaced
 */
export async function copyResume(
  submission: Submission,
  content: AsyncIterable<Uint8Array>,
  { to, force, directory }: { to: string; force: boolean; directory: string },
): Promise<{ path: string; replaced: boolean }> {
  const target = resolve(directory, to);
  const isFolder = (await stat(target).catch(() => undefined))?.isDirectory() ?? /[/\\]$/u.test(to);
  const path = isFolder ? join(target, safeFileName(submission)) : target;
  const outcome = await place(path, content, force).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new RefusedError(`There is no folder for ${path}`) : error;
  });
  if (outcome === 'already there')
    throw new RefusedError(`${path} already exists; --to takes another name, --force replaces it`);
  return { path, replaced: outcome === 'replaced' };
}

/** The outcome for one of several résumés. */
export type CopyOutcome = 'copied' | 'replaced' | 'already there';

/**
 * Copies a résumé into a folder, which it creates, under a name unique to its record. An existing copy stays, so that repeating the
 * command adds only new résumés. @param options.folder relative to the operator's folder @throws RefusedError when it is a file
 */
export async function copyIntoFolder(
  submission: Submission,
  content: AsyncIterable<Uint8Array>,
  { folder, force, directory }: { folder: string; force: boolean; directory: string },
): Promise<{ path: string; outcome: CopyOutcome }> {
  const target = resolve(directory, folder);
  await makeDirectories(target).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOTDIR')
      throw new RefusedError(`${target} is not a folder; --to takes the path of a folder, which may be new`);
    throw error;
  });
  const path = join(target, uniqueFileName(submission));
  return { path, outcome: await place(path, content, force) };
}

/**
 * Writes a file that only its owner can read. An existing one stays, or is replaced by `force`. The file appears under its name when it is
 * complete: the next run would take a part of it, left by an interrupted one, for the copy.
 */
async function place(path: string, content: AsyncIterable<Uint8Array>, force: boolean): Promise<CopyOutcome> {
  const isThere = existsSync(path);
  if (isThere && !force) return 'already there';
  // Not the ending alone, which browsers give to downloads.
  const part = `${path}.copy.part`;
  await rm(part, { force: true });
  try {
    await writeFile(part, content, { flag: 'wx', mode: 0o600 });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return isThere ? 'replaced' : 'copied';
}

/** Programs that open a file with the viewer of its type. */
const viewers: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: 'xdg-open',
  darwin: 'open',
};

/** Opens a file in this machine's viewer, without a shell and under its random name. @returns whether there was a viewer */
export async function openInViewer(path: string, environment: NodeJS.ProcessEnv): Promise<boolean> {
  const viewer = viewers[process.platform];
  const hasScreen = process.platform !== 'linux' || environment.DISPLAY || environment.WAYLAND_DISPLAY;
  if (!viewer || !hasScreen) return false;
  return new Promise((resolve) => {
    const opened = spawn(viewer, [path], { stdio: 'ignore', env: environment });
    opened.once('error', () => resolve(false));
    opened.once('exit', (code) => resolve(code === 0));
  });
}
