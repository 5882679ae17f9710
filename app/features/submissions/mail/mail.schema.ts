import { z } from 'zod';
import { line, paragraph } from '../../../platform/content/fields.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';

/** The acknowledgement of one form. Texts are plain and may contain tokens such as `{reference}`. */
const acknowledgementSchema = z.strictObject({
  subject: line(70),
  heading: line(60),
  text: paragraph(500),
  next: z.strictObject({ heading: line(60), steps: z.array(paragraph(200)).min(1).max(6) }),
});

/** `content/mail.yaml`: the copy of the mails to visitors. */
export const mailSchema = z.strictObject({
  acknowledgements: z.strictObject({
    enquiry: acknowledgementSchema,
    application: acknowledgementSchema,
    /** End of both mails: that the mail is automatic, and what unintended recipients should do. */
    footnotes: z.array(paragraph(300)).min(1),
  } satisfies Record<SubmissionKind | 'footnotes', z.ZodType>),
});

export type MailLabels = z.infer<typeof mailSchema>;
