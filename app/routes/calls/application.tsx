import { ApplicationFormIsland } from '../../features/careers/ApplicationFormIsland.ts';
import { applicationSchema, applicationThanks } from '../../features/careers/application.schema.ts';
import { careersPath } from '../../features/careers/position-address.ts';
import { checkForm } from '../../shared/submission-rules.ts';
import { Notice } from '../../ui/notice/Notice.tsx';
import { UnlistedHead } from '../page-head.tsx';
import { sentAddresses, submissionEndpoint } from '../submission.ts';

/** `POST /wp-json/positions/mail` (Specification 7); JSON for programs, a page for browsers without JavaScript. */
export const applicationEndpoint = submissionEndpoint({
  form: {
    kind: 'application',
    fields: ['jobid', 'jobrole', 'name', 'email', 'phone', 'message'],
    fileField: 'resume',
    check: (values) => checkForm(applicationSchema, values),
    thanks: applicationThanks,
  },
  formAt: careersPath,
  sentAt: sentAddresses.application,
  refused: (returned) => {
    const { jobid = '', jobrole = '' } = returned.values;
    const again = 'Please choose your resume again: a page can keep what you typed, but no file.';
    return {
      head: () => <UnlistedHead title="Your application needs another look" />,
      body: () => (
        <Notice heading="Your application was not sent yet." text={`${returned.message} ${again}`}>
          <ApplicationFormIsland jobId={jobid} title={jobrole} returned={returned} />
        </Notice>
      ),
    };
  },
});
