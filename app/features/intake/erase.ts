import type { FileStore } from '../../platform/files/file-store.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { SubmissionStore } from './submission-store.ts';

/** What was removed. */
export interface Erasure {
  readonly records: number;
  readonly resumes: number;
  /** Mails that had not been delivered to a mail server, and those that were written as files. */
  readonly mails: number;
}

/**
 * Removes everything of a visitor: records, résumés, queued mail and mail files (Contract, Reading what came in). Files
 * go first: when it is broken off, the records still lead to what is left, and it can be done again.
 * @param email in any case
 */
export async function eraseEmail(
  email: string,
  { store, files, mailer }: { store: SubmissionStore; files: FileStore; mailer: Mailer },
): Promise<Erasure> {
  const submissions = await store.ofEmail(email);
  const ids = submissions.map(({ id }) => id);
  const mails = [...(await store.mailOf(ids)).values()].flat();
  const written = new Set<string>();
  const eraseMailFiles = async () => {
    for (const { id } of mails) if (await mailer.erase(id)) written.add(id);
  };

  await eraseMailFiles();
  const resumes = submissions.flatMap(({ resume }) => (resume ? [resume.file] : []));
  for (const file of resumes) await files.remove(file);
  await store.remove(ids);
  // A mail that was being written while its record went.
  await eraseMailFiles();
  return {
    records: ids.length,
    resumes: resumes.length,
    mails: mails.filter(({ id, status }) => status !== 'sent' || written.has(id)).length,
  };
}
