import { hash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { queueContentNotice } from '../../features/submissions/mail/content-notice.ts';
import type { SubmissionDatabase, SubmissionTables } from '../../features/submissions/records/tables.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type ContentProblem, describeProblem, inFile, maxStoredProblems } from '../../platform/content/problem.ts';
import { dayMs, isoAfter } from '../../shared/iso-time.ts';

/** How often an instance reports that it is running, ms. */
export const reportEveryMs = 60_000;

/** Time without a report after which an instance counts as stopped, ms. */
export const staleAfterMs = 3 * reportEveryMs;

/** How long a state must last before a mail reports it, ms: several states follow each other while files are copied. */
export const settledAfterMs = 10_000;

/** Time after which stopped instances are deleted, ms. */
const forgottenAfterMs = dayMs;

const problemsSchema = z.array(
  z.object({ file: z.string(), line: z.int().optional(), field: z.string().optional(), message: z.string() }),
);

export interface InstanceStatus {
  /** Host and port. */
  readonly name: string;
  /** The live content; undefined if it was refused at the start. */
  readonly live: { readonly version: string; readonly since: Date } | undefined;
  /** The refused change in the content directory, if any. */
  readonly refused: { readonly since: Date; readonly problems: readonly ContentProblem[] } | undefined;
}

/** The last report of an instance. */
export interface ReportedStatus extends InstanceStatus {
  readonly seen: Date;
  readonly isRunning: boolean;
}

export type ContentStatusStore = ReturnType<typeof createContentStatusStore>;

/** Stores the content status of all instances on one database, and which state was last mailed. */
export function createContentStatusStore({ database, clock }: { database: SubmissionDatabase; clock: Clock }) {
  const { db } = database;
  const openedAt = clock.now();
  return {
    /**
     * Stores the report of an instance. @throws while the database cannot be written
     * @param webmaster mailbox that gets a mail if the state of all instances differs from that of the last mail
     * @param isSettled whether the state has lasted long enough for a mail
     */
    async report(
      status: InstanceStatus,
      { webmaster, isSettled }: { webmaster: string | undefined; isSettled: boolean },
    ): Promise<void> {
      const now = clock.now();
      await db.transaction().execute(async (transaction) => {
        // The update locks the row, so that of two concurrent reports the second sees the decision of the first.
        const { refused_key: notified } = await transaction
          .updateTable('content_notified')
          .set(({ ref }) => ({ refused_key: ref('refused_key') }))
          .where('id', '=', 1)
          .returning('refused_key')
          .executeTakeFirstOrThrow();
        await storeStatus(transaction, status, now);
        if (isSettled) await decide(transaction, { name: status.name, notified, webmaster, now });
      });
    },

    /** Returns another instance that runs on a database for one server, after the minute in which a restart may overlap with it. */
    async otherThan(name: string): Promise<string | undefined> {
      if (database.isShared) return undefined;
      const other = await db
        .selectFrom('content_instances')
        .select('name')
        .where('name', '!=', name)
        .where('seen_at', '>', isoAfter(openedAt, reportEveryMs))
        .executeTakeFirst();
      return other?.name;
    },

    /** Returns every instance of the last day, sorted by name. */
    async read(): Promise<ReportedStatus[]> {
      const rows = await db.selectFrom('content_instances').selectAll().orderBy('name').execute();
      return rows.map((row) => ({
        name: row.name,
        live:
          row.version === null || row.live_since === null
            ? undefined
            : { version: row.version, since: new Date(row.live_since) },
        refused:
          row.refused === null || row.refused_since === null
            ? undefined
            : { since: new Date(row.refused_since), problems: problemsSchema.parse(JSON.parse(row.refused)) },
        seen: new Date(row.seen_at),
        isRunning: row.version !== null && clock.now().getTime() - Date.parse(row.seen_at) < staleAfterMs,
      }));
    },
  };
}

async function storeStatus(
  transaction: Transaction<SubmissionTables>,
  { name, live, refused }: InstanceStatus,
  now: Date,
): Promise<void> {
  const before = await transaction
    .selectFrom('content_instances')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
  const key = refused ? keyOf(refused.problems) : null;
  // A restart with the same content, or with the same problems, does not begin a new state.
  const liveSince = before?.version === live?.version ? (before?.live_since ?? null) : null;
  const refusedSince = before?.refused_key === key ? (before?.refused_since ?? null) : null;
  const row = {
    version: live?.version ?? null,
    live_since: liveSince ?? live?.since.toISOString() ?? null,
    refused: refused
      ? JSON.stringify(
          refused.problems
            .slice(0, maxStoredProblems)
            .map((problem) => ({ ...problem, message: inFile(problem.message) })),
        )
      : null,
    refused_since: refusedSince ?? refused?.since.toISOString() ?? null,
    refused_key: key,
    seen_at: now.toISOString(),
  };
  await transaction
    .insertInto('content_instances')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  await transaction
    .deleteFrom('content_instances')
    // An instance whose clock was ahead would count as running until the clock is there again.
    .where((where) =>
      where.or([
        where('seen_at', '<', isoAfter(now, -forgottenAfterMs)),
        where('seen_at', '>', isoAfter(now, forgottenAfterMs)),
      ]),
    )
    .execute();
}

/** Queues a mail if the running instances refuse another change than the last mail reported, or none any more. */
async function decide(
  transaction: Transaction<SubmissionTables>,
  { name, notified, webmaster, now }: { name: string; notified: string; webmaster: string | undefined; now: Date },
): Promise<void> {
  const refusing = await transaction
    .selectFrom('content_instances')
    .select(['name', 'refused', 'refused_since', 'refused_key'])
    .where('refused_key', 'is not', null)
    .where('seen_at', '>', isoAfter(now, -staleAfterMs))
    .orderBy('refused_since', 'desc')
    .orderBy('name')
    .execute();
  // An instance with a newer state decides when that has settled.
  const unsettled = isoAfter(now, -settledAfterMs);
  if (refusing.some((row) => row.name !== name && (row.refused_since ?? '') > unsettled)) return;
  // As long as one instance refuses the reported change, another one that is still behind does not begin a new state.
  const [latest] = refusing.some((row) => row.refused_key === notified)
    ? refusing.filter((row) => row.refused_key === notified)
    : refusing;
  const key = latest?.refused_key ?? '';
  if (key === notified) return;
  await transaction.updateTable('content_notified').set({ refused_key: key }).where('id', '=', 1).execute();
  if (webmaster === undefined) return;
  const notice = latest
    ? {
        refusedBy: latest.name,
        since: latest.refused_since ?? now.toISOString(),
        problems: problemsSchema.parse(JSON.parse(latest.refused ?? '[]')).map(describeProblem),
      }
    : { refusedBy: undefined, since: now.toISOString(), problems: [] };
  await queueContentNotice(transaction, { recipient: webmaster, notice, now });
}

/** Identifies a list of problems. Excludes lines, so that an edit above a problem does not begin a new state. */
const keyOf = (problems: readonly ContentProblem[]) =>
  hash('sha256', JSON.stringify(problems.map(({ file, field, message }) => [file, field, inFile(message)])), 'hex');
