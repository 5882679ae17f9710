import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useActionData } from 'react-router';
import { ApplicationForm } from '../../features/careers/ApplicationForm.tsx';
import { applicationSchema, applicationThanks } from '../../features/careers/application.schema.ts';
import { careersPath } from '../../features/careers/position-address.ts';
import type { SubmissionForm } from '../../features/intake/intake.ts';
import { checkForm } from '../../shared/submission-rules.ts';
import { Notice } from '../../ui/notice/Notice.tsx';
import { isRefused, refusedSubmission, sentAddresses, submissionMiddleware } from '../submission.ts';
import type { Route } from './+types/application.ts';

const form: SubmissionForm = {
  kind: 'application',
  fields: ['jobid', 'jobrole', 'name', 'email', 'phone', 'message'],
  fileField: 'resume',
  check: (values) => checkForm(applicationSchema, values),
  thanks: applicationThanks,
};

/** `POST /wp-json/positions/mail` (Specification 7); JSON for programs, a page for browsers without JavaScript. */
export const middleware: Route.MiddlewareFunction[] = [submissionMiddleware(form, sentAddresses.application)];

export const action = ({ context }: ActionFunctionArgs) => refusedSubmission(context);

export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

/** Someone who comes to the address by hand is led to the positions. */
export function loader({ context }: LoaderFunctionArgs) {
  if (!isRefused(context)) throw redirect(careersPath, 303);
  return null;
}

export const meta: Route.MetaFunction = () => [
  { title: 'Your application needs another look' },
  { name: 'robots', content: 'noindex' },
];

export default function ApplicationRoute() {
  const returned = useActionData<typeof action>();
  const { jobid = '', jobrole = '' } = returned?.values ?? {};
  const again = 'Please choose your resume again: a page can keep what you typed, but no file.';
  return (
    <Notice heading="Your application was not sent yet." text={`${returned?.message ?? ''} ${again}`}>
      <ApplicationForm jobId={jobid} title={jobrole} returned={returned} />
    </Notice>
  );
}
