import type { MailFiles } from '../../../platform/mail/eml-directory.ts';
import type { ResumeStore } from './resume-pieces.ts';
import type { Submission } from './submission.ts';
import type { SubmissionStore } from './submission-store.ts';

/** Numbers of removed items. */
export interface Removal {
  readonly records: number;
  readonly resumes: number;
  /** Undelivered mails and mails that were written as files. */
  readonly mails: number;
}

export const nothingRemoved: Removal = { records: 0, resumes: 0, mails: 0 };

/** The stores of a record's data. */
export interface RecordStorage {
  readonly store: SubmissionStore;
  readonly files: ResumeStore;
  readonly mailFiles: MailFiles;
}

/**
 * Permanently removes records with their résumés, idempotency responses, mails and mail files. Files are removed first: after an
 * interruption the records still lead to the rest, and the removal can be repeated.
 */
export async function removeSubmissions(
  submissions: readonly Submission[],
  { store, files, mailFiles }: RecordStorage,
): Promise<Removal> {
  const ids = submissions.map(({ id }) => id);
  const mails = [...(await store.mailOf(ids)).values()].flat();
  const mailIds = mails.map(({ id }) => id);
  const written = await mailFiles.erase(mailIds);
  const resumes = submissions.flatMap(({ resume }) => (resume ? [resume.file] : []));
  for (const file of resumes) await files.remove(file);
  await store.remove(ids);
  // Mail files that were written while the records were removed.
  for (const id of await mailFiles.erase(mailIds)) written.add(id);
  return {
    records: ids.length,
    resumes: resumes.length,
    mails: mails.filter(({ id, status }) => status !== 'sent' || written.has(id)).length,
  };
}

/** Adds the counts of two removals. */
export const addRemovals = (one: Removal, other: Removal): Removal => ({
  records: one.records + other.records,
  resumes: one.resumes + other.resumes,
  mails: one.mails + other.mails,
});
