import { fillTokens } from '../../../platform/content/tokens.ts';
import type { Mail } from '../../../platform/mail/mailer.ts';
import type { Submission } from '../records/submission.ts';
import { composeMail } from './compose-mail.ts';
import type { Letterhead } from './letterhead.ts';
import type { MailBody } from './mail-body.ts';
import type { LeasedMail } from './outbox.ts';

/** Of a submission only what the visitor did not type. */
type Acknowledged = Pick<LeasedMail, 'id' | 'recipient'> & {
  readonly submission: Pick<Submission, 'id' | 'kind' | 'receivedAt'>;
};

/**
 * The mail that acknowledges a submission to the visitor, in fixed words: anybody can type anybody's address, and must not be
 * able to write to it through this site.
 */
export function composeAcknowledgement({ id, recipient, submission }: Acknowledged, letterhead: Letterhead): Mail {
  const { company, from, contacts, words } = letterhead;
  const { kind } = submission;
  const { subject, heading, text, next } = words.acknowledgements[kind];
  // Content was checked when it was read: there is no other token left.
  const filled = (words: string) => fillTokens(words, { reference: submission.id }, () => {});
  const body: MailBody = {
    preheader: filled(text),
    heading: filled(heading),
    blocks: [
      { type: 'paragraph', text: filled(text) },
      { type: 'reference', fact: { label: 'Reference', value: submission.id } },
      { type: 'steps', heading: filled(next.heading), steps: next.steps.map(filled) },
    ],
    footnotes: words.acknowledgements.footnotes.map(filled),
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
