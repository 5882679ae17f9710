import type { MailComposerOptions } from 'nodemailer/lib/mail-composer';
import type { Mail } from './mailer.ts';

/** A mail as Nodemailer takes it. Content is never fetched from an address, whatever a text may look like. */
export function messageOf({ id: _, attachments, ...mail }: Mail): MailComposerOptions {
  return {
    ...mail,
    disableUrlAccess: true,
    attachments: attachments.map(({ name, path }) => ({ filename: name, path })),
  };
}
