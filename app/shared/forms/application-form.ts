import { emailField, hiddenField, messageField, nameField, phoneField } from '../submission-rules.ts';
import { defineForm } from './form.ts';
import { resumeField } from './resume-field.ts';

/** The part of the application form that the browser loads (Specification 5). Its fields keep the names of Specification 7. */
export const applicationFormFields = {
  kind: 'application',
  fields: {
    jobid: hiddenField('JD ID'),
    jobrole: hiddenField('Position'),
    name: nameField('Name'),
    email: emailField('Email'),
    phone: phoneField('Phone Number'),
    message: messageField('Message'),
    // Last, because a browser sends fields in this order, and the server reads only the beginning of a refused form.
    resume: resumeField('Resume'),
  },
} as const;

/** The application form. Marked as pure, so that the browser does not load it. */
export const applicationForm = /* @__PURE__ */ defineForm({
  ...applicationFormFields,
  thanks: 'Thank you. Your application is with us; our careers team reads every one and answers by e-mail.',
  notification: {
    title: 'Application',
    heading: 'An application came in through the website.',
    subject: ['jobrole', 'name'],
    quote: 'message',
  },
  about: 'jobrole',
});
