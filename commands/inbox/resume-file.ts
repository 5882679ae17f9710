import { spawn } from 'node:child_process';
import { constants } from 'node:fs';
import { chmod, copyFile, stat } from 'node:fs/promises';
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
  const base = (resume?.name ?? '')
    .normalize('NFC')
    .replace(/^.*[/\\]/su, '')
    .replace(/\.[^.]*$/u, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[^\p{L}\p{M}\p{N} ._()+,-]+/gu, '_')
    .replace(/\s+/gu, ' ')
    .replace(/^[\s.+,_-]+|[\s.]+$/gu, '');
  let short = '';
  for (const character of base) {
    if (Buffer.byteLength(short + character + extension) > maxNameBytes) break;
    short += character;
  }
  return short === '' || deviceName.test(short) ? `resume-${id}${extension}` : `${short}${extension}`;
}

/**
 * Copies a résumé under its own safe name.
 * @param source absolute path
 * @param to a folder, or the name of a file in one; as the operator typed it, from the folder that they are in
 * @returns where it is, and whether a file was replaced
 * @throws RefusedError when there is a file already, or no such folder
 */
export async function copyResume(
  submission: Submission,
  source: string,
  { to, force, directory }: { to: string; force: boolean; directory: string },
): Promise<{ path: string; replaced: boolean }> {
  const target = resolve(directory, to);
  const isFolder = (await stat(target).catch(() => undefined))?.isDirectory() ?? /[/\\]$/u.test(to);
  const path = isFolder ? join(target, safeFileName(submission)) : target;
  const replaced = force && (await isThere(path));
  try {
    await copyFile(source, path, force ? 0 : constants.COPYFILE_EXCL);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST')
      throw new RefusedError(`${path} is there already; --to takes another name, --force replaces it`);
    if (code === 'ENOENT') throw new RefusedError(`There is no folder for ${path}`);
    throw error;
  }
  if (!replaced) await chmod(path, 0o600);
  return { path, replaced };
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
    // Windows' own answers 1 also when it has opened the file.
    opened.once('exit', (code) => resolve(code === 0 || process.platform === 'win32'));
  });
}
