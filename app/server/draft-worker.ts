import { createContentCheck } from '../content/content-check.ts';
import type { SiteContent } from '../content/site-content.ts';
import { type CheckedCommit, checkCommit } from '../editor/check-commit.ts';
import { InvalidDraftError, tryDraft } from '../editor/draft.ts';
import type { RenderedDraft } from '../editor/editor-routes.ts';
import { systemClock } from '../platform/clock/clock.ts';
import { createLog } from '../platform/log/log.ts';
import { scriptOf } from './browser-build.ts';
import type { RequestServices } from './context.ts';
import { routes } from './routes.ts';

// The process that renders the editor's drafts and checks its commits, started by `draft-process.ts`.

export interface DraftSite {
  contentDirectory: string;
  /** Directory for the copy of the content with a draft in place of its file. */
  workDirectory: string;
  siteUrl: string;
  /** Whether articles and positions come from a content host. */
  isHosted: boolean;
  /** Directory of the browser's files in the build. */
  clientDirectory: string;
}

export interface DraftRequest {
  readonly kind: keyof DraftResults;
  /** A draft or a commit as JSON. */
  readonly body: Uint8Array;
}

/** The result of a request, by its kind. */
export interface DraftResults {
  draft: RenderedDraft;
  commit: CheckedCommit;
}

/** The result, or `invalid` if the request is neither a draft nor a commit. */
export type DraftResponse = { readonly result: DraftResults[keyof DraftResults] } | { readonly invalid: string };

const site = JSON.parse(process.argv[3] ?? '') as DraftSite;
const { contentDirectory, workDirectory, siteUrl, isHosted, clientDirectory } = site;
const check = createContentCheck({ directory: contentDirectory, workDirectory, siteUrl, isHosted });

process.once('disconnect', () => process.exit());

/** Entry point of the process (`createSerialProcess`). */
export async function run({ kind, body }: DraftRequest): Promise<DraftResponse> {
  try {
    if (kind === 'commit') return { result: await checkCommit(body, check) };
    const { content, problems, warnings, pathIn } = await tryDraft(body, check);
    return { result: { problems, warnings, ...(content ? { html: await htmlOf(content, pathIn(content)) } : {}) } };
  } catch (error) {
    if (error instanceof InvalidDraftError) return { invalid: error.message };
    throw error;
  }
}

/** Renders a page as for a visitor without JavaScript, with no submissions and no analytics. */
async function htmlOf(content: SiteContent, path: string): Promise<string> {
  const nothing = () => Promise.reject(new Error('A draft takes no requests'));
  const services: RequestServices = {
    content,
    siteUrl,
    submissions: { requiresProof: false, receive: nothing, issueToken: nothing },
    analytics: { settings: undefined, receive: nothing },
    client: undefined,
    script: scriptOf(clientDirectory),
    log: createLog({ level: 'error', clock: systemClock, write: (line) => process.stderr.write(line) }),
  };
  const response = await routes.fetch(new Request(new URL(path, siteUrl)), services);
  return response.text();
}
