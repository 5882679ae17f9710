import { cx } from '../../shared/class-names.ts';
import { EmailAddress } from '../../ui/email-address/EmailAddress.tsx';
import type { ReturnedForm } from '../../ui/form/submission.ts';
import { Section } from '../../ui/section/Section.tsx';
import columns from '../../ui/split/Columns.module.css';
import { hasLongWord } from '../../ui/text/Text.tsx';
import { ContactForm } from './ContactForm.tsx';
import styles from './ContactSection.module.css';

interface ContactSectionProps {
  heading: string;
  /** A line beside the button, before the link to the Privacy Policy. */
  note: string;
  email: string;
  phone: string;
  /** Set where the page is the response to a form sent without JavaScript. */
  returned?: ReturnedForm | undefined;
}

/** The painted surface of a page: heading, ways to reach us, contact form (Specification 2, Contact section). */
export function ContactSection({ heading, note, email, phone, returned }: ContactSectionProps) {
  return (
    <Section
      anchor="contact"
      ground="paint"
      labelledBy="contact-heading"
      className={cx(columns.columns, styles.columns)}
    >
      <div className={styles.aside}>
        <h2 id="contact-heading" className={cx(styles.heading, hasLongWord(heading) && styles.long)}>
          {heading}
        </h2>
        <p className={styles.lines}>
          <a href={`mailto:${email}`}>
            <EmailAddress address={email} />
          </a>{' '}
          <a href={`tel:${phone.replaceAll(' ', '')}`}>{phone}</a>
        </p>
      </div>
      <ContactForm note={note} returned={returned} />
    </Section>
  );
}
