import type { MiddlewareHandler } from 'hono';
import { jsonError } from '../../shared/http-errors.ts';
import type { HttpEnv } from './http-env.ts';
import { wantsPage } from './wants-page.ts';

/** Methods that change nothing, and are therefore allowed from any origin. */
const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses requests that another site made a browser send: 403 for a foreign or `null` `Origin`, or for no `Origin` with
 * `Sec-Fetch-Site: cross-site`. A program that sends neither header is allowed: there is no visitor whose browser could be
 * misused (Contract, On the wire).
 * @param siteUrl the public origin; `Host` is never used, because the client chooses it
 * @param page renders the refusal for people, if they can send forms: a translating proxy or a saved copy of a page sends them so
 */
export function crossSitePosts(siteUrl: string, page?: () => Promise<Response>): MiddlewareHandler<HttpEnv> {
  const own = ownOrigins(siteUrl);
  return async (context, next) => {
    const { method, headers } = context.req.raw;
    if (safeMethods.includes(method)) return next();
    const origin = headers.get('origin');
    const isForeign = origin === null ? headers.get('sec-fetch-site') === 'cross-site' : !own.has(origin.toLowerCase());
    if (!isForeign) return next();
    return page && wantsPage(context.req.raw) ? page() : jsonError('foreign_origin');
  };
}

/** The names of localhost. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** Returns the public origin; for localhost all its names, which are the same site and which no foreign page can have. */
function ownOrigins(siteUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port } = new URL(siteUrl);
  if (!loopbackHosts.includes(hostname)) return new Set([siteUrl]);
  return new Set(loopbackHosts.map((host) => `${protocol}//${host}${port ? `:${port}` : ''}`));
}
