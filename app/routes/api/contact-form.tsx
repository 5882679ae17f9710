import { ContactSection } from '../../features/contact/ContactSection.tsx';
import { contactPath, sentPaths } from '../../paths.ts';
import { contactForm } from '../../shared/forms/contact-form.ts';
import { Notice } from '../../ui/notice/Notice.tsx';
import { unlistedHead } from '../page-head.tsx';
import { submissionEndpoint } from '../submission.ts';

/** `POST /mail/contactform` (Specification 7); JSON for programs, a page for browsers without JavaScript. */
export const contactFormEndpoint = submissionEndpoint({
  form: () => contactForm,
  formAt: `${contactPath}#contact`,
  sentAt: sentPaths.enquiry,
  refused: (returned) => ({
    head: unlistedHead('Your message needs another look'),
    body: ({ contact }) => (
      <>
        <Notice heading="Message not sent yet." text={returned.message} role="alert" />
        <ContactSection {...contact} returned={returned} />
      </>
    ),
  }),
});
