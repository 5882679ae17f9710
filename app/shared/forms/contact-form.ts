import { companyField, emailField, nameField, optionalPhoneField, optionalTextField } from '../submission-rules.ts';
import { defineForm } from './form.ts';

/** The part of the contact form that the browser loads (Specification 5). Its fields keep the names of Specification 7. */
export const contactFormFields = {
  kind: 'enquiry',
  fields: {
    name: nameField('Name'),
    company: companyField('Company Name'),
    phone: optionalPhoneField('Phone Number'),
    email: emailField('Email'),
    comment: optionalTextField('How can we help you?'),
  },
} as const;

/** The contact form. Marked as pure, so that the browser does not load it. */
export const contactForm = /* @__PURE__ */ defineForm({
  ...contactFormFields,
  thanks: 'Thank you. Your message is with us; an engineer reads it and answers within two business days.',
  notification: {
    title: 'Inquiry',
    heading: 'An inquiry came in through the website.',
    subject: ['name', 'company'],
    quote: 'comment',
  },
  about: 'comment',
});
