import type { Mail, Mailbox } from '../../../platform/mail/mailer.ts';
import type { Letterhead } from './letterhead.ts';
import type { MailBody } from './mail-body.ts';
import { mailHtml } from './mail-html.ts';
import { mailText } from './mail-text.ts';

interface MailParts extends Partial<Pick<Mail, 'from' | 'isAutomaticReply' | 'attachments'>> {
  /** ID of the outbox row. */
  readonly id: string;
  readonly recipient: string;
  /** ISO 8601. */
  readonly date: string;
  readonly subject: string;
  readonly body: MailBody;
  readonly replyTo: Mailbox;
}

/** Composes a mail with a text part, an HTML part, and headers that are the same for each automatic attempt. */
export function composeMail(parts: MailParts, letterhead: Letterhead): Mail {
  const { id, recipient, date, subject, body, ...headers } = parts;
  return {
    id,
    // The same at each attempt, so that a mailbox recognises a duplicate (RFC 5322, 3.6.4).
    messageId: `<${id}@${new URL(letterhead.siteUrl).hostname}>`,
    date: new Date(date),
    from: letterhead.from,
    to: { name: '', address: recipient },
    subject,
    text: mailText(body),
    html: mailHtml(subject, body, letterhead),
    isAutomaticReply: false,
    attachments: [],
    ...headers,
  };
}
