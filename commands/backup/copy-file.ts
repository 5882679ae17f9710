import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { syncDirectory } from '../../app/platform/files/file-store.ts';

/** Size and hash of a file. */
export interface Digest {
  readonly bytes: number;
  /** SHA-256, hexadecimal. */
  readonly sha256: string;
}

/** Digests content. @throws when it cannot be read */
export async function digestOf(content: AsyncIterable<Uint8Array>): Promise<Digest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** Digests a file. @throws when it cannot be read */
export const digestFile = (path: string): Promise<Digest> => digestOf(createReadStream(path));

/**
 * Copies a file to an unused path, makes the copy durable and reads it back.
 * @throws when it cannot be read or written; no part of the copy remains
 */
export async function copyFile(from: string, to: string): Promise<Digest> {
  const target = createWriteStream(to, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(createReadStream(from), target).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') await rm(to, { force: true });
    throw error;
  });
  await syncDirectory(dirname(to));
  return digestFile(to);
}
