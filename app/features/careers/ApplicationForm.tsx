import { applicationAction, privacyPath } from '../../paths.ts';
import { applicationFormFields } from '../../shared/forms/application-form.ts';
import { SubmissionForm } from '../../ui/form/SubmissionForm.tsx';
import type { ReturnedForm } from '../../ui/form/submission.ts';
import { Island } from '../../ui/island/Island.tsx';
import styles from './ApplicationForm.module.css';

interface ApplicationFormProps {
  jobId: string;
  title: string;
  /** Set where the page is the response to a form sent without JavaScript. */
  returned?: ReturnedForm | undefined;
}

/** Application for one position (Specification 5, Job application form), enhanced when it approaches the viewport. */
export function ApplicationForm({ jobId, title, returned }: ApplicationFormProps) {
  return (
    <Island name="application-form" wake="near">
      <SubmissionForm
        id={jobId}
        label={`Apply for ${title}`}
        action={applicationAction}
        form={applicationFormFields}
        hidden={{ jobid: jobId, jobrole: title }}
        wide={['phone']}
        returned={returned}
        className={styles.form}
        look="ink"
        note={
          <p className={styles.note}>
            See our <a href={privacyPath}>Privacy Policy</a>.
          </p>
        }
      />
    </Island>
  );
}
