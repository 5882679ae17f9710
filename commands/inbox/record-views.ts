import type { Note } from '../../app/features/submissions/records/follow-up.ts';
import { resumeFindings, type Submission } from '../../app/features/submissions/records/submission.ts';
import type { OutboxEntry } from '../../app/features/submissions/records/submission-store.ts';
import type { MailStatus } from '../../app/features/submissions/records/tables.ts';
import { siteForms } from '../../app/shared/forms/site-forms.ts';
import { isoMinute } from '../../app/shared/iso-time.ts';
import { count } from '../terminal/count.ts';
import { describeFacts } from '../terminal/describe-facts.ts';
import type { Paint } from '../terminal/paint.ts';
import { relativeTime } from '../terminal/relative-time.ts';
import type { Column } from '../terminal/table.ts';
import { onOneLine, printable } from '../terminal/visible-text.ts';

/** A record with its mail, notes and retention. */
export interface ListedRecord {
  readonly submission: Submission;
  readonly mails: readonly OutboxEntry[];
  /** Oldest first. */
  readonly notes: readonly Note[];
  /** Undefined where only an erasure removes it. */
  readonly retainedUntil: Date | undefined;
}

/** Mail statuses, those that need attention first. */
const mailStatuses: readonly MailStatus[] = ['dead', 'queued', 'held', 'sent'];

/** Returns the most urgent status of a record's mail to the company; empty where there is none. */
function mailStatusOf({ mails }: ListedRecord): MailStatus | '' {
  const notifications = mails.filter(({ kind }) => kind === 'notification');
  return mailStatuses.find((status) => notifications.some((mail) => mail.status === status)) ?? '';
}

/** Columns of the list of records. @param now the present, for relative times */
export function recordColumns(paint: Paint, now: Date): Column<ListedRecord>[] {
  const retention = (record: ListedRecord) => {
    const { retainedUntil } = record;
    if (!retainedUntil) return 'erased';
    if (retainedUntil > now) return relativeTime(retainedUntil, now);
    const mail = mailStatusOf(record);
    return mail === 'dead' || mail === 'queued' ? 'its mail is sent' : 'now';
  };
  return [
    { title: 'ID', cell: ({ submission }) => submission.id },
    { title: 'RECEIVED (UTC)', cell: ({ submission }) => isoMinute(submission.receivedAt), expendable: 3 },
    { title: 'KIND', cell: ({ submission }) => submission.kind },
    {
      title: 'STATUS',
      cell: ({ submission }) => `${stateOf(submission)}${isCautioned(submission) ? ', caution' : ''}`,
      paint: (text, { submission }) =>
        submission.status === 'spam' || isCautioned(submission) ? paint('yellow', text) : text,
    },
    {
      title: 'MAIL',
      cell: mailStatusOf,
      expendable: 2,
      paint: (text, row) => (mailStatusOf(row) === 'dead' ? paint('red', text) : text),
    },
    { title: 'KEPT UNTIL', cell: retention, expendable: 5, paint: (text) => paint('dim', text) },
    { title: 'NAME', cell: ({ submission }) => onOneLine(submission.fields.name ?? ''), narrowest: 12 },
    {
      title: 'E-MAIL',
      cell: ({ submission }) => onOneLine(submission.fields.email ?? ''),
      narrowest: 12,
      expendable: 1,
    },
    {
      title: 'ABOUT',
      // Another release may have stored the record of a form that this one does not have.
      cell: ({ submission: { kind, fields } }) => onOneLine(fields[siteForms[kind]?.about] ?? ''),
      narrowest: 12,
      expendable: 4,
    },
  ];
}

const stateOf = ({ status, answeredAt }: Submission) =>
  status === 'received' && answeredAt !== undefined ? 'answered' : status;

/** Whether there are reasons to open the résumé with care. */
const isCautioned = ({ resume }: Submission) => resume !== undefined && resumeFindings(resume).length > 0;

/** Describes a record with all its fields. @param resumePath path of its résumé */
export function describeRecord(
  { submission, mails, notes, retainedUntil }: ListedRecord,
  resumePath: string | undefined,
  { paint, now }: { paint: Paint; now: Date },
): string {
  const { id, kind, status, spamReason, receivedAt, answeredAt, fields, resume } = submission;
  const facts: [string, string | undefined][] = [
    ['id', id],
    ['kind', kind],
    ['status', status],
    ['spam_reason', spamReason],
    ['received_at', receivedAt],
    ['answered_at', answeredAt],
    ['kept_until', retainedUntil ? `${retainedUntil.toISOString()} (${relativeTime(retainedUntil, now)})` : 'erased'],
    ...Object.entries(fields).map(([name, value]): [string, string] => [printable(name), printable(value)]),
  ];
  if (resume && resumePath)
    facts.push(
      ['resume', `${printable(resume.name)} (${count(resume.bytes, 'byte')})`],
      ['resume_file', resumePath],
      ['resume_sha256', resume.sha256],
      ['resume_scan', resume.scan],
      ...resumeFindings(resume).map((finding): [string, string] => [
        'caution',
        paint('yellow', `This resume ${finding}.`),
      ]),
    );
  for (const { notedAt, text } of notes) facts.push(['note', `${isoMinute(notedAt)} UTC: ${printable(text)}`]);
  for (const mail of mails) {
    const next = mail.status === 'queued' ? `, next attempt ${mail.nextAttemptAt}` : '';
    const error = mail.lastError ? `, last error: ${mail.lastError}` : '';
    facts.push([
      mail.kind,
      `${printable(mail.recipient)}: ${mail.status}, ${count(mail.attempts, 'failure')}${next}${error}`,
    ]);
  }
  return describeFacts(facts, paint);
}
