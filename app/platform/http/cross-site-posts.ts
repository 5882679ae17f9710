import type { MiddlewareHandler } from 'hono';
import { jsonError } from '../../shared/http-errors.ts';
import type { EdgeEnv } from './edge-env.ts';

/** Methods that change nothing, and so may come from anywhere. */
const safeMethods: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Refuses what another site has made a browser send: 403 for an `Origin` that is foreign or `null`, or for none with
 * `Sec-Fetch-Site: cross-site`. A program that sends neither is let through: there is no visitor whose browser could be
 * misused (Contract, On the wire).
 * @param siteUrl the public origin; `Host` is never used, because the client chooses it
 */
export function crossSitePosts(siteUrl: string): MiddlewareHandler<EdgeEnv> {
  const own = ownOrigins(siteUrl);
  return async (context, next) => {
    const { method, headers } = context.req.raw;
    if (safeMethods.includes(method)) return next();
    const origin = headers.get('origin');
    const isForeign = origin === null ? headers.get('sec-fetch-site') === 'cross-site' : !own.has(origin.toLowerCase());
    if (!isForeign) return next();
    return jsonError('foreign_origin');
  };
}

/** The names of one's own machine. */
const loopbackHosts = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The public origin alone; on one's own machine all its names, since `http://localhost:3000` and `http://127.0.0.1:3000` are
 * the same site there and nobody else's page can be either.
 */
function ownOrigins(siteUrl: string): ReadonlySet<string> {
  const { protocol, hostname, port } = new URL(siteUrl);
  if (!loopbackHosts.includes(hostname)) return new Set([siteUrl]);
  return new Set(loopbackHosts.map((host) => `${protocol}//${host}${port ? `:${port}` : ''}`));
}
