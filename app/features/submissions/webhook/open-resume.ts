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

/** Opens the résumé behind a signed link. The signature is checked before any lookup. */
export function createOpenResume({ links, store, files }: OpenResumeOptions) {
  return async (link: ClaimedLink): Promise<OpenedResume> => {
    const claim = await links.verify(link);
    if (claim !== 'valid') return { outcome: claim };
    const resume = (await store.get(link.id))?.resume;
    // It was erased, or its retention is over.
    if (!resume || !(await files.has(resume.file))) return { outcome: 'gone' };
    if (resume.scan === 'infected') return { outcome: 'infected' };
    const extension = extname(resume.file).slice(1);
    return { outcome: 'open', extension, bytes: resume.bytes, content: files.content(resume.file) };
  };
}
