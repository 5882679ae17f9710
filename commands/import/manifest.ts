import { appendFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ignoreMissing } from '../../app/platform/files/file-store.ts';
import { parseJson } from '../../app/shared/json-text.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { urlKey } from './wordpress/survey.ts';

/** The file that an import wrote for a post. The next run uses it to recognise its own files and later edits. */
const entrySchema = z.strictObject({
  /** Path below the content directory. */
  file: z.string(),
  /** The article's id, which never changes. */
  id: z.int().positive(),
  /** SHA-256 of the written file. */
  sha256: z.string(),
});

const manifestSchema = z.strictObject({
  sources: z.record(z.string(), z.record(z.string(), entrySchema)),
});

export type ManifestEntry = z.infer<typeof entrySchema>;

/** Entries by the blog's URL, then by the post's id there. */
export type Manifest = Map<string, Map<string, ManifestEntry>>;

/** File name of the record of imports in the content directory. It belongs in version control with the articles. */
export const manifestFile = '.import.json';

/** Journal of files being written, one per line; exists only while an import runs, or after one that was killed. */
const journalFile = '.import.journal';

const journalLineSchema = z.strictObject({ source: z.string(), post: z.string(), ...entrySchema.shape });

/**
 * Reads the record, with the files that a killed import had written: `hashOnDisk` has the present hashes.
 * @throws RefusedError when the record exists but is invalid
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
    throw new RefusedError(`${path} is not a record of imports; restore it from version control`, { cause: error });
  }
  for (const line of ((await readIfThere(join(directory, journalFile))) ?? '').split('\n')) {
    const { success, data } = journalLineSchema.safeParse(parseJson(line));
    if (!success) continue;
    const { source, post, ...entry } = data;
    const posts = postsOf(manifest, source);
    const onDisk = hashOnDisk(entry.file);
    // Otherwise the file was written, and perhaps edited since.
    const isUnwritten = onDisk === undefined || onDisk === posts.get(post)?.sha256;
    if (!isUnwritten) posts.set(post, entry);
  }
  return manifest;
}

/** Returns the imported posts of a blog. Its URL may have had another protocol in the earlier export, or "www.". */
export function postsOf(manifest: Manifest, source: string): Map<string, ManifestEntry> {
  const key = urlKey(source);
  const known = manifest.has(source) ? source : [...manifest.keys()].find((other) => key && urlKey(other) === key);
  return manifest.getOrInsert(known ?? source, new Map());
}

/** Records a file before it is written, so that a killed run leaves no unknown file. */
export const writeAhead = (directory: string, source: string, post: string, entry: ManifestEntry) =>
  appendFile(join(directory, journalFile), `${JSON.stringify({ source, post, ...entry })}\n`);

/** Removes the journal of `writeAhead`, once the manifest contains its entries. */
export const removeJournal = (directory: string) => rm(join(directory, journalFile), { force: true });

const readIfThere = (path: string) => readFile(path, 'utf8').catch(ignoreMissing);

/** Serialises the record. The text does not depend on the order of posts. */
export function writtenManifest(manifest: Manifest): string {
  const inOrder = <Value>(map: ReadonlyMap<string, Value>) =>
    [...map].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  const sources = inOrder(manifest).map(([source, posts]) => [source, Object.fromEntries(inOrder(posts))] as const);
  return `${JSON.stringify({ sources: Object.fromEntries(sources) }, null, 2)}\n`;
}
