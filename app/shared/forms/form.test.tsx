import { describe, expect, expectTypeOf, test } from 'vitest';
import { SubmissionForm } from '../../ui/form/SubmissionForm.tsx';
import { companyField, emailField, hiddenField, nameField } from '../submission-rules.ts';
import { applicationForm } from './application-form.ts';
import { contactForm } from './contact-form.ts';
import { checkForm, defineForm, type FormValues, fileFieldName, textFields } from './form.ts';
import { resumeField } from './resume-field.ts';
import { type SubmissionFields, type SubmissionKind, siteForms } from './site-forms.ts';

const fields = { name: nameField('Name'), email: emailField('Email'), resume: resumeField('Resume') };
const notification = { title: 'Inquiry', heading: 'An inquiry.', subject: ['name'], quote: 'name' } as const;
const common = { kind: 'enquiry', fields, thanks: 'Thank you.', notification, about: 'name' } as const;

// `npm run check` fails if a line below an `@ts-expect-error` compiles.
describe('does not compile:', () => {
  test('a form without a field that every form has', () => {
    // @ts-expect-error the form does not ask for an e-mail address
    void defineForm({ ...common, fields: { name: nameField('Name') } });
  });

  test('the name of an unknown field', () => {
    // @ts-expect-error there is no field `comany`
    void defineForm({ ...common, notification: { ...notification, subject: ['name', 'comany'] } });
    // @ts-expect-error there is no field `comment`
    void defineForm({ ...common, notification: { ...notification, quote: 'comment' } });
    // @ts-expect-error a file is not text
    void defineForm({ ...common, about: 'resume' });
  });

  test('a field without a label', () => {
    // @ts-expect-error it has no label
    void companyField();
  });

  test('a view without a field that the site fills in, or with an unknown one', () => {
    const hidden = { jobid: '', jobrole: '' };
    const view = { label: 'Apply', action: '/apply', note: '' };
    // @ts-expect-error `jobid` and `jobrole` are missing
    void (<SubmissionForm {...view} form={applicationForm} />);
    // @ts-expect-error `jobrole` is missing
    void (<SubmissionForm {...view} form={applicationForm} hidden={{ jobid: 'SW-1' }} />);
    // @ts-expect-error the contact form has no such field
    void (<SubmissionForm {...view} form={contactForm} hidden={{ jobid: 'SW-1' }} />);
    // @ts-expect-error the contact form has no field `message`
    void (<SubmissionForm {...view} form={contactForm} wide={['message']} />);
    // @ts-expect-error `jobid` is not visible
    void (<SubmissionForm {...view} form={applicationForm} wide={['jobid']} hidden={hidden} />);
  });

  test('a misspelt field of a stored submission', () => {
    const stored: SubmissionFields = { name: 'Ada' };
    // @ts-expect-error it is `name`
    void stored.nmae;
    // @ts-expect-error a file is not among the texts
    void stored.resume;
  });
});

test('the types of kinds, fields and values derive from the forms', () => {
  expectTypeOf<SubmissionKind>().toEqualTypeOf<'enquiry' | 'application'>();
  expectTypeOf<FormValues<typeof fields>>().toEqualTypeOf<{
    readonly name: string;
    readonly email: string;
    readonly resume: { readonly name: string; readonly size: number };
  }>();
});

test('text fields and file fields are distinguished', () => {
  const form = defineForm(common);
  expect(textFields(form).map(([name]) => name)).toEqual(['name', 'email']);
  expect([fileFieldName(form), fileFieldName(contactForm)]).toEqual(['resume', undefined]);
});

test('each form is found by its kind', () => {
  for (const [kind, form] of Object.entries(siteForms)) expect(form.kind).toBe(kind);
});

test('values without a field are left out', () => {
  const form = defineForm({ ...common, fields: { ...fields, source: hiddenField('Source') } });
  const values = { name: 'Ada', email: 'ada@example.org', source: 'a', resume: { name: 'cv.pdf', size: 1 } };
  expect(checkForm(form, { ...values, other: 'x', constructor: 'y' })).toEqual({ values });
});
