import { ApplicationFormIsland } from '../../features/careers/ApplicationFormIsland.ts';
import { applicationThanks } from '../../features/careers/application.schema.ts';
import { checkApplication } from '../../features/careers/check-application.ts';
import { openPositions } from '../../features/careers/position-queries.ts';
import { careersPath, sentPaths } from '../../paths.ts';
import { Notice } from '../../ui/notice/Notice.tsx';
import { UnlistedHead } from '../page-head.tsx';
import { submissionEndpoint } from '../submission.ts';

/** `POST /wp-json/positions/mail` (Specification 7); JSON for programs, a page for browsers without JavaScript. */
export const applicationEndpoint = submissionEndpoint({
  form: ({ content, today }) => ({
    kind: 'application',
    fields: ['jobid', 'jobrole', 'name', 'email', 'phone', 'message'],
    fileField: 'resume',
    check: (values) => checkApplication(values, openPositions(content.positions, today())),
    thanks: applicationThanks,
  }),
  formAt: careersPath,
  sentAt: sentPaths.application,
  refused: (returned) => {
    const { jobid = '', jobrole = '' } = returned.values;
    const closed = returned.errors.jobid;
    const again = 'Please choose your resume again: a page can keep what you typed, but no file.';
    return {
      head: () => <UnlistedHead title="Your application needs another look" />,
      body: () => (
        <Notice
          heading="Your application was not sent yet."
          text={closed ?? `${returned.message} ${again}`}
          links={closed === undefined ? [] : [{ label: 'Open positions', to: careersPath }]}
        >
          <ApplicationFormIsland jobId={jobid} title={jobrole} returned={returned} />
        </Notice>
      ),
    };
  },
});
