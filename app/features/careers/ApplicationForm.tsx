import { checkForm, limits } from '../../shared/submission-rules.ts';
import { FileField, TextAreaField, TextField } from '../../ui/form/Field.tsx';
import { SubmissionForm } from '../../ui/form/SubmissionForm.tsx';
import type { ReturnedForm } from '../../ui/form/submission.ts';
import styles from './ApplicationForm.module.css';
import { applicationAction, applicationSchema } from './application.schema.ts';

interface ApplicationFormProps {
  jobId: string;
  title: string;
  /** Where the page is the answer to the form, sent without JavaScript. */
  returned?: ReturnedForm | undefined;
}

const labels = { name: 'Name*', email: 'Email*', phone: 'Phone Number*', resume: 'Resume*', message: 'Message*' };

const accept = limits.resumeExtensions.map((extension) => `.${extension}`).join(',');

/** Application for one position (Specification 5, Job application form). */
export function ApplicationForm({ jobId, title, returned }: ApplicationFormProps) {
  return (
    <SubmissionForm
      label={`Apply for ${title}`}
      action={applicationAction}
      validate={validateApplication}
      labels={labels}
      returned={returned}
      className={styles.form}
      look="ink"
      note={<p className={styles.note}>doc, docx or pdf, at most 6 MB.</p>}
    >
      {({ idOf, errorOf, typedIn }) => (
        <>
          <input type="hidden" name="jobid" value={jobId} />
          <input type="hidden" name="jobrole" value={title} />
          <TextField
            label={labels.name}
            name="name"
            id={idOf('name')}
            error={errorOf('name')}
            defaultValue={typedIn('name')}
            autoComplete="name"
            required
          />
          <TextField
            label={labels.email}
            name="email"
            id={idOf('email')}
            error={errorOf('email')}
            defaultValue={typedIn('email')}
            type="email"
            autoComplete="email"
            required
          />
          <TextField
            label={labels.phone}
            name="phone"
            id={idOf('phone')}
            error={errorOf('phone')}
            defaultValue={typedIn('phone')}
            type="tel"
            autoComplete="tel"
            required
          />
          <FileField
            label={labels.resume}
            name="resume"
            id={idOf('resume')}
            error={errorOf('resume')}
            accept={accept}
            required
          />
          <TextAreaField
            label={labels.message}
            name="message"
            id={idOf('message')}
            error={errorOf('message')}
            defaultValue={typedIn('message')}
            required
          />
        </>
      )}
    </SubmissionForm>
  );
}

const validateApplication = (data: FormData) => {
  const result = checkForm(applicationSchema, Object.fromEntries(data));
  return 'errors' in result ? result.errors : {};
};
