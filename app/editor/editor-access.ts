import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Clock } from '../platform/clock/clock.ts';
import { createRateLimiter } from '../platform/http/rate-limit.ts';
import { readAtMost } from '../platform/http/read-at-most.ts';
import type { Log } from '../platform/log/log.ts';
import { type EditorRepository, permissionRequest } from './editor-repository.ts';

/** The permission of a request's sender on the repository of the content. */
export type Access =
  | { readonly is: 'editor' }
  /** Without a token, or with one that the git host rejects. */
  | { readonly is: 'unknown' }
  /** With a valid token, but without permission to push. */
  | { readonly is: 'reader' }
  /** With a valid token to which the git host does not show the repository: perhaps there is none of that name. */
  | { readonly is: 'outsider' }
  /** Too many tokens to check, from this client or in total. */
  | { readonly is: 'limited'; readonly waitMs: number }
  /** The git host is unreachable or returned something unexpected. */
  | { readonly is: 'unclear' };

export type EditorAccess = ReturnType<typeof createEditorAccess>;

/** How long the permission to push is cached, ms: for so long, somebody whose permission was withdrawn can still preview drafts. */
const editorMs = 5 * 60_000;

/** How long the lack of it is cached, ms. */
const strangerMs = 30_000;

const maxTokens = 500;

/** Maximum number of checks of one client: an editor has one token, and with OAuth a new one every hour. */
const checksOfClient = { count: 20, windowMs: 60_000 };

/** Maximum number of concurrent requests to the git host. */
const maxRequests = 8;

/** Timeout of a request to the git host, ms. */
const timeoutMs = 5000;

/** Maximum size of the git host's response, bytes. GitHub's has 7 KB. */
const maxResponseBytes = 256 * 1024;

/** Up to 4,000 characters: OAuth tokens are signed JSON of about 1 KB. */
const tokenPattern = /^Bearer ([\x21-\x7e]{1,4000})$/u;

const permissionsSchema = z.object({ permissions: z.object({ push: z.boolean().optional() }) });

const gitlabProjectSchema = z.object({ userPermissions: z.object({ pushCode: z.boolean() }) });
/** The project is null to those who may not read it. */
const gitlabResponseSchema = z.object({ data: z.object({ project: gitlabProjectSchema.nullable() }) });

/** Returns the access of the token's owner. @param response to `permissionRequest` @throws ZodError if it has no permissions */
function accessIn(kind: EditorRepository['kind'], response: unknown): Access {
  if (kind !== 'gitlab') return { is: permissionsSchema.parse(response).permissions.push ? 'editor' : 'reader' };
  const { project } = gitlabResponseSchema.parse(response).data;
  if (!project) return { is: 'outsider' };
  return { is: project.userPermissions.pushCode ? 'editor' : 'reader' };
}

/** Checks editors' permissions by the token of the git host with which they are signed in, and caches them for minutes. */
export function createEditorAccess(repository: EditorRepository, { clock, log }: { clock: Clock; log: Log }) {
  const limiter = createRateLimiter(checksOfClient, clock);
  /** By the hash of the token: tokens themselves are stored no longer than their request. */
  const cached = new LRUCache<string, Access>({
    max: maxTokens,
    ttl: strangerMs,
    ttlResolution: 0,
    perf: { now: () => clock.now().getTime() },
  });
  /** Pending requests to the git host, by the same. */
  const pending = new Map<string, Promise<Access>>();
  let hasWarned = false;

  const requestAccess = async (token: string): Promise<Access> => {
    try {
      const { url, ...query } = permissionRequest(repository);
      const type = 'application/json';
      const response = await fetch(url, {
        ...query,
        headers: { Authorization: `Bearer ${token}`, Accept: type, 'Content-Type': type, 'User-Agent': 'site editor' },
        // A redirect could send the token to another host.
        redirect: 'error',
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (response.ok) {
        const body = await readAtMost(response.body, maxResponseBytes);
        if (!body) throw new Error(`its response has more than ${maxResponseBytes} bytes`);
        return accessIn(repository.kind, JSON.parse(body.toString()));
      }
      await response.body?.cancel();
      if (response.status === 401) return { is: 'unknown' };
      // https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
      const isRateLimited =
        response.headers.get('x-ratelimit-remaining') === '0' || response.headers.has('retry-after');
      // A private repository is a 404 to those who may not read it.
      if (response.status === 404 || (response.status === 403 && !isRateLimited)) return { is: 'outsider' };
      throw new Error(`it responded with ${response.status}`);
    } catch (error) {
      log.warn("editors' permissions cannot be read from the git host", { host: repository.origin, error });
      return { is: 'unclear' };
    }
  };

  return {
    /** @param authorization the request's header: `Bearer` and a token of the git host @param address of the client */
    async accessOf(authorization = '', address: string): Promise<Access> {
      const [, token] = tokenPattern.exec(authorization) ?? [];
      if (token === undefined) return { is: 'unknown' };
      const hash = createHash('sha256').update(token).digest('base64');
      const known = cached.get(hash) ?? pending.get(hash);
      if (known) return known;
      if (pending.size >= maxRequests) return { is: 'limited', waitMs: timeoutMs };
      // Pending before the first await, so that concurrent requests count and ask once.
      const request = limiter
        .take(address)
        .then((waitMs): Access | Promise<Access> => (waitMs > 0 ? { is: 'limited', waitMs } : requestAccess(token)));
      pending.set(hash, request);
      const access = await request.finally(() => pending.delete(hash));
      // Once, since anybody can sign in.
      if (access.is === 'outsider' && !hasWarned) {
        hasWarned = true;
        const { kind, origin, name } = repository;
        log.warn(
          'the git host does not show the repository to somebody who signed in to the editor: EDIT_REPOSITORY or EDIT_GIT_HOST may be wrong, or their token lacks access; logged once',
          { repository: `${origin}/${name}`, kind },
        );
      }
      if (access.is !== 'unclear' && access.is !== 'limited')
        cached.set(hash, access, { ttl: access.is === 'editor' ? editorMs : strangerMs });
      return access;
    },
  };
}
