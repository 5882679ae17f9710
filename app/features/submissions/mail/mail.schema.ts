import { z } from 'zod';
import { line, paragraph } from '../../../platform/content/fields.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';

/** The acknowledgement of one form. Texts are plain and may hold tokens, `{reference}` among them. */
const acknowledgementSchema = z.strictObject({
  subject: line(70),
  heading: line(60),
  text: paragraph(500),
  next: z.strictObject({ heading: line(60), steps: z.array(paragraph(200)).min(1).max(6) }),
});

/** `content/mail.yaml`: the words of the mails that visitors get. */
export const mailSchema = z.strictObject({
  acknowledgements: z.strictObject({
    enquiry: acknowledgementSchema,
    application: acknowledgementSchema,
    /** Beneath both: that nobody wrote this mail, and what to do for whom it was not meant. */
    footnotes: z.array(paragraph(300)).min(1),
  } satisfies Record<SubmissionKind | 'footnotes', z.ZodType>),
});

export type MailLabels = z.infer<typeof mailSchema>;
