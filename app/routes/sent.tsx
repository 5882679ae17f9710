import { aboutPath, careersPath, listingPath } from '../paths.ts';
import type { Page } from '../server/render-page.tsx';
import { applicationForm } from '../shared/forms/application-form.ts';
import { contactForm } from '../shared/forms/contact-form.ts';
import { Notice } from '../ui/notice/Notice.tsx';
import { unlistedHead } from './page-head.tsx';

const notices = {
  enquiry: {
    title: 'Message sent',
    heading: 'Message sent.',
    text: contactForm.thanks,
    links: [
      { label: 'Home', to: '/' },
      { label: 'What we think', to: listingPath },
    ],
  },
  application: {
    title: 'Application sent',
    heading: 'Application sent.',
    text: applicationForm.thanks,
    links: [
      { label: 'All positions', to: careersPath },
      { label: 'Who we are', to: aboutPath },
    ],
  },
} as const;

/** The confirmation for browsers without JavaScript; reloading it does not send the form again. */
export const sentPage = (kind: keyof typeof notices) => (): Page => {
  const { title, ...notice } = notices[kind];
  return { head: unlistedHead(title), body: () => <Notice {...notice} role="status" /> };
};
