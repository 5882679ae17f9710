import type { Mailbox } from '../../../platform/mail/mailer.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import type { MailLabels } from './mail.schema.ts';

/** Sender, contacts and labels shared by all mail of this site, from the current content. */
export interface Letterhead {
  /** Sender of all mail. */
  readonly from: Mailbox;
  /** Public mailboxes for visitors' questions about a submission; its notification may go elsewhere. */
  readonly contacts: Readonly<Record<SubmissionKind, string>>;
  readonly labels: MailLabels;
  /** Public origin of the site. */
  readonly siteUrl: string;
  readonly company: string;
  readonly legalName: string;
  /** Postal address of the company, on one line. */
  readonly address: string;
}
