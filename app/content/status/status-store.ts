import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { queueContentNotice } from '../../features/submissions/mail/content-notice.ts';
import type { SubmissionDatabase, SubmissionTables } from '../../features/submissions/records/tables.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import { type ContentProblem, describeProblem } from '../../platform/content/problem.ts';
import { dayMs } from '../../shared/iso-time.ts';

/** How often an instance says that it still runs, ms. */
export const reportEveryMs = 60_000;

/** An instance that has not been heard of for so long does not run any more, ms. */
export const goneAfterMs = 3 * reportEveryMs;

/**
 * A state is mailed about when it has stood for so long, ms: while files are copied, or an author corrects a slip, several come and
 * go.
 */
export const settledAfterMs = 10_000;

/** Instances that have gone are forgotten then, ms. */
const forgottenAfterMs = dayMs;

/** Problems stored for one instance: a wrong name in a shared file may cause one in every other file. */
const maxProblems = 200;

const problemsSchema = z.array(
  z.object({ file: z.string(), line: z.int().optional(), field: z.string().optional(), message: z.string() }),
);

/** What one instance shows of the content. */
export interface InstanceStatus {
  /** Host and port. */
  readonly name: string;
  /** What is live; undefined where the content was refused at the start, so that there is none. */
  readonly live: { readonly version: string; readonly since: Date } | undefined;
  /** What the directory holds in its place. */
  readonly refused: { readonly since: Date; readonly problems: readonly ContentProblem[] } | undefined;
}

/** The same as it was last reported. */
export interface ReportedStatus extends InstanceStatus {
  readonly seen: Date;
  readonly isRunning: boolean;
}

export type ContentStatusStore = ReturnType<typeof createContentStatusStore>;

/** What all instances on one database show of the content, and which of it was mailed about. */
export function createContentStatusStore({ database, clock }: { database: SubmissionDatabase; clock: Clock }) {
  return {
    /**
     * Stores what an instance shows, and lets it be known that it runs.
     * @param webmaster mailbox that gets a mail where the state of all instances is another one than that of the last mail;
     *   undefined where there is none
     * @param isSettled whether the state has stood long enough to be mailed about
     * @throws while the database cannot be written
     */
    async report(
      status: InstanceStatus,
      { webmaster, isSettled }: { webmaster: string | undefined; isSettled: boolean },
    ): Promise<void> {
      const db = await database.connect();
      const now = clock.now();
      await db.transaction().execute(async (transaction) => {
        // One instance after the other: of two that come at once the second sees what the first has decided.
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

    /** Every instance of the last day, in the order of their names. */
    async read(): Promise<ReportedStatus[]> {
      const db = await database.connect();
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
        isRunning: row.version !== null && clock.now().getTime() - Date.parse(row.seen_at) < goneAfterMs,
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
  // A restart with the same content, or with the same mistakes at its start, begins no new state.
  const liveSince = before?.version === live?.version ? (before?.live_since ?? null) : null;
  const refusedSince = before?.refused_key === key ? (before?.refused_since ?? null) : null;
  const row = {
    version: live?.version ?? null,
    live_since: liveSince ?? live?.since.toISOString() ?? null,
    refused: refused ? JSON.stringify(refused.problems.slice(0, maxProblems)) : null,
    refused_since: refusedSince ?? refused?.since.toISOString() ?? null,
    refused_key: key,
    seen_at: now.toISOString(),
  };
  await transaction
    .insertInto('content_instances')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute();
  await transaction.deleteFrom('content_instances').where('seen_at', '<', earlier(now, forgottenAfterMs)).execute();
}

/** Queues mail where the instances that run refuse something else than the last mail was about, or nothing any more. */
async function decide(
  transaction: Transaction<SubmissionTables>,
  { name, notified, webmaster, now }: { name: string; notified: string; webmaster: string | undefined; now: Date },
): Promise<void> {
  const refusing = await transaction
    .selectFrom('content_instances')
    .select(['name', 'refused', 'refused_since', 'refused_key'])
    .where('refused_key', 'is not', null)
    .where('seen_at', '>', earlier(now, goneAfterMs))
    .orderBy('refused_since', 'desc')
    .orderBy('name')
    .execute();
  // Another instance whose state is new decides when it has settled.
  const unsettled = earlier(now, settledAfterMs);
  if (refusing.some((row) => row.name !== name && (row.refused_since ?? '') > unsettled)) return;
  // While one of several refuses what was mailed about, another one that is still behind begins no new state.
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

/** The same for the same mistakes: a line that is added above them is no new state. */
const keyOf = (problems: readonly ContentProblem[]) =>
  createHash('sha256')
    .update(JSON.stringify(problems.map(({ file, field, message }) => [file, field, message])))
    .digest('hex');

const earlier = (now: Date, ms: number) => new Date(now.getTime() - ms).toISOString();
