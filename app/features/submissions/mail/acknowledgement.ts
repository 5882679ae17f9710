import { fillTokens } from '../../../platform/content/tokens.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import type { Submission } from '../records/submission.ts';
import { composeMail } from './compose-mail.ts';
import type { Letterhead } from './letterhead.ts';
import type { MailBody } from './mail-body.ts';
import type { LeasedMail } from './outbox.ts';

/** Without any field that the visitor typed. */
type Acknowledged = Pick<LeasedMail, 'id' | 'recipient'> & {
  readonly submission: Pick<Submission, 'id' | 'kind' | 'receivedAt'>;
};

/**
 * Composes the mail that acknowledges a submission to the visitor. Its text is fixed: anybody can type somebody else's address
 * and must not be able to write to it through this site.
 */
export function composeAcknowledgement({ id, recipient, submission }: Acknowledged, letterhead: Letterhead): Mail {
  const { company, from, contacts, labels } = letterhead;
  const { kind } = submission;
  const { subject, heading, text, next } = labels.acknowledgements[kind];
  // The content check has refused unknown tokens.
  const filled = (template: string) => fillTokens(template, { reference: submission.id }, () => {});
  const body: MailBody = {
    preheader: filled(text),
    heading: filled(heading),
    blocks: [
      { type: 'paragraph', text: filled(text) },
      { type: 'reference', fact: { label: 'Reference', value: submission.id } },
      { type: 'steps', heading: filled(next.heading), steps: next.steps.map(filled) },
    ],
    footnotes: labels.acknowledgements.footnotes.map(filled),
  };
  return composeMail(
    {
      ...{ id, recipient, date: submission.receivedAt, subject: filled(subject), body, isAutomaticReply: true },
      from: { name: company, address: from.address },
      replyTo: { name: company, address: contacts[kind] },
    },
    letterhead,
  );
}
