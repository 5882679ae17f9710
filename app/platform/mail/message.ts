import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import type { Mail } from './mailer.ts';

/** The header of RFC 3834, and the one that Exchange uses instead. */
const automaticReplyHeaders = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' };

/** Converts a mail to Nodemailer's options: the text first, then its HTML form (RFC 2046, 5.1.4). */
export function messageOf({ id: _, isAutomaticReply, attachments, ...mail }: Mail): MailComposerOptions {
  return {
    ...mail,
    disableUrlAccess: true,
    headers: isAutomaticReply ? automaticReplyHeaders : {},
    attachments: attachments.map(({ name, path }) => ({ filename: name, path })),
  };
}
