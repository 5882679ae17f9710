import {
  emailField,
  type FormSchema,
  hiddenField,
  messageField,
  nameField,
  phoneField,
  resumeField,
} from '../../shared/submission-rules.ts';

/** The application form (Specification 5). Its fields keep the names of Specification 7. */
export const applicationSchema = {
  jobid: hiddenField(),
  jobrole: hiddenField(),
  name: nameField(),
  email: emailField(),
  phone: phoneField(),
  message: messageField(),
  resume: resumeField(),
} satisfies FormSchema;

/** What the applicant reads when it has been kept. */
export const applicationThanks =
  'Thank you. Your application is with us; our careers team reads every one and answers by e-mail.';
