import { extname } from 'node:path';
import type { ResumeStore } from '../records/resume-pieces.ts';
import type { SubmissionStore } from '../records/submission-store.ts';
import type { OpenedResume } from '../submissions.ts';
import type { ClaimedLink, ResumeLinks } from './resume-links.ts';

interface OpenResumeOptions {
  readonly links: ResumeLinks;
  readonly store: Pick<SubmissionStore, 'get'>;
  readonly files: ResumeStore;
}

/** What a signed link leads to. The signature is checked before anything is looked up. */
export function createOpenResume({ links, store, files }: OpenResumeOptions) {
  return async (link: ClaimedLink): Promise<OpenedResume> => {
    const claim = await links.verify(link);
    if (claim !== 'valid') return { outcome: claim };
    const resume = (await store.get(link.id))?.resume;
    // Erased since, or past its retention.
    if (!resume || !(await files.has(resume.file))) return { outcome: 'gone' };
    if (resume.scan === 'infected') return { outcome: 'infected' };
    const extension = extname(resume.file).slice(1);
    return { outcome: 'open', extension, bytes: resume.bytes, content: files.content(resume.file) };
  };
}
