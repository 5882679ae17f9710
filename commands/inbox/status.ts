import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { PrivacyRequests } from '../../app/features/submissions/privacy/privacy-requests.ts';
import type { ClockCheck } from '../../app/features/submissions/records/clock-check.ts';
import { expiryRules, type RetentionDays } from '../../app/features/submissions/records/retention.ts';
import type { SubmissionStore } from '../../app/features/submissions/records/submission-store.ts';
import type { MailKind, MailStatus, SubmissionStatus } from '../../app/features/submissions/records/tables.ts';
import { type SubmissionKind, submissionKinds } from '../../app/shared/forms/site-forms.ts';
import { isoMinute } from '../../app/shared/iso-time.ts';
import { count } from '../terminal/count.ts';
import { describeFacts } from '../terminal/describe-facts.ts';
import type { Paint } from '../terminal/paint.ts';
import { relativeTime } from '../terminal/relative-time.ts';
import { describeRequestCounts } from './request-views.ts';

export type InboxStatus = Awaited<ReturnType<typeof readStatus>>;

interface StatusOptions {
  readonly store: SubmissionStore;
  readonly requests: PrivacyRequests;
  readonly clockCheck: ClockCheck;
  readonly retentionDays: RetentionDays;
  readonly dataDirectory: string;
  readonly now: Date;
}

/** Counts records, mails and privacy requests, and reads the clock and the free space of the data directory. */
export async function readStatus(options: StatusOptions) {
  const { store, requests, clockCheck, retentionDays, dataDirectory, now } = options;
  const { records, mails, oldestUndelivered } = await store.summary();
  const recordsOf = (kind: SubmissionKind, status: SubmissionStatus) =>
    records.find((row) => row.kind === kind && row.status === status)?.count ?? 0;
  const mailsOf = (kind: MailKind) => {
    const of = (status: MailStatus) => mails.find((row) => row.kind === kind && row.status === status)?.count ?? 0;
    return { queued: of('queued'), dead: of('dead'), held: of('held'), sent: of('sent') };
  };
  // With those of forms that this release does not have.
  const kinds = [...new Set([...submissionKinds, ...records.map(({ kind }) => kind)])];
  let overdue = 0;
  for (const rule of expiryRules(retentionDays, now)) overdue += await store.countExpiredUndelivered(rule);
  const { open, dueSoon, overdue: late } = await requests.counts();
  const clock = await clockCheck.read();
  const { bsize, bavail, blocks } = await statfs(dataDirectory).catch(() => statfs(dirname(dataDirectory)));
  return {
    records: Object.fromEntries(
      kinds.map((kind) => [kind, { received: recordsOf(kind, 'received'), spam: recordsOf(kind, 'spam') }]),
    ) as Record<SubmissionKind, Record<SubmissionStatus, number>>,
    mail: {
      notification: mailsOf('notification'),
      acknowledgement: mailsOf('acknowledgement'),
      webhook: mailsOf('webhook'),
      content: mailsOf('content'),
    },
    /** The oldest record that the company has not been notified of. */
    oldest_undelivered: oldestUndelivered
      ? { id: oldestUndelivered.id, received_at: oldestUndelivered.receivedAt }
      : null,
    /** Records past their retention that stay because the company has not been notified of them. */
    overdue,
    /** Overdue requests do not count as due soon. */
    privacy_requests: { open, due_soon: dueSoon, overdue: late },
    /** Housekeeping erases nothing while the clock is days away from the last known time. */
    clock: {
      now: clock.now.toISOString(),
      last_known: clock.lastKnown?.toISOString() ?? null,
      is_plausible: clock.isPlausible,
    },
    data_directory: dataDirectory,
    free_bytes: bavail * bsize,
    total_bytes: blocks * bsize,
  };
}

/** Names of the counts of records. */
const titles: Readonly<Record<SubmissionKind, string> & Partial<Record<string, string>>> = {
  enquiry: 'Enquiries',
  application: 'Applications',
};

export function describeStatus(status: InboxStatus, { paint, now }: { paint: Paint; now: Date }): string {
  const { records, mail, oldest_undelivered: oldest, overdue, privacy_requests: requests } = status;
  const number = (value: number) => value.toLocaleString('en');
  const alarm = (value: number, text: string) => (value > 0 ? paint('red', text) : text);
  const recordLine = ({ received, spam }: Record<SubmissionStatus, number>) =>
    `${number(received)}, and ${number(spam)} spam`;
  const mailLine = ({ queued, dead, held, sent }: Record<MailStatus, number>, isLoud: boolean) =>
    [
      `${number(queued)} queued`,
      isLoud ? alarm(dead, `${number(dead)} dead`) : `${number(dead)} dead`,
      ...(isLoud ? [`${number(held)} held`] : []),
      `${number(sent)} sent`,
    ].join(', ');
  return describeFacts(
    [
      ...Object.entries(records).map(([kind, counts]) => [titles[kind] ?? kind, recordLine(counts)] as const),
      ['Notifications', mailLine(mail.notification, true)],
      ['Acknowledgements', mailLine(mail.acknowledgement, false)],
      [
        'About content',
        Object.values(mail.content).some((number) => number > 0) ? mailLine(mail.content, true) : undefined,
      ],
      ['Webhook', Object.values(mail.webhook).some((number) => number > 0) ? mailLine(mail.webhook, true) : undefined],
      [
        'Waiting longest',
        oldest ? `${oldest.id}, received ${relativeTime(new Date(oldest.received_at), now)}` : undefined,
      ],
      [
        'Overdue',
        overdue > 0
          ? alarm(overdue, `${count(overdue, 'record')} past the retention, because mail is undelivered`)
          : undefined,
      ],
      ['Privacy requests', describeRequestCounts({ ...requests, dueSoon: requests.due_soon }, paint) || undefined],
      [
        'Clock',
        status.clock.is_plausible
          ? undefined
          : paint(
              'red',
              `${isoMinute(status.clock.now)} UTC, days away from the last known time: nothing is erased by age; correct it, or confirm-clock`,
            ),
      ],
      ['Free', `${bytes(status.free_bytes)} of ${bytes(status.total_bytes)} on the disk of ${status.data_directory}`],
    ],
    paint,
  );
}

const bytes = (count: number) => (count < 1e9 ? `${(count / 1e6).toFixed(1)} MB` : `${(count / 1e9).toFixed(1)} GB`);
