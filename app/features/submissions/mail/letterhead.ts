import type { Mailbox } from '../../../platform/mail/mailer.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import type { MailLabels } from './mail.schema.ts';

/** What all mail of this site has in common, as the content has it at present. */
export interface Letterhead {
  /** Whom mail to the company comes from. */
  readonly from: Mailbox;
  /** Where a visitor writes about a submission: public addresses, whoever is notified of it. */
  readonly contacts: Readonly<Record<SubmissionKind, string>>;
  readonly words: MailLabels;
  /** Public origin of the site. */
  readonly siteUrl: string;
  readonly company: string;
  readonly legalName: string;
  /** Of the company, on one line. */
  readonly address: string;
}
