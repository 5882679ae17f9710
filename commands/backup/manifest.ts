import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { dataNames } from '../../app/platform/files/data-directory.ts';
import { ignoreMissing } from '../../app/platform/files/file-store.ts';
import { parseJson } from '../../app/shared/json-text.ts';
import { RefusedError } from '../terminal/refused-error.ts';

/** Written last: a folder without it is not a complete backup. */
export const manifestName = 'manifest.json';

const fileSchema = z.object({
  /** Relative to the backup, with slashes. No segment starts with a dot, so that no path leads out of the backup. */
  path: z.string().regex(/^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/u),
  bytes: z.int().nonnegative(),
  /** Hexadecimal. */
  sha256: z.string().regex(/^[\da-f]{64}$/u),
});

const manifestSchema = z.object({
  format: z.literal(1),
  /** Time of the database snapshot, ISO 8601 in UTC. */
  taken_at: z.iso.datetime(),
  engine: z.enum(['sqlite', 'postgres']),
  /** Names of the applied migrations; a restore checks that its version knows them. */
  migrations: z.array(z.string()),
  /** Rows of each table. */
  rows: z.record(z.string(), z.int().nonnegative()),
  files: z.array(fileSchema),
});

export type BackedUpFile = z.infer<typeof fileSchema>;
/** The contents of a backup, with hashes that reveal any change since. */
export type Manifest = z.infer<typeof manifestSchema>;
export type Engine = Manifest['engine'];

/** Path of the database within a backup. */
export const databaseFile = { sqlite: dataNames.database, postgres: 'database.dump' } as const satisfies Record<
  Engine,
  string
>;

/** Folders of the data directory that a backup contains. The others are caches and unfinished uploads. */
export const backedUpFolders = [dataNames.resumes, dataNames.mail, dataNames.erasures, dataNames.slugs] as const;
export type BackedUpFolder = (typeof backedUpFolders)[number];

/** @throws RefusedError when the folder contains no backup, or one in an unknown format */
export async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, manifestName), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOTDIR') return ignoreMissing(error);
    throw new RefusedError(`${directory} is a file, or below one; restore takes the folder of a backup`);
  });
  if (text === undefined)
    throw new RefusedError(
      `${directory} holds no complete backup: ${manifestName} is missing, which "npm run backup" writes last`,
    );
  const { data, error } = manifestSchema.safeParse(parseJson(text));
  if (data) return data;
  const [issue] = error.issues;
  throw new RefusedError(
    `${join(directory, manifestName)} is damaged, or from a newer version: ${issue?.path.join('.') || 'the file'} is not as expected (${issue?.message})`,
  );
}
