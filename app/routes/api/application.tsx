import { ApplicationForm } from '../../features/careers/ApplicationForm.tsx';
import { openPositions } from '../../features/careers/position-queries.ts';
import { refuseClosedPosition } from '../../features/careers/refuse-closed-position.ts';
import { careersPath, sentPaths } from '../../paths.ts';
import { applicationForm } from '../../shared/forms/application-form.ts';
import { resumeMessages } from '../../shared/forms/resume-field.ts';
import { Notice } from '../../ui/notice/Notice.tsx';
import { Section } from '../../ui/section/Section.tsx';
import { unlistedHead } from '../page-head.tsx';
import { submissionEndpoint } from '../submission.ts';

/** `POST /wp-json/positions/mail` (Specification 7); JSON for programs, a page for browsers without JavaScript. */
export const applicationEndpoint = submissionEndpoint({
  form: ({ content }) => ({
    ...applicationForm,
    // While a content host has not responded yet, no position is known; nothing that is sent may be lost.
    refuse: (texts) =>
      content.isPartial ? {} : refuseClosedPosition(texts, openPositions(content.positions, content.today)),
  }),
  formAt: careersPath,
  sentAt: sentPaths.application,
  refused: (returned) => {
    const { jobid = '', jobrole = '' } = returned.values;
    const { jobid: closed, jobrole: outdated } = returned.errors;
    const final = closed ?? outdated;
    const again =
      returned.errors.resume === resumeMessages.required
        ? ''
        : ' Please choose your resume again: the form comes back without its file.';
    return {
      head: unlistedHead('Your application needs another look'),
      body: () => (
        <>
          <Notice
            heading="Application not sent yet."
            text={final ?? `${returned.message}${again}`}
            role="alert"
            links={final === undefined ? [] : [{ label: 'Open positions', to: careersPath }]}
          />
          <Section space="after" heading={outdated || !jobrole ? 'Apply' : `Apply for ${jobrole}`}>
            <ApplicationForm jobId={jobid} title={jobrole} returned={returned} />
          </Section>
        </>
      ),
    };
  },
});
