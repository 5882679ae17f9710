import type { Transaction } from 'kysely';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { isoMinute } from '../../../shared/iso-time.ts';
import type { SubmissionTables } from '../records/tables.ts';
import { composeMail } from './compose-mail.ts';
import type { Letterhead } from './letterhead.ts';
import type { MailBody } from './mail-body.ts';
import type { ContentNotice, LeasedNotice } from './outbox.ts';
import { queueMessages } from './queue-mail.ts';

/** Problems that one mail names; the command shows all. */
const maxProblems = 20;
/** Characters of one problem: it quotes the file. */
const maxProblemLength = 500;

/** Queues mail about the content for one mailbox. Earlier such mail is removed unless it is leased: only the latest state matters. */
export async function queueContentNotice(
  transaction: Transaction<SubmissionTables>,
  { recipient, notice, now }: { recipient: string; notice: ContentNotice; now: Date },
): Promise<void> {
  // Leased mail stays: its worker records the outcome.
  await transaction
    .deleteFrom('outbox')
    .where('kind', '=', 'content')
    .where((where) => where.or([where('status', '<>', 'queued'), where('lease', 'is', null)]))
    .execute();
  const content = { notice: JSON.stringify(notice), noticed_at: now.toISOString() };
  await queueMessages(transaction, [{ submission_id: null, kind: 'content', recipient, now, ...content }]);
}

/** Composes the mail about refused content, or about content that is valid again. */
export function composeContentNotice({ id, recipient, notice }: LeasedNotice, letterhead: Letterhead): Mail {
  const { refusedBy, since, problems } = notice;
  const isRefused = refusedBy !== undefined;
  const subject = isRefused ? `Content refused: ${namesOfFiles(problems)}` : 'Content is valid again';
  const shown = problems.slice(0, maxProblems).map(shortened);
  const more = problems.length - shown.length;
  const text = isRefused
    ? 'The site still shows the last valid content; the change is not visible.'
    : 'The site shows the content as it is in its files.';
  const quote = [...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n');
  const body: MailBody = {
    preheader: isRefused ? (shown[0] ?? '') : text,
    heading: isRefused ? 'A change of the website’s content was refused.' : 'The website’s content is valid again.',
    blocks: [{ type: 'paragraph', text }, ...(isRefused ? [{ type: 'quote', text: quote } as const] : [])],
    footnotes: [
      `${isRefused ? 'Refused' : 'Valid'} since ${isoMinute(since)} UTC`,
      ...(isRefused ? [`Server: ${refusedBy}`] : []),
      'On the server, "npm run content:status" shows the current state.',
    ],
  };
  return composeMail({ id, recipient, date: since, subject, body, replyTo: letterhead.from }, letterhead);
}

/** Names the first file with a problem and the number of further files. */
function namesOfFiles(problems: readonly string[]): string {
  const [first = '', ...others] = new Set(problems.map((problem) => problem.split(/[:\s]/u)[0] ?? ''));
  const file = shortened(first).replace(/\p{C}/gu, '');
  return others.length > 0 ? `${file} and ${others.length} more` : file;
}

const shortened = (problem: string) =>
  problem.length > maxProblemLength ? `${problem.slice(0, maxProblemLength)}…` : problem;
