import { companyField, emailField, nameField, optionalPhoneField, optionalTextField } from '../submission-rules.ts';
import { defineForm } from './form.ts';

/** The contact form (Specification 5). Its fields keep the names of Specification 7. */
export const contactForm = defineForm({
  kind: 'enquiry',
  fields: {
    name: nameField('Name'),
    company: companyField('Company Name'),
    phone: optionalPhoneField('Phone Number'),
    email: emailField('Email'),
    comment: optionalTextField('How can we help you?'),
  },
  thanks: 'Thank you. Your message is with us; an engineer reads it and answers within two business days.',
  notification: {
    title: 'Enquiry',
    heading: 'An enquiry came in through the website.',
    subject: ['name', 'company'],
    quote: 'comment',
  },
  about: 'comment',
});
