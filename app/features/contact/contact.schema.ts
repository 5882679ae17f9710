import {
  companyField,
  emailField,
  type FormSchema,
  nameField,
  optionalPhoneField,
  optionalTextField,
} from '../../shared/submission-rules.ts';

/** The contact form (Specification 5). Its fields keep the names of Specification 7. */
export const contactSchema = {
  name: nameField(),
  company: companyField(),
  phone: optionalPhoneField(),
  email: emailField(),
  comment: optionalTextField(),
} satisfies FormSchema;

/** What the visitor reads when it has been kept. */
export const contactThanks =
  'Thank you. Your message is with us; an engineer reads it and answers within two business days.';
