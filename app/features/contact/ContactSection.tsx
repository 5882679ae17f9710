import { Link } from 'react-router';
import { EmailAddress } from '../../ui/email-address/EmailAddress.tsx';
import { TextAreaField, TextField } from '../../ui/form/Field.tsx';
import { SubmissionForm } from '../../ui/form/SubmissionForm.tsx';
import type { ReturnedForm } from '../../ui/form/submission.ts';
import { Section } from '../../ui/section/Section.tsx';
import styles from './ContactSection.module.css';
import { contactAction, contactSchema } from './contact.schema.ts';

interface ContactSectionProps {
  heading: string;
  /** A line beside the button; the link to the Privacy Policy follows it. */
  note: string;
  email: string;
  phone: string;
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

/** The painted surface of a page: heading, ways to reach us, contact form (Specification 2, Contact section). */
export function ContactSection({ heading, note, email, phone, returned }: ContactSectionProps) {
  return (
    <Section anchor="contact" ground="paint" labelledBy="contact-heading" className={styles.columns}>
      <div className={styles.aside}>
        <h2 id="contact-heading" className={styles.heading}>
          {heading}
        </h2>
        <p className={styles.lines}>
          <a href={`mailto:${email}`}>
            <EmailAddress address={email} />
          </a>
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        </p>
      </div>
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
            {note} See our <Link to="/privacy-policy">Privacy Policy</Link>.
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
    </Section>
  );
}
