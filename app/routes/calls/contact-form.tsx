import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useRouteLoaderData,
} from 'react-router';
import { ContactSection } from '../../features/contact/ContactSection.tsx';
import { contactSchema, contactThanks } from '../../features/contact/contact.schema.ts';
import type { SubmissionForm } from '../../features/intake/intake.ts';
import type { RootData } from '../../root.tsx';
import { checkForm } from '../../shared/submission-rules.ts';
import { Notice } from '../../ui/notice/Notice.tsx';
import { isRefused, refusedSubmission, sentAddresses, submissionMiddleware } from '../submission.ts';
import type { Route } from './+types/contact-form.ts';

const form: SubmissionForm = {
  kind: 'enquiry',
  fields: ['name', 'company', 'email', 'phone', 'comment'],
  check: (values) => checkForm(contactSchema, values),
  thanks: contactThanks,
};

/** `POST /mail/contactform` (Specification 7); JSON for programs, a page for browsers without JavaScript. */
export const middleware: Route.MiddlewareFunction[] = [submissionMiddleware(form, sentAddresses.enquiry)];

export const action = ({ context }: ActionFunctionArgs) => refusedSubmission(context);

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Someone who comes to the address by hand is led to the form. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!isRefused(context)) throw redirect('/contact-us#contact', 303);
  return null;
}

export const meta: Route.MetaFunction = () => [
  { title: 'Your message needs another look' },
  { name: 'robots', content: 'noindex' },
];

export default function ContactFormRoute() {
  const root = useRouteLoaderData('root') as RootData;
  const returned = useActionData<typeof action>();
  return (
    <>
      <Notice heading="Your message was not sent yet." text={returned?.message ?? ''} />
      <ContactSection {...root.contact} returned={returned} />
    </>
  );
}
