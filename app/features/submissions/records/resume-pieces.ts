import type { Kysely, Transaction } from 'kysely';
import type { DiskFileStore, FileStore, StagedFile } from '../../../platform/files/file-store.ts';
import type { SubmissionDatabase, SubmissionTables } from './tables.ts';

/** Bytes per row. A résumé of 6 MB has 24 rows; one or two of them are in memory at a time. */
export const pieceBytes = 256 * 1024;

export interface ResumeStore extends FileStore {
  /** Stores a file in the transaction of its record. Absent where files are outside the database: there `StagedFile.store` comes first. */
  readonly storeIn?: (transaction: Transaction<SubmissionTables>, name: string, staged: StagedFile) => Promise<void>;
  /** Moves claimed files of earlier versions from disk into the database; absent where files stay on disk. @returns how many */
  readonly adopt?: (claimed: Pick<ReadonlySet<string>, 'has'>) => Promise<number>;
}

/**
 * Stores résumés as rows of the database, for several instances without a shared folder.
 * @param options.disk this instance's own disk, for uploads until they are stored and for files of earlier versions
 */
export function createResumePieces(options: { database: SubmissionDatabase; disk: DiskFileStore }): ResumeStore {
  const { disk } = options;
  const { db } = options.database;
  async function isInDatabase(name: string): Promise<boolean> {
    return (await first(db).where('file', '=', name).executeTakeFirst()) !== undefined;
  }
  async function* content(name: string) {
    const isOnDisk = !(await isInDatabase(name)) && (await disk.has(name));
    yield* isOnDisk ? disk.content(name) : readPieces(db, name);
  }

  return {
    stage: disk.stage,
    createName: disk.createName,
    sweep: disk.sweep,
    storeIn: (transaction, name, staged) => insertPieces(transaction, name, staged.content()),
    pathOf: () => undefined,
    content,
    async checkOut(name) {
      const { path, discard } = await disk.stage(content(name));
      return { path, [Symbol.asyncDispose]: discard };
    },
    has: async (name) => (await isInDatabase(name)) || disk.has(name),
    async remove(name) {
      await db.deleteFrom('resume_pieces').where('file', '=', name).execute();
      await disk.remove(name);
    },
    async list() {
      const rows = await first(db).execute();
      return new Set(rows.map(({ file }) => file)).union(await disk.list());
    },
    async adopt(claimed) {
      let adopted = 0;
      for (const name of await disk.list()) {
        if (!claimed.has(name)) continue;
        await db.transaction().execute(async (transaction) => {
          // Of two instances on one folder the second waits here for the first and then has nothing to do.
          await transaction
            .selectFrom('submissions')
            .select('id')
            .where('resume_file', '=', name)
            .forUpdate()
            .executeTakeFirst();
          const isStored = await first(transaction).where('file', '=', name).executeTakeFirst();
          if (!isStored) await insertPieces(transaction, name, disk.content(name));
        });
        await disk.remove(name);
        adopted += 1;
      }
      return adopted;
    },
  };
}

const first = (db: Kysely<SubmissionTables>) => db.selectFrom('resume_pieces').select('file').where('piece', '=', 0);

/** Stores a file in pieces. @param content in chunks of any size */
export async function insertPieces(
  transaction: Transaction<SubmissionTables>,
  file: string,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  let piece = 0;
  for await (const bytes of inPieces(content)) {
    await transaction.insertInto('resume_pieces').values({ file, piece, bytes }).execute();
    piece += 1;
  }
}

/** Yields at least one piece, an empty one where there is no content. */
async function* inPieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let buffer = Buffer.allocUnsafe(pieceBytes);
  let used = 0;
  let isFirst = true;
  for await (const chunk of content) {
    for (let from = 0; from < chunk.byteLength; ) {
      const part = chunk.subarray(from, from + pieceBytes - used);
      buffer.set(part, used);
      used += part.byteLength;
      from += part.byteLength;
      if (used < pieceBytes) continue;
      yield buffer;
      isFirst = false;
      // The driver may still be sending the previous buffer.
      buffer = Buffer.allocUnsafe(pieceBytes);
      used = 0;
    }
  }
  if (used > 0 || isFirst) yield buffer.subarray(0, used);
}

/**
 * Reads all pieces of a file, each with a separate query, so that no connection waits for a slow reader.
 * @throws when there is no such file or it is erased meanwhile, so that no reader mistakes a part for the whole
 */
async function* readPieces(db: Kysely<SubmissionTables>, file: string): AsyncGenerator<Uint8Array> {
  const { last } = await db
    .selectFrom('resume_pieces')
    .select(({ fn }) => fn.max('piece').as('last'))
    .where('file', '=', file)
    .executeTakeFirstOrThrow();
  if (last === null) throw new Error('The resume is not in the database');
  for (let piece = 0; piece <= last; piece += 1) {
    const row = await db
      .selectFrom('resume_pieces')
      .select('bytes')
      .where('file', '=', file)
      .where('piece', '=', piece)
      .executeTakeFirst();
    if (!row) throw new Error(`Piece ${piece} of a resume is missing from the database`);
    yield row.bytes;
  }
}
