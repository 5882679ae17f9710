import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { VirusScanner } from '../../platform/antivirus/virus-scanner.ts';
import type { Clock } from '../../platform/clock/clock.ts';
import type { Journal } from '../../platform/files/journal.ts';
import { createRateLimiter, type Limit } from '../../platform/http/rate-limit.ts';
import type { Log } from '../../platform/log/log.ts';
import type { MailFiles } from '../../platform/mail/eml-directory.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { SubmissionKind } from '../../shared/forms/site-forms.ts';
import type { Letterhead } from './mail/letterhead.ts';
import { createMailCourier } from './mail/mail-courier.ts';
import { Outbox, type OutboxState } from './mail/outbox.ts';
import { createOutboxWorker, reasonOf } from './mail/outbox-worker.ts';
import { type PrivacyRequestCounts, PrivacyRequests } from './privacy/privacy-requests.ts';
import { createFormTokens } from './protection/form-token.ts';
import { createProofOfWork } from './protection/proof-of-work.ts';
import { createSharedKeys } from './protection/shared-keys.ts';
import { createSharedRateLimiter } from './protection/shared-rate-limit.ts';
import { createSubmissionHandler } from './receiving/receive-submission.ts';
import { rescanResumes } from './receiving/rescan-resumes.ts';
import { createResumeInspector } from './receiving/resume/resume-inspector.ts';
import { createClockCheck } from './records/clock-check.ts';
import { createErasures } from './records/erasures.ts';
import { createHousekeeping } from './records/housekeeping.ts';
import { createPendingResumes } from './records/pending-resumes.ts';
import type { ResumeStore } from './records/resume-pieces.ts';
import type { RetentionDays } from './records/retention.ts';
import { SubmissionStore } from './records/submission-store.ts';
import type { SpamReason, SubmissionDatabase } from './records/tables.ts';
import type { Submissions } from './submissions.ts';
import { createOpenResume } from './webhook/open-resume.ts';
import { createResumeLinks, type ResumeLinks } from './webhook/resume-links.ts';
import { createWebhookCourier, type WebhookTarget } from './webhook/webhook-courier.ts';

export interface SubmissionsOptions {
  readonly database: SubmissionDatabase;
  readonly files: ResumeStore;
  readonly mailer: Mailer;
  readonly mailFiles: MailFiles;
  /** The ledger of erasures. */
  readonly ledger: Journal;
  readonly clock: Clock;
  readonly log: Log;
  /** Submissions per client address; undefined for no limit. */
  readonly limit: Limit | undefined;
  /** Mailbox to notify of a submission; called for each attempt, because content may change. */
  readonly recipientOf: (kind: SubmissionKind) => string;
  /** Whether visitors get an acknowledgement by e-mail. */
  readonly acknowledge: boolean;
  readonly letterhead: () => Letterhead;
  /** Scans résumés for viruses; undefined where scanning is off. */
  readonly scanner?: VirusScanner | undefined;
  readonly retentionDays: RetentionDays;
  /** Another system that receives each record; undefined where there is none. */
  readonly webhook?: WebhookTarget | undefined;
  /** Whether a submission without a proof of work counts as spam. */
  readonly proofOfWork?: boolean;
  /** Receives each new record's kind, and why it counts as spam, for the metrics of the process. */
  readonly onStored?: ((kind: SubmissionKind, spam: SpamReason | undefined) => void) | undefined;
}

/** Submissions with their background work. */
export interface RunningSubmissions extends Submissions {
  /** Whether a submission could be stored now. Never rejects. */
  isReady(): Promise<boolean>;
  /** Sends messages that are due and waits for them. */
  deliver(): Promise<void>;
  /** Counts undelivered mail, for the metrics of the process. @throws when the database cannot be read */
  outboxState(): Promise<OutboxState[]>;
  /** Counts open privacy requests, for the metrics of the process. @throws when the database cannot be read */
  privacyRequestCounts(): Promise<PrivacyRequestCounts>;
  /** Starts sending mail and running housekeeping. */
  start(): void;
  /** Waits for mail under way and closes the database. Call it when no request is in flight. */
  stop(): Promise<void>;
}

const housekeepingMs = 5 * 60_000;

/** Composes the stores of records, and what removes records from them. */
export function createRecords(options: SubmissionsOptions) {
  const { database, clock, acknowledge, webhook } = options;
  const store = new SubmissionStore({ database, clock, acknowledge, hasWebhook: webhook !== undefined });
  const privacyRequests = new PrivacyRequests({ database, clock });
  const pendingResumes = createPendingResumes({ database, clock });
  const clockCheck = createClockCheck({ database, clock });
  const erasures = createErasures({ ...options, store });
  const housekeeping = createHousekeeping({
    ...options,
    store,
    erasures,
    privacyRequests,
    pendingResumes,
    clockCheck,
  });
  return { store, privacyRequests, pendingResumes, clockCheck, erasures, housekeeping };
}

/** Composes the parts of submissions. Background work begins with `start`; requests may come before. */
export function createSubmissions(options: SubmissionsOptions): RunningSubmissions {
  const { database, files, clock, log, limit, scanner } = options;
  const keys = createSharedKeys(database);
  const tokens = createFormTokens({ keys, clock });
  const proofs = options.proofOfWork ? createProofOfWork({ keys }) : undefined;
  const records = createRecords(options);
  const { store, pendingResumes, privacyRequests } = records;
  const inspector = createResumeInspector({ log });
  const outbox = new Outbox({ database, clock });
  const links = createResumeLinks({ keys, clock, siteUrl: () => options.letterhead().siteUrl });
  const work = createBackgroundWork(options, { ...records, outbox, links });

  return {
    requiresProof: proofs !== undefined,
    receive: createSubmissionHandler({
      store,
      files,
      pendingResumes,
      limiter: database.isShared
        ? createSharedRateLimiter(limit, { database, keys, clock, log })
        : createRateLimiter(limit, clock),
      clock,
      inspector,
      scanner,
      tokens,
      proofs,
      recipientOf: options.recipientOf,
      onQueued: work.wake,
      onStored: options.onStored,
    }),
    async issueToken(form) {
      try {
        const token = await tokens.issue(form);
        return proofs ? { token, challenge: await proofs.challengeFor(token) } : { token };
      } catch (error) {
        log.warn('a form token could not be issued', { error });
        return undefined;
      }
    },
    isReady: () =>
      store.checkWritable().then(
        () => true,
        () => false,
      ),
    ...(options.webhook && { openResume: createOpenResume({ links, store, files }) }),
    deliver: work.deliver,
    // Messages to a webhook that was switched off are given up on purpose; an alert about them would never end.
    outboxState: async () => (await outbox.state()).filter(({ kind }) => kind !== 'webhook' || options.webhook),
    privacyRequestCounts: () => privacyRequests.counts(),
    start: work.start,
    async stop() {
      await work.stop();
      await inspector.end();
      await database.close();
    },
  };
}

/** Composes what runs next to the requests: the workers that send messages, and housekeeping. */
function createBackgroundWork(
  options: SubmissionsOptions,
  parts: ReturnType<typeof createRecords> & { outbox: Outbox; links: ResumeLinks },
) {
  const { database, files, mailFiles, mailer, clock, log, scanner, webhook: target } = options;
  const { store, erasures, housekeeping, outbox, links } = parts;
  /** The connection that the ledger of erasures was compared with. */
  let comparedWith: unknown;
  // After restoring a backup, even while the process runs, do not mail people who were erased since it was taken.
  const prepare = async () => {
    const connection = await database.open();
    if (connection === comparedWith) return;
    await erasures.repeat();
    comparedWith = connection;
  };
  const couriers = [
    createMailCourier({ ...options, hasWebhook: target !== undefined }),
    ...(target ? [createWebhookCourier({ target, links, clock })] : []),
  ];
  const workers = couriers.map((courier) => createOutboxWorker({ outbox, mailFiles, prepare, log, courier }));
  const ending = new AbortController();
  const { signal } = ending;
  const runHousekeeping = async () => {
    while (!signal.aborted) {
      try {
        await housekeeping.run();
        if (scanner) await rescanResumes({ store, files, scanner, log, signal });
      } catch (error) {
        log.warn('housekeeping failed; the next attempt follows', { error });
      }
      await pause(housekeepingMs, undefined, { signal }).catch(() => {});
    }
  };
  let housekeepingRuns: Promise<void> | undefined;
  return {
    wake() {
      for (const worker of workers) worker.wake();
    },
    async deliver() {
      await Promise.all(workers.map((worker) => worker.runOnce()));
    },
    start() {
      mailer.check?.().catch((error) => {
        log.warn('the mail server accepts no mail now; mail waits in the outbox', { reason: reasonOf(error) });
      });
      void scanner?.scan(Readable.from([])).then(({ verdict, ...details }) => {
        if (verdict === 'unavailable')
          log.warn('the virus scanner is unavailable now; resumes are accepted and scanned later', details);
      });
      for (const worker of workers) worker.start();
      housekeepingRuns = runHousekeeping();
    },
    async stop() {
      ending.abort();
      await Promise.all([housekeepingRuns, ...workers.map((worker) => worker.stop())]);
    },
  };
}
