import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import type { Mail } from './mailer.ts';

/** Of RFC 3834, and what Exchange goes by in its place. */
const automaticReplyHeaders = { 'Auto-Submitted': 'auto-replied', 'X-Auto-Response-Suppress': 'All' };

/**
 * A mail as Nodemailer takes it: the text first, then its HTML form (RFC 2046, 5.1.4). Content is never fetched from an
 * address, whatever a text may look like.
 */
export function messageOf({ id: _, isAutomaticReply, attachments, ...mail }: Mail): MailComposerOptions {
  return {
    ...mail,
    disableUrlAccess: true,
    headers: isAutomaticReply ? automaticReplyHeaders : {},
    attachments: attachments.map(({ name, path }) => ({ filename: name, path })),
  };
}
