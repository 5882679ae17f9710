import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { resumeFindings, type Submission } from '../../app/features/submissions/records/submission.ts';
import { count } from '../terminal/count.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import type { Inbox } from './open-inbox.ts';
import { type CopyOutcome, copyIntoFolder, copyResume, openInViewer } from './resume-file.ts';

/** Copies the résumé of one record. */
export async function resume(inbox: Inbox): Promise<string> {
  const { command, files, directory, report } = inbox;
  const { submission, file } = await oneResume(inbox);
  const { path, replaced } = await copyResume(submission, files.content(file), {
    to: command.to ?? '.',
    force: command.force,
    directory,
  });
  return report({ id: submission.id, path, replaced }, `${path}${replaced ? ' (replaced)' : ''}`);
}

/** Copies the résumés of records into a folder, which it creates. */
export async function copyResumes(
  inbox: Inbox,
  pages: Iterable<readonly Submission[]> | AsyncIterable<readonly Submission[]>,
  folder: string,
) {
  const { command, files, directory, notify } = inbox;
  const copied: { id: string; path: string; outcome: CopyOutcome }[] = [];
  const left: { id: string; reason: string }[] = [];
  for await (const page of pages) {
    for (const submission of page) {
      const { id, resume } = submission;
      if (!resume) continue;
      const reason =
        resume.scan === 'infected' && !command.force
          ? 'carries a virus; --force copies it'
          : (await files.has(resume.file))
            ? undefined
            : 'is missing on this server';
      if (reason === undefined) {
        notifyOfFindings(submission, inbox);
        const options = { folder, force: command.force, directory };
        copied.push({ id, ...(await copyIntoFolder(submission, files.content(resume.file), options)) });
      } else {
        notify(`The resume of ${id} ${reason}.`);
        left.push({ id, reason });
      }
    }
  }
  return { copied, left };
}

/** Copies the résumés of all selected records. */
export async function resumes(inbox: Inbox): Promise<string> {
  const { command, store, filter, report } = inbox;
  const { copied, left } = await copyResumes(inbox, store.pages(filter), command.to ?? '');
  const number = (outcome: CopyOutcome) => copied.filter((copy) => copy.outcome === outcome).length;
  const summary = [`${count(number('copied'), 'resume')} copied`];
  if (number('replaced') > 0) summary.push(`${number('replaced')} replaced`);
  if (number('already there') > 0) summary.push(`${number('already there')} already there`);
  if (left.length > 0) summary.push(`${left.length} left out`);
  return report({ copied, left_out: left }, `${summary.join(', ')}.`);
}

/** Opens the résumé of one record in a viewer. */
export async function open(inbox: Inbox): Promise<string> {
  const { files, directory, environment, report } = inbox;
  const { submission, file, path: stored } = await oneResume(inbox);
  // The viewer may open it after this command has ended, so the copy stays, in a directory that only this user can read.
  const path = stored ?? join(await mkdtemp(join(tmpdir(), 'resume-')), file);
  if (stored === undefined) await copyResume(submission, files.content(file), { to: path, force: false, directory });
  const opened = await openInViewer(path, environment);
  const summary = opened ? `Opened ${path}` : `There is no viewer here. The resume is ${path}`;
  return report({ id: submission.id, path, opened }, summary);
}

/** Returns the résumé of the record that the command names. @throws RefusedError if it may not or cannot be read */
async function oneResume(inbox: Inbox) {
  const { command, files, one } = inbox;
  const submission = await one();
  const { resume } = submission;
  if (!resume) throw new RefusedError(`${submission.id} came without a resume`);
  if (resume.scan === 'infected' && !command.force)
    throw new RefusedError(`The resume of ${submission.id} carries a virus; only "resume" with --force copies it`);
  notifyOfFindings(submission, inbox);
  const path = files.pathOf(resume.file);
  if (!(await files.has(resume.file)))
    throw new RefusedError(path ? `The resume is missing on this server: ${path}` : 'The resume is missing');
  return { submission, file: resume.file, path };
}

function notifyOfFindings({ id, resume }: Submission, { notify }: Inbox): void {
  for (const finding of resume ? resumeFindings(resume) : []) notify(`The resume of ${id} ${finding}.`);
}
