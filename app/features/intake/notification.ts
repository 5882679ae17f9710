import type { Mail, Mailbox } from '../../platform/mail/mailer.ts';
import type { LeasedMail } from './outbox.ts';

/** What all mail of this site has in common. */
export interface Letterhead {
  readonly from: Mailbox;
  /** Host of the site, for the Message-ID. */
  readonly domain: string;
}

const subjects = { enquiry: 'Enquiry', application: 'Application' } as const;
const openings = {
  enquiry: 'An enquiry came in through the website.',
  application: 'An application came in through the website.',
} as const;

/** Fields on one line each, by their names in the record, in the order of the mail. */
const lines: readonly (readonly [field: string, label: string])[] = [
  ['jobrole', 'Position'],
  ['jobid', 'JD ID'],
  ['name', 'Name'],
  ['company', 'Company'],
  ['email', 'E-mail'],
  ['phone', 'Phone'],
];
const labelWidth = 10;

/**
 * The mail that tells the company of a submission. What the visitor typed stands in the body, and in `Reply-To`, as a
 * structured address; in no other header, the attachment's name included.
 * @param resumePath of the file to attach; undefined when the record has none or the file is missing
 */
export function composeNotification(leased: LeasedMail, letterhead: Letterhead, resumePath: string | undefined): Mail {
  const { id, recipient, submission } = leased;
  const { fields, resume, kind } = submission;
  const facts = lines.flatMap(([field, label]) =>
    fields[field] ? [`${`${label}:`.padEnd(labelWidth)}${fields[field]}`] : [],
  );
  if (resume)
    facts.push(
      `${'Resume:'.padEnd(labelWidth)}${resume.name}${resumePath ? '' : ' (the file is missing on the server)'}`,
    );
  const words = fields.comment || fields.message;
  return {
    id,
    messageId: `<${id}@${letterhead.domain}>`,
    date: new Date(submission.receivedAt),
    from: letterhead.from,
    to: recipient,
    replyTo: { name: fields.name ?? '', address: fields.email ?? '' },
    subject: `${subjects[kind]} ${submission.id}`,
    text: [
      openings[kind],
      '',
      ...facts,
      ...(words ? ['', words] : []),
      '',
      '-- ',
      `Reference ${submission.id}, received ${submission.receivedAt}`,
      'Your answer to this mail goes to the sender.',
      '',
    ].join('\n'),
    attachments:
      resume && resumePath ? [{ name: `resume-${submission.id}.${extensionOf(resume.file)}`, path: resumePath }] : [],
  };
}

const extensionOf = (file: string) => file.slice(file.lastIndexOf('.') + 1);
