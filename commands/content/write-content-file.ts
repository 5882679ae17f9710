import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { replaceFile } from '../../app/platform/files/file-store.ts';

/** Permissions of a content file before the umask: the web server may run as another user of the same group. */
const contentFileMode = 0o666;

/** Writes a file below the content directory, in a folder that is created if it is missing. See `replaceFile`. */
export async function writeContentFile(directory: string, file: string, content: string | Uint8Array): Promise<void> {
  const path = join(directory, file);
  await mkdir(dirname(path), { recursive: true });
  await replaceFile(path, [Buffer.from(content)], { mode: contentFileMode, isHidden: true });
}
