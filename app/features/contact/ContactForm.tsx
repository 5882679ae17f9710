import { contactAction, privacyPath } from '../../paths.ts';
import { contactFormFields } from '../../shared/forms/contact-form.ts';
import { SubmissionForm } from '../../ui/form/SubmissionForm.tsx';
import type { ReturnedForm } from '../../ui/form/submission.ts';
import { Island } from '../../ui/island/Island.tsx';
import styles from './ContactSection.module.css';

interface ContactFormProps {
  /** A line beside the button, before the link to the Privacy Policy. */
  note: string;
  /** Set where the page is the response to a form sent without JavaScript. */
  returned?: ReturnedForm | undefined;
}

/** The enquiry form (Specification 5, Contact form), enhanced when it approaches the viewport. */
export function ContactForm({ note, returned }: ContactFormProps) {
  return (
    <Island name="contact-form" wake="near">
      <SubmissionForm
        id="contact-form"
        label="Contact us"
        action={contactAction}
        form={contactFormFields}
        returned={returned}
        className={styles.form}
        note={
          <p>
            {note} See our <a href={privacyPath}>Privacy Policy</a>.
          </p>
        }
      />
    </Island>
  );
}
