import type { MailFiles } from '../../../platform/mail/eml-directory.ts';
import type { ResumeStore } from './resume-pieces.ts';
import type { Submission } from './submission.ts';
import type { SubmissionStore } from './submission-store.ts';

/** What was removed. */
export interface Removal {
  readonly records: number;
  readonly resumes: number;
  /** Mails that had not been delivered to a mail server, and those that were written as files. */
  readonly mails: number;
}

export const nothingRemoved: Removal = { records: 0, resumes: 0, mails: 0 };

/** What records are kept with. */
export interface Keeping {
  readonly store: SubmissionStore;
  readonly files: ResumeStore;
  readonly mailFiles: MailFiles;
}

/**
 * Removes records with their résumés, idempotency responses, mails and mail files, for good. Files go first: when it is
 * broken off, the records still lead to what is left, and it can be done again.
 */
export async function removeSubmissions(
  submissions: readonly Submission[],
  { store, files, mailFiles }: Keeping,
): Promise<Removal> {
  const ids = submissions.map(({ id }) => id);
  const mails = [...(await store.mailOf(ids)).values()].flat();
  const mailIds = mails.map(({ id }) => id);
  const written = await mailFiles.erase(mailIds);
  const resumes = submissions.flatMap(({ resume }) => (resume ? [resume.file] : []));
  for (const file of resumes) await files.remove(file);
  await store.remove(ids);
  // A mail that was being written while its record went.
  for (const id of await mailFiles.erase(mailIds)) written.add(id);
  return {
    records: ids.length,
    resumes: resumes.length,
    mails: mails.filter(({ id, status }) => status !== 'sent' || written.has(id)).length,
  };
}

export const addRemovals = (one: Removal, other: Removal): Removal => ({
  records: one.records + other.records,
  resumes: one.resumes + other.resumes,
  mails: one.mails + other.mails,
});
