import { extname } from 'node:path';
import type { Mail } from '../../../platform/mail/mailer.ts';
import { textFields } from '../../../shared/forms/form.ts';
import { siteForms } from '../../../shared/forms/site-forms.ts';
import { isoAfter, isoMinute } from '../../../shared/iso-time.ts';
import { shortenToCharacters } from '../../../shared/shorten.ts';
import { emailField, nameField, optionalTextField } from '../../../shared/submission-rules.ts';
import { resumeFindings, type StoredResume, type Submission } from '../records/submission.ts';
import type { SubmissionForm } from '../submissions.ts';
import { composeMail } from './compose-mail.ts';
import type { Letterhead } from './letterhead.ts';
import type { Fact, MailBody } from './mail-body.ts';
import type { LeasedMail } from './outbox.ts';
import { giveUpMs } from './outbox-schedule.ts';

/** Characters of a visitor's message that fit into a list of mails. */
const preheaderLength = 120;

/** Characters of each part of a subject: a position and a name of this length fit side by side in a list of mails. */
const maxSubjectPart = 60;

/**
 * Composes the mail that notifies the company of a submission. The visitor's input appears in the body, shortened and on one
 * line in the subject, and in `Reply-To` as a structured address (after a failure only if it is ASCII); in no other header and not in
 * the attachment's name.
 * @param resumePath undefined when the record has no file or the file is missing. A résumé with a virus or a caution (Ruling 24), or with
 *   which the mail server refused the mail, is not attached: the mail names the reason and the command that exports it.
 */
export function composeNotification(leased: LeasedMail, letterhead: Letterhead, resumePath: string | undefined): Mail {
  const { id, recipient, submission } = leased;
  const { fields, resume, kind } = submission;
  const form = siteForms[kind] ?? unknownForm(submission);
  const { heading, quote, subject: named } = form.notification;
  const facts: Fact[] = textFields(form).flatMap(([name, { label }]) => {
    const value = name === quote ? '' : fields[name];
    return value ? [{ label, value }] : [];
  });
  const reason = resume && reasonNotToAttach(resume, resumePath, leased);
  if (resume) facts.push({ label: 'Resume', value: `${resume.name}${reason ? ` (${reason})` : ''}` });
  const text = fields[quote] ?? '';
  const { email = '' } = fields;
  // A server without SMTPUTF8 may refuse a header with such a mailbox each time, and the company would not learn of the record.
  const canReply = leased.attempts === 0 || /^[!-~]+@/u.test(email);
  const subject = subjectOf(submission, form);
  const body: MailBody = {
    preheader: shortenToCharacters(
      [...named.map((name) => fields[name]), text].filter(Boolean).join(': '),
      preheaderLength,
    ),
    heading,
    blocks: [{ type: 'facts', facts }, ...(text ? [{ type: 'quote', text } as const] : [])],
    footnotes: [
      `Reference ${submission.id}, received ${isoMinute(submission.receivedAt)} UTC`,
      canReply ? 'Your reply to this mail goes to the sender.' : 'To reply, write to the address above.',
    ],
  };
  const replyTo = canReply ? { name: fields.name ?? '', address: email } : letterhead.from;
  const attachments =
    resume && resumePath && !reason
      ? [{ name: `resume-${submission.id}${extname(resume.file)}`, path: resumePath }]
      : [];
  // Of its queuing: mail programs would bury the mail of a record that was released from spam weeks after its receipt.
  const date = isoAfter(new Date(leased.giveUpAt), -giveUpMs);
  return composeMail({ id, recipient, date, subject, body, replyTo, attachments }, letterhead);
}

/** Returns a form with the fields of a record whose form this release does not have: another release has stored it. */
const unknownForm = ({ kind, fields }: Submission): SubmissionForm => ({
  kind,
  fields: {
    ...Object.fromEntries(Object.keys(fields).map((name) => [name, optionalTextField(name)])),
    name: nameField('Name'),
    email: emailField('Email'),
  },
  thanks: '',
  notification: { title: kind, heading: 'A form was sent through the website.', subject: ['name'], quote: 'comment' },
  about: 'name',
});

/** Returns a subject such as "Application: Principal Engineer, Ada Lovelace". */
function subjectOf({ fields }: Submission, { notification: { title, subject } }: SubmissionForm): string {
  const parts = subject.map((name) => shortenToCharacters(onOneLine(fields[name] ?? ''), maxSubjectPart));
  return `${title}: ${parts.filter(Boolean).join(', ')}`;
}

/**
 * Makes text safe for a header. Line breaks, control characters and invisible characters, including bidirectional controls,
 * become spaces (RFC 5322, 2.2), and no encoded word begins in it (RFC 2047, 2).
 */
const onOneLine = (text: string) =>
  text
    .replace(/[\p{C}\s]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();

/** The failure of a mail whose content the server refused permanently, such as for its size or a virus (see `reasonOf`). */
const contentRefused = /^EMESSAGE 5/u;

/** Returns why a résumé is not attached; undefined when it is. */
function reasonNotToAttach(
  resume: StoredResume,
  path: string | undefined,
  { submission, lastError }: LeasedMail,
): string | undefined {
  if (!path) return 'the file is missing on the server';
  const sentences = resumeFindings(resume).map((finding) => `This resume ${finding}.`);
  if (contentRefused.test(lastError ?? '')) sentences.push('The mail server refused the mail with it.');
  if (sentences.length === 0) return undefined;
  const force = resume.scan === 'infected' ? ' --force' : '';
  return `not attached. ${sentences.join(' ')} It is on the server: npm run inbox -- resume ${submission.id}${force}`;
}
