import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ignoreMissing } from '../../app/platform/files/file-store.ts';
import { parseJson } from '../../app/shared/json-text.ts';
import { RefusedError } from '../terminal/refused-error.ts';

/** What an import wrote for a post: by it the next run knows what is its own, and what has been edited since. */
const entrySchema = z.strictObject({
  /** Path below the content directory. */
  file: z.string(),
  /** The article's id, which stays whatever else changes. */
  id: z.int().positive(),
  /** SHA-256 of the file as it was written. */
  sha256: z.string(),
});

const manifestSchema = z.strictObject({
  sources: z.record(z.string(), z.record(z.string(), entrySchema)),
});

export type ManifestEntry = z.infer<typeof entrySchema>;

/** By the address of the blog, then by the id of the post there. */
export type Manifest = Map<string, Map<string, ManifestEntry>>;

/** Where the record of imports lies in the content directory. It belongs into version control beside the articles. */
export const manifestFile = '.import.json';

/** What is being written, line by line; there only while an import runs, or after one that was killed. */
const journalFile = '.import.journal';

const journalLineSchema = z.strictObject({ source: z.string(), post: z.string(), ...entrySchema.shape });

/**
 * Reads the record, and takes over what an import that was killed had written.
 * @param hashOnDisk hash of a content file as it is now
 * @throws RefusedError when the record is there and cannot be used
 */
export async function readManifest(
  directory: string,
  hashOnDisk: (file: string) => string | undefined,
): Promise<Manifest> {
  const path = join(directory, manifestFile);
  const text = await readIfThere(path);
  const manifest: Manifest = new Map();
  try {
    const { sources } = text === undefined ? { sources: {} } : manifestSchema.parse(JSON.parse(text));
    for (const [source, posts] of Object.entries(sources)) manifest.set(source, new Map(Object.entries(posts)));
  } catch (error) {
    throw new RefusedError(`${path} is no record of imports; restore it from version control`, { cause: error });
  }
  for (const line of ((await readIfThere(join(directory, journalFile))) ?? '').split('\n')) {
    const { success, data } = journalLineSchema.safeParse(parseJson(line));
    if (!success || hashOnDisk(data.file) !== data.sha256) continue;
    const { source, post, ...entry } = data;
    postsOf(manifest, source).set(post, entry);
  }
  return manifest;
}

/** What was imported from a blog. */
export function postsOf(manifest: Manifest, source: string): Map<string, ManifestEntry> {
  const posts = manifest.get(source) ?? new Map<string, ManifestEntry>();
  manifest.set(source, posts);
  return posts;
}

/** Says what is about to be written, so that a run that is killed leaves no file of which nothing is known. */
export const writeAhead = (directory: string, source: string, post: string, entry: ManifestEntry) =>
  appendFile(join(directory, journalFile), `${JSON.stringify({ source, post, ...entry })}\n`);

export const removeJournal = (directory: string) => rm(join(directory, journalFile), { force: true });

const readIfThere = (path: string) => readFile(path, 'utf8').catch(ignoreMissing);

/** The same record gives the same text, whatever the order in which posts came. */
export function writtenManifest(manifest: Manifest): string {
  const inOrder = <Value>(map: ReadonlyMap<string, Value>) =>
    [...map].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  const sources = inOrder(manifest).map(([source, posts]) => [source, Object.fromEntries(inOrder(posts))] as const);
  return `${JSON.stringify({ sources: Object.fromEntries(sources) }, null, 2)}\n`;
}
