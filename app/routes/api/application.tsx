import { ApplicationForm } from '../../features/careers/ApplicationForm.tsx';
import { openPositions } from '../../features/careers/position-queries.ts';
import { refuseClosedPosition } from '../../features/careers/refuse-closed-position.ts';
import { careersPath, sentPaths } from '../../paths.ts';
import { applicationForm } from '../../shared/forms/application-form.ts';
import { Notice } from '../../ui/notice/Notice.tsx';
import { unlistedHead } from '../page-head.tsx';
import { submissionEndpoint } from '../submission.ts';

/** `POST /wp-json/positions/mail` (Specification 7); JSON for programs, a page for browsers without JavaScript. */
export const applicationEndpoint = submissionEndpoint({
  form: ({ content }) => ({
    ...applicationForm,
    refuse: (texts) => refuseClosedPosition(texts, openPositions(content.positions, content.today)),
  }),
  formAt: careersPath,
  sentAt: sentPaths.application,
  refused: (returned) => {
    const { jobid = '', jobrole = '' } = returned.values;
    const closed = returned.errors.jobid;
    const again = 'Please choose your resume again: the form comes back without its file.';
    return {
      head: unlistedHead('Your application needs another look'),
      body: () => (
        <Notice
          heading="Your application was not sent yet."
          text={closed ?? `${returned.message} ${again}`}
          links={closed === undefined ? [] : [{ label: 'Open positions', to: careersPath }]}
        >
          <ApplicationForm jobId={jobid} title={jobrole} returned={returned} />
        </Notice>
      ),
    };
  },
});
