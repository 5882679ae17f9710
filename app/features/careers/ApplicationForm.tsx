import { applicationAction, privacyPath } from '../../paths.ts';
import { limits } from '../../shared/submission-rules.ts';
import { FileField, TextAreaField, TextField } from '../../ui/form/Field.tsx';
import { SubmissionForm } from '../../ui/form/SubmissionForm.tsx';
import type { ReturnedForm } from '../../ui/form/submission.ts';
import styles from './ApplicationForm.module.css';
import { applicationSchema } from './application.schema.ts';

interface ApplicationFormProps {
  jobId: string;
  title: string;
  /** Where the page is the answer to the form, sent without JavaScript. */
  returned?: ReturnedForm | undefined;
}

const labels = { name: 'Name*', email: 'Email*', phone: 'Phone Number*', message: 'Message*', resume: 'Resume*' };

const accept = limits.resumeExtensions.map((extension) => `.${extension}`).join(',');

/** Application for one position (Specification 5, Job application form). */
export function ApplicationForm({ jobId, title, returned }: ApplicationFormProps) {
  return (
    <SubmissionForm
      label={`Apply for ${title}`}
      action={applicationAction}
      kind="application"
      schema={applicationSchema}
      labels={labels}
      returned={returned}
      className={styles.form}
      look="ink"
      note={
        <p className={styles.note}>
          See our <a href={privacyPath}>Privacy Policy</a>.
        </p>
      }
    >
      {(field) => (
        <>
          <input type="hidden" name="jobid" value={jobId} />
          <input type="hidden" name="jobrole" value={title} />
          <TextField {...field('name')} autoComplete="name" required />
          <TextField {...field('email')} type="email" autoComplete="email" required />
          <TextField {...field('phone')} type="tel" autoComplete="tel" required wide />
          <TextAreaField {...field('message')} required />
          {/* Last: a browser sends fields in this order, and of a refused form the server reads only the beginning. */}
          <FileField {...field('resume')} accept={accept} hint="doc, docx or pdf, at most 6 MB" required wide />
        </>
      )}
    </SubmissionForm>
  );
}
