import { hash, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Clock } from '../../platform/clock/clock.ts';
import { isDue } from '../../platform/database/is-due.ts';
import { postWebhook } from '../../platform/http/webhook.ts';
import type { Log } from '../../platform/log/log.ts';
import { isoAfter } from '../../shared/iso-time.ts';
import type { PurgeTables } from './tables.ts';

/** The purge endpoint of a CDN. */
export interface PurgeTarget {
  readonly url: string;
  /** `whsec_…`, where the receiver verifies Standard Webhooks. */
  readonly secret: string | undefined;
  /** A header that authenticates us to the CDN. */
  readonly header: { readonly name: string; readonly value: string } | undefined;
  /** JSON that replaces our own message. */
  readonly body: string | undefined;
}

/** The tag of every page and list in the headers for partial purges (`Cache-Tag`, `Surrogate-Key`). */
export const pageTag = 'page';

/** Changes of several instances or files within this time of each other share one purge. */
const quietMs = 5000;
/** Maximum time until a purge while changes follow each other without a pause. */
const maxWaitMs = 60_000;
/** Interval between checks of a pending purge. */
const checkMs = 1000;
/** Longer than the timeout of a request. */
const leaseMs = 30_000;
/** The first pause after a failure; each further pause is twice the one before. */
const firstPauseMs = 5000;
const maxPauseMs = 10 * 60_000;

export type Purge = ReturnType<typeof createPurge>;

interface PurgeOptions {
  readonly target: PurgeTarget;
  readonly db: Kysely<PurgeTables>;
  /** The public origin, for the message. */
  readonly siteUrl: string;
  readonly clock: Clock;
  readonly log: Log;
}

/** Purges all pages from a CDN, once for each change: the request is stored in the database and sent once all instances are quiet. */
export function createPurge(options: PurgeOptions) {
  const { db, log } = options;
  /** A change that is not in the database yet. */
  let unsaved: string | undefined;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve(true);

  async function work(): Promise<boolean> {
    try {
      if (unsaved !== undefined) {
        const version = unsaved;
        await save(version, options);
        if (unsaved === version) unsaved = undefined;
      }
      await purgeIfDue(options);
      const waiting = await db.selectFrom('cdn_purge').select('id').where(isWaiting).executeTakeFirst();
      return waiting === undefined && unsaved === undefined;
    } catch (error) {
      log.debug('the purge of the CDN waits for the database', { error });
      return false;
    }
  }

  /** Sends the request if it is due and no other instance sends it. Never rejects. @returns whether nothing is pending any more */
  const runOnce = () => {
    running = running.then(work);
    return running;
  };

  function watch(): void {
    timer ??= setInterval(async () => {
      if (!(await runOnce())) return;
      clearInterval(timer);
      timer = undefined;
    }, checkMs).unref();
  }

  return {
    /** Records a change of the content. Never rejects. @param version of the content */
    async request(version: string): Promise<void> {
      unsaved = version;
      watch();
      await runOnce();
    },
    runOnce,
    /** Stops waiting. Another instance, or this one after its next start, sends a pending request. */
    async stop(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}

/** Whether no request has succeeded for the last change. */
const isWaiting = sql<boolean>`(purged_at IS NULL OR purged_at <> requested_at)`;

/** Stores that all pages have changed. */
async function save(version: string, { db, clock }: PurgeOptions): Promise<void> {
  const now = clock.now().toISOString();
  await db
    .insertInto('cdn_purge')
    .values({ id: 1, version, requested_at: now, waiting_since: now, next_attempt_at: now, attempts: 0 })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        version,
        requested_at: now,
        waiting_since: sql`CASE WHEN cdn_purge.purged_at = cdn_purge.requested_at THEN excluded.waiting_since ELSE cdn_purge.waiting_since END`,
      }),
    )
    .execute();
}

/** Leases the request if it is due and no other process has leased it. */
async function lease({ db, clock }: PurgeOptions) {
  const now = clock.now();
  const latest = isoAfter(now, maxPauseMs);
  return db
    .updateTable('cdn_purge')
    .set({ lease: randomUUID(), leased_until: isoAfter(now, leaseMs) })
    .where(isWaiting)
    .where((where) =>
      where.or([
        isDue('requested_at', isoAfter(now, -quietMs), isoAfter(now, maxWaitMs - quietMs)),
        where('waiting_since', '<=', isoAfter(now, -maxWaitMs)),
      ]),
    )
    .where(isDue('next_attempt_at', now.toISOString(), latest))
    .where((where) => where.or([where('leased_until', 'is', null), isDue('leased_until', now.toISOString(), latest)]))
    .returning(['version', 'requested_at', 'attempts', 'lease'])
    .executeTakeFirst();
}

async function call(version: string, requestedAt: string, options: PurgeOptions): Promise<void> {
  const { target, siteUrl, clock } = options;
  const data = { version, url: siteUrl, tag: pageTag };
  const message = { type: 'content.published', timestamp: requestedAt, data };
  const body = target.body ?? JSON.stringify(message);
  // The same id for each attempt.
  const id = hash('sha256', `${version} ${requestedAt}`, 'hex').slice(0, 32);
  const headers = target.header ? { [target.header.name]: target.header.value } : {};
  const { url, secret } = target;
  await postWebhook({ url, secret, id, body, userAgent: 'website-purge', headers, now: clock.now() });
}

/** Sends the request if it is due and no other instance sends it. */
async function purgeIfDue(options: PurgeOptions): Promise<void> {
  const { db, clock, log } = options;
  const leased = await lease(options);
  if (!leased) return;
  const { version, requested_at, attempts, lease: id } = leased;
  const release = db.updateTable('cdn_purge').where('lease', '=', id);
  try {
    await call(version, requested_at, options);
    // A change that arrived meanwhile stays pending.
    await release
      .set({ purged_at: requested_at, waiting_since: sql`requested_at`, attempts: 0, lease: null, leased_until: null })
      .execute();
    log.info('the CDN has been purged', { version });
  } catch (error) {
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(attempts, 20), maxPauseMs);
    await release
      .set({ attempts: attempts + 1, next_attempt_at: isoAfter(clock.now(), pauseMs), lease: null, leased_until: null })
      .execute();
    const failures = attempts + 1;
    log.warn('the CDN could not be purged; the next attempt follows', { version, failures, pauseMs, error });
  }
}
