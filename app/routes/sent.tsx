import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { applicationThanks } from '../features/careers/application.schema.ts';
import { careersPath } from '../features/careers/position-address.ts';
import { contactThanks } from '../features/contact/contact.schema.ts';
import { listingPath } from '../features/insights/listing-state.ts';
import { Notice } from '../ui/notice/Notice.tsx';
import type { Route } from './+types/sent.ts';
import { sentAddresses } from './submission.ts';

const notices = {
  enquiry: {
    title: 'Message sent',
    heading: 'Message sent.',
    text: contactThanks,
    links: [
      { label: 'Home', to: '/' },
      { label: 'What we think', to: listingPath },
    ],
  },
  application: {
    title: 'Application sent',
    heading: 'Application sent.',
    text: applicationThanks,
    links: [
      { label: 'All positions', to: careersPath },
      { label: 'Who we are', to: '/who-we-are' },
    ],
  },
} as const;

/** Where a browser without JavaScript lands after a form was received; a reload of this page sends nothing. */
export function loader({ request }: LoaderFunctionArgs) {
  const isEnquiry = new URL(request.url).pathname.startsWith(sentAddresses.enquiry);
  return notices[isEnquiry ? 'enquiry' : 'application'];
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
];

export default function SentRoute() {
  const { heading, text, links } = useLoaderData<typeof loader>();
  return <Notice heading={heading} text={text} links={links} />;
}
