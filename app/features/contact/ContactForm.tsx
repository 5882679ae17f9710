import { contactAction, privacyPath } from '../../paths.ts';
import { TextAreaField, TextField } from '../../ui/form/Field.tsx';
import { SubmissionForm } from '../../ui/form/SubmissionForm.tsx';
import type { ReturnedForm } from '../../ui/form/submission.ts';
import styles from './ContactSection.module.css';
import { contactSchema } from './contact.schema.ts';

interface ContactFormProps {
  /** A line beside the button; the link to the Privacy Policy follows it. */
  note: string;
  /** Where the page is the answer to the form, sent without JavaScript. */
  returned?: ReturnedForm | undefined;
}

const labels = {
  name: 'Name*',
  company: 'Company Name',
  phone: 'Phone Number',
  email: 'Email*',
  comment: 'How can we help you?',
};

/** The enquiry form (Specification 5, Contact form). */
export function ContactForm({ note, returned }: ContactFormProps) {
  return (
    <SubmissionForm
      label="Contact us"
      action={contactAction}
      kind="enquiry"
      schema={contactSchema}
      labels={labels}
      returned={returned}
      className={styles.form}
      note={
        <p>
          {note} See our <a href={privacyPath}>Privacy Policy</a>.
        </p>
      }
    >
      {(field) => (
        <>
          <TextField {...field('name')} autoComplete="name" required />
          <TextField {...field('company')} autoComplete="organization" />
          <TextField {...field('phone')} type="tel" autoComplete="tel" />
          <TextField {...field('email')} type="email" autoComplete="email" required />
          <TextAreaField {...field('comment')} />
        </>
      )}
    </SubmissionForm>
  );
}
