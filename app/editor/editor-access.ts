import { z } from 'zod';
import { createRateLimiter } from '../features/submissions/protection/rate-limit.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { Log } from '../platform/log/log.ts';
import { type EditorRepository, repositoryApiUrl } from './editor-repository.ts';

/** Whether somebody may change the repository that the editor works on. */
export type Access =
  | { readonly is: 'editor' }
  /** Without a token, or with one that the git host does not know. */
  | { readonly is: 'unknown' }
  /** With a token of somebody who may not push. */
  | { readonly is: 'reader' }
  /** Of a machine that has shown too many unknown tokens. */
  | { readonly is: 'limited'; readonly waitMs: number }
  /** The git host cannot say so at present. */
  | { readonly is: 'unclear' };

/** Knows editors of the repository by the token with which they are signed in to the git host. */
export interface EditorAccess {
  /**
   * @param authorization the request's header: `Bearer` and a token of the git host
   * @param address of the client
   */
  accessOf(authorization: string | undefined, address: string): Promise<Access>;
}

/** How long an editor is believed to be one: so long somebody whose right was withdrawn still sees drafts. */
const editorMs = 5 * 60_000;

/** How long anybody else is believed to be none. */
const strangerMs = 30_000;

/** Tokens whose access is remembered. */
const maxTokens = 500;

/** Tokens that one client may have checked: an editor has one, and a new one every hour where it is of OAuth. */
const checksOfClient = { count: 20, windowMs: 60_000 };

/** Questions to the git host at once, whoever asks. */
const maxQuestions = 8;

/** For one question to the git host. */
const timeoutMs = 5000;

/** Bytes of what the git host says of a repository: GitHub says 7 KB, GitLab 5. */
const maxResponseBytes = 256 * 1024;

/** The longest token: those of OAuth are signed JSON of about one KB. */
const tokenPattern = /^Bearer ([\x21-\x7e]{1,4000})$/u;

/** The lowest level of access by which one may push to a project of GitLab: Developer. */
const gitlabDeveloper = 30;

const permissionsSchema = z.object({ permissions: z.object({ push: z.boolean().optional() }) });

const gitlabAccess = z.object({ access_level: z.number() }).nullish();
const gitlabPermissionsSchema = z.object({
  permissions: z.object({ project_access: gitlabAccess, group_access: gitlabAccess }),
});

/** Whether the holder of a token may push, from what the API says of the repository. @throws ZodError for anything else */
function mayPush(kind: EditorRepository['kind'], repository: unknown): boolean {
  if (kind !== 'gitlab') return permissionsSchema.parse(repository).permissions.push === true;
  const { project_access, group_access } = gitlabPermissionsSchema.parse(repository).permissions;
  return Math.max(project_access?.access_level ?? 0, group_access?.access_level ?? 0) >= gitlabDeveloper;
}

/** @throws where the body is longer than what any git host says */
async function textOf({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > maxResponseBytes) throw new Error(`its response has more than ${maxResponseBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

/** Access by the git host's own word for it, remembered for minutes. */
export function createEditorAccess(
  repository: EditorRepository,
  { clock, log }: { clock: Clock; log: Log },
): EditorAccess {
  const limiter = createRateLimiter(checksOfClient, clock);
  /** By the hash of a token: a token itself is held no longer than its request. */
  const remembered = new Map<string, { access: Access; until: number }>();
  /** Questions under way, by the same. */
  const asked = new Map<string, Promise<Access>>();

  const ask = async (token: string): Promise<Access> => {
    try {
      const response = await fetch(repositoryApiUrl(repository), {
        headers: { Authorization: `Bearer ${token}`, Accept: 'application/json', 'User-Agent': 'site editor' },
        // It would lead the token elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok)
        return { is: mayPush(repository.kind, JSON.parse(await textOf(response))) ? 'editor' : 'reader' };
      await response.body?.cancel();
      if (response.status === 401) return { is: 'unknown' };
      // To those who may not see it, a private repository does not exist.
      if (response.status === 403 || response.status === 404) return { is: 'reader' };
      throw new Error(`it responded with ${response.status}`);
    } catch (error) {
      log.warn('the git host does not say who may edit', { host: repository.origin, reason: String(error) });
      return { is: 'unclear' };
    }
  };

  const remember = (name: string, access: Access) => {
    if (access.is === 'unclear') return;
    remembered.delete(name);
    remembered.set(name, { access, until: clock.now().getTime() + (access.is === 'editor' ? editorMs : strangerMs) });
    for (const [oldest] of remembered) {
      if (remembered.size <= maxTokens) break;
      remembered.delete(oldest);
    }
  };

  return {
    async accessOf(authorization = '', address) {
      const [, token] = tokenPattern.exec(authorization) ?? [];
      if (token === undefined) return { is: 'unknown' };
      const name = await hashOf(token);
      const before = remembered.get(name);
      if (before && clock.now().getTime() < before.until) return before.access;
      const underWay = asked.get(name);
      if (underWay) return underWay;
      if (asked.size >= maxQuestions) return { is: 'limited', waitMs: timeoutMs };
      const waitMs = await limiter.take(address);
      if (waitMs > 0) return { is: 'limited', waitMs };
      const question = ask(token);
      asked.set(name, question);
      const access = await question;
      asked.delete(name);
      remember(name, access);
      return access;
    },
  };
}

const hashOf = async (token: string) =>
  Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token))).toString('base64');
