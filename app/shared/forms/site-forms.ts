import { applicationForm } from './application-form.ts';
import { contactForm } from './contact-form.ts';
import type { Form } from './form.ts';

/** Every form of the site, by the kind of its submissions. */
export const siteForms = {
  [contactForm.kind]: contactForm,
  [applicationForm.kind]: applicationForm,
};

export type SubmissionKind = keyof typeof siteForms;
export const submissionKinds = Object.keys(siteForms) as SubmissionKind[];

/** The name of a text field of any form. */
export type FieldName = (typeof siteForms)[SubmissionKind] extends Form<string, unknown, infer Name> ? Name : never;

/** The accepted texts of a submission; which fields it has depends on its kind. */
export type SubmissionFields = Readonly<Partial<Record<FieldName, string>>>;
