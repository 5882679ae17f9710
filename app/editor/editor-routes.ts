import type { GitBackend } from '@sveltia/cms';
import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { previewFolders } from '../content/preview-path.ts';
import type { SiteContent } from '../content/site-content.ts';
import { editorPath } from '../paths.ts';
import type { RefusedContent } from '../platform/content/store.ts';
import { crossSitePosts } from '../platform/http/cross-site-posts.ts';
import type { HttpEnv } from '../platform/http/http-env.ts';
import { jsonError } from '../shared/http-errors.ts';
import type { CheckedCommit } from './check-commit.ts';
import { type DraftProblem, describeToAuthor } from './describe-problem.ts';
import { InvalidDraftError, maxDraftBytes } from './draft.ts';
import type { EditorAccess } from './editor-access.ts';
import { choicesOf, contentFolder, editorConfiguration } from './editor-configuration.ts';
import { editorDocument } from './editor-page.ts';
import type { GitPages } from './editor-repository.ts';

/** A draft as the site would show it. */
export interface RenderedDraft {
  /** The page; undefined if the draft has problems or is shown at a URL. */
  html?: string;
  /** URL of a site that shows the draft. */
  url?: string;
  problems: readonly DraftProblem[];
  /** Valid parts that the author has probably not intended. */
  warnings: readonly DraftProblem[];
}

/** Drafts cannot be rendered now; the message says why. */
export class DraftUnavailableError extends Error {
  override readonly name = 'DraftUnavailableError';
}

/** Checks and renders drafts, and checks commits. */
export interface Drafts {
  /** @param body JSON of a draft @throws InvalidDraftError, DraftUnavailableError */
  render(body: Uint8Array): Promise<RenderedDraft>;
  /** @param body JSON of a commit @throws InvalidDraftError, DraftUnavailableError */
  checkCommit(body: Uint8Array): Promise<CheckedCommit>;
}

export interface EditorServices {
  /** Sveltia CMS's backend, which reads and writes content. */
  backend: GitBackend;
  /** The account that everyone is signed in to; absent if each signs in to the git host. */
  user?: { token: string } & Record<string, unknown>;
  /** Absent if there is no git host. */
  gitPages?: GitPages;
  /** Headers of its document. */
  headers: Record<string, string>;
  /** Its own origin. */
  origin: string;
  /** Origin of the site that it edits. */
  siteUrl: string;
  content: () => SiteContent;
  /** The change of the content that the site refuses; undefined if it shows its files. */
  refused: () => RefusedContent | undefined;
  access: EditorAccess;
  drafts: Drafts;
  /** Issues a link that shows an entry to others; undefined if this server has no such article or page. */
  issuePreviewLink: (file: string) => Promise<string | undefined>;
}

/** Maximum number of drafts that are being received or rendered: each may take `maxDraftBytes` of memory. */
const maxDrafts = 3;

/** Maximum number of problems that the editor shows of content that the site refuses. */
const maxProblems = 20;

const maxLinkRequestBytes = 4096;

const linkRequestSchema = z.object({ path: z.string().max(1000) });

/** Responses that depend on the sender are neither cached nor indexed. */
const privateHeaders = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** A response of the server to a request that it does not process because of its size. */
const tooLarge = (message: string) => () => jsonError('content_too_large', { message });

/**
 * Creates the routes of the editor, in production and of `npm run edit`: its document, its configuration, drafts, checks of commits,
 * the status of the content, and preview links. In production, authors sign in to the git host, saving makes a commit there, and all
 * but document and configuration need permission to push to the repository (docs/decisions/0013).
 */
export function editorRoutes(services: EditorServices): Hono<HttpEnv> {
  const { backend, user, gitPages, headers, origin, siteUrl, content, refused, access, drafts, issuePreviewLink } =
    services;
  const limitDrafts = limitConcurrency(maxDrafts);

  return new Hono<HttpEnv>()
    .get(editorPath, (context) => context.body(editorDocument, 200, headers))
    .get(`${editorPath}/config.json`, (context) => {
      const config = editorConfiguration({ backend, siteUrl, choices: choicesOf(content()) });
      const linkedFolders = previewFolders.map((folder) => `${contentFolder}/${folder}/`);
      return context.json({ config, user, gitPages, linkedFolders }, 200, privateHeaders);
    })
    .use(
      `${editorPath}/:action{draft|commit-check|content-status|preview-link}`,
      crossSitePosts(origin),
      forEditors(access, backend.repo),
    )
    .post(`${editorPath}/draft`, limitDrafts, ...withDraft((body) => drafts.render(body)))
    .post(`${editorPath}/commit-check`, limitDrafts, ...withDraft((body) => drafts.checkCommit(body)))
    .get(`${editorPath}/content-status`, (context) => {
      const change = refused();
      const problems = change?.problems.slice(0, maxProblems) ?? [];
      const shown = problems.map((problem) => ({ file: problem.file, message: describeToAuthor(problem) }));
      return context.json({ refused: change && { since: change.since, problems: shown } }, 200, privateHeaders);
    })
    .post(
      `${editorPath}/preview-link`,
      bodyLimit({ maxSize: maxLinkRequestBytes, onError: tooLarge(`Send at most ${maxLinkRequestBytes} bytes.`) }),
      async (context) => {
        const request = linkRequestSchema.safeParse(await context.req.json().catch(() => undefined));
        if (!request.success) return jsonError('invalid_request', { message: 'Send {"path": "content/…"}.' });
        const url = await issuePreviewLink(request.data.path);
        if (url !== undefined) return context.json({ url }, 200, privateHeaders);
        return jsonError('not_found', {
          message: 'This server has no such article or page yet: save it, and try again once it is on the server.',
        });
      },
    );
}

/** Refuses requests while `max` others are being received or processed. */
function limitConcurrency(max: number): MiddlewareHandler<HttpEnv> {
  let underWay = 0;
  return async (_, next) => {
    if (underWay >= max) return busy(`${max} other drafts are under way`);
    underWay += 1;
    try {
      await next();
    } finally {
      underWay -= 1;
    }
  };
}

/** Creates handlers that read a draft or a commit. @param process returns the response */
const withDraft = (process: (body: Uint8Array) => Promise<object>) =>
  [
    bodyLimit({ maxSize: maxDraftBytes, onError: tooLarge('Its new files are too large together.') }),
    async (context: Context<HttpEnv>) => {
      const body = new Uint8Array(await context.req.arrayBuffer());
      try {
        return context.json(await process(body), 200, privateHeaders);
      } catch (error) {
        if (error instanceof InvalidDraftError)
          return jsonError('invalid_request', { message: `The draft cannot be read: ${error.message}` });
        if (!(error instanceof DraftUnavailableError)) throw error;
        context.get('log').warn('a draft was not processed', { reason: error.message });
        return busy(error.message);
      }
    },
  ] as const;

const busy = (reason: string) =>
  jsonError('unavailable', {
    message: `The site is busy: ${reason}.`,
    headers: { 'Retry-After': '2' },
  });

/** Rejects requests without permission to push to the repository before their bodies are read. @param repository its name */
function forEditors(access: EditorAccess, repository: string): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const found = await access.accessOf(context.req.header('Authorization'), context.get('clientAddress'));
    switch (found.is) {
      case 'editor':
        return next();
      case 'unknown':
        return jsonError('unauthenticated', {
          message:
            'The git host rejected your token. Reload the window and sign in again; your text is kept in this browser.',
          headers: { 'WWW-Authenticate': 'Bearer' },
        });
      case 'reader':
        return jsonError('forbidden', {
          message: "You have no permission to push to this site's repository. Ask its owner for it.",
        });
      case 'outsider':
        return jsonError('forbidden', {
          message: `The git host does not show you the repository “${repository}”. Either your token has no access to it (create one that has), you are not a member (ask its owner), or the site names the wrong one (tell whoever runs the site).`,
        });
      case 'limited':
        return jsonError('too_many_requests', { headers: { 'Retry-After': String(Math.ceil(found.waitMs / 1000)) } });
      case 'unclear':
        return jsonError('unavailable', {
          message:
            'The git host cannot be reached to check your permission. Please reload the window in some minutes; your text is kept in this browser.',
          headers: { 'Retry-After': '30' },
        });
    }
  };
}
