import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasPostgres } from '../../../platform/database/postgres.fixture.ts';
import { createSharedDatabase } from '../../../platform/database/shared-postgres.fixture.ts';
import { application, createTestSubmissions, enquiry, type TestSubmissions } from '../submissions.fixture.ts';
import { insertPieces, pieceBytes } from './resume-pieces.ts';
import { createSubmissionId, type Submission } from './submission.ts';

let harness: TestSubmissions;

/** Returns a PDF of a size, each piece of which differs. */
function pdfOf(bytes: number): Buffer<ArrayBuffer> {
  const content = Buffer.alloc(bytes, '%PDF-1.7\n');
  for (let at = 16; at < bytes; at += 1000) content.writeUInt32BE(at, Math.min(at, bytes - 4));
  return content;
}

describe.runIf(hasPostgres)('with PostgreSQL', () => {
  beforeEach(async () => {
    const databaseUrl = await createSharedDatabase();
    harness = createTestSubmissions(databaseUrl ? { databaseUrl } : {});
  });
  afterEach(() => harness?.close());

  const newest = async () => (await harness.store.list({}, { limit: 1 }))[0];
  const apply = (bytes: Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
    harness.apply({}, { bytes }, headers);
  const pieces = async () => {
    const { db } = harness.database;
    return db.selectFrom('resume_pieces').select(['file', 'piece']).orderBy('piece').execute();
  };

  test('stores a resume with its record, and nothing on disk', async () => {
    const resume = pdfOf(3 * pieceBytes + 5);
    expect(await apply(resume)).toMatchObject({ status: 200 });
    const record = await newest();
    expect((await pieces()).map(({ piece }) => piece)).toEqual([0, 1, 2, 3]);
    expect((await harness.readResume(record)).equals(resume)).toBe(true);
    expect(existsSync(join(harness.directory, 'resumes'))).toBe(false);
    expect(await harness.files.list()).toEqual(new Set([record?.resume?.file]));
    expect((await harness.pendingResumes.all()).size).toBe(0);

    await harness.submissions.deliver();
    const [mail = ''] = harness.list('mail');
    const raw = readFile(join('mail', mail));
    const [, attached = ''] = /filename=resume-[\w-]+\.pdf\r?\n\r?\n([\w+/=\r\n]+)/u.exec(raw) ?? [];
    expect(Buffer.from(attached, 'base64').equals(resume)).toBe(true);
    // The copy for the mail has been removed.
    expect(harness.list('incoming')).toEqual([]);

    await harness.runHousekeeping();
    expect(harness.lines.join('')).not.toMatch(/missing|belong to no record/u);
    expect(await harness.erasures.erase(application.email)).toMatchObject({ records: 1, resumes: 1 });
    expect(await pieces()).toEqual([]);
  });

  test('reads a resume of an earlier version from disk and moves it into the database', async () => {
    await apply(pdfOf(pieceBytes + 1));
    const record = await newest();
    const file = record?.resume?.file ?? '';
    const resume = await harness.readResume(record);
    await harness.files.remove(file);
    mkdirSync(join(harness.directory, 'resumes'));
    for (const name of [file, 'unknown.pdf']) writeFileSync(join(harness.directory, 'resumes', name), resume);
    expect(await harness.files.has(file)).toBe(true);
    expect((await harness.readResume(record)).equals(resume)).toBe(true);
    await harness.runHousekeeping();
    expect(await pieces()).toEqual([
      { file, piece: 0 },
      { file, piece: 1 },
    ]);
    expect((await harness.readResume(record)).equals(resume)).toBe(true);
    expect(harness.list('resumes')).toEqual(['unknown.pdf']);
    expect(harness.lines.join('')).toMatch(/belong to no record/u);
    expect(harness.lines.join('')).not.toMatch(/are missing/u);
  });

  test('stores a record once for a repeated Idempotency-Key', async () => {
    const resume = pdfOf(pieceBytes);
    const key = { 'idempotency-key': 'key' };
    const statuses = await Promise.all(Array.from({ length: 4 }, async () => (await apply(resume, key)).status));
    expect(statuses).toEqual([200, 200, 200, 200]);
    expect(await pieces()).toHaveLength(1);
  });

  test('leaves neither record nor pieces after a failed transaction', async () => {
    const file = harness.files.createName('pdf');
    const record: Submission = {
      id: createSubmissionId(harness.clock.now()),
      kind: 'application',
      status: 'received',
      receivedAt: harness.clock.now().toISOString(),
      fields: enquiry,
      resume: { file, name: 'cv.pdf', bytes: 6, sha256: 'a'.repeat(64) },
    };
    const broken = async function* () {
      yield Buffer.alloc(pieceBytes);
      throw new Error('the disk is gone');
    };
    await expect(
      harness.store.accept(record, [], undefined, undefined, (transaction) =>
        insertPieces(transaction, file, broken()),
      ),
    ).rejects.toThrow('the disk is gone');
    expect(await pieces()).toEqual([]);
    expect(await newest()).toBeUndefined();
  });

  test.each([0, 1, pieceBytes - 1, pieceBytes, pieceBytes + 1])('returns %d bytes unchanged', async (bytes) => {
    await apply(pdfOf(100));
    const file = (await newest())?.resume?.file ?? '';
    await harness.files.remove(file);
    expect(await harness.files.has(file)).toBe(false);
    const content = Buffer.alloc(bytes, 'content');
    const inChunks = async function* () {
      for (let at = 0; at < bytes; at += 100_000) yield content.subarray(at, at + 100_000);
    };
    const { db } = harness.database;
    await db.transaction().execute((transaction) => insertPieces(transaction, file, inChunks()));
    expect(await harness.files.has(file)).toBe(true);
    expect((await pieces()).length).toBe(Math.max(1, Math.ceil(bytes / pieceBytes)));
    expect(Buffer.concat(await Array.fromAsync(harness.files.content(file))).equals(content)).toBe(true);
  });

  test('throws for a resume that is missing or erased while it is read', async () => {
    await apply(pdfOf(2 * pieceBytes));
    const file = (await newest())?.resume?.file ?? '';
    const content = harness.files.content(file)[Symbol.asyncIterator]();
    expect((await content.next()).value).toHaveLength(pieceBytes);
    await harness.files.remove(file);
    await expect(content.next()).rejects.toThrow('Piece 1 of a resume is missing');
    await expect(Array.fromAsync(harness.files.content(file))).rejects.toThrow('not in the database');
  });

  test('repeats an erasure after restoring an older dump, from the ledger of the database or any instance’s copy', async () => {
    await apply(pdfOf(100));
    const record = await newest();
    await harness.erasures.erase(application.email);
    const { db } = harness.database;
    const restore = async () => {
      await db.deleteFrom('erasures').execute();
      await harness.store.accept({ ...(record as Submission), resume: undefined }, []);
    };

    // This instance has a new disk.
    rmSync(join(harness.directory, 'erasures'), { recursive: true });
    await restore();
    await harness.erasures.repeat();
    expect(await newest()).toBeUndefined();
    expect(readdirSync(join(harness.directory, 'erasures'))).toHaveLength(1);

    // The dump is from before the erasure.
    await db.deleteFrom('erasure_ledger').execute();
    await restore();
    await harness.erasures.repeat();
    expect(await newest()).toBeUndefined();
    expect(await db.selectFrom('erasure_ledger').selectAll().execute()).toHaveLength(1);

    await harness.erasures.forgetBefore(new Date(harness.clock.now().getTime() + 1));
    expect(await harness.ledger.names()).toEqual([]);
    expect(harness.list('erasures')).toEqual([]);
  });
});

const readFile = (name: string) => readFileSync(join(harness.directory, name), 'utf8');
