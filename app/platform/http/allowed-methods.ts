import type { MiddlewareHandler } from 'hono';
import type { EdgeEnv } from './edge-env.ts';

/**
 * Answers what an address does not take: 405 with the methods that it takes (RFC 9110, 15.5.6). OPTIONS asks for them, and
 * learns nothing about CORS: no script of another site may read an answer of this one.
 * @param takePosts the paths of forms; everything else can only be read
 */
export function allowedMethods(takePosts: readonly string[]): MiddlewareHandler<EdgeEnv> {
  return async (context, next) => {
    const { method, path } = context.req;
    const allowed = takePosts.includes(path) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
    if (allowed.includes(method)) return next();
    const headers = { Allow: [...allowed, 'OPTIONS'].join(', '), 'Cache-Control': 'no-store' };
    if (method === 'OPTIONS') return context.body(null, 204, headers);
    const message = `This address takes ${allowed.join(', ')}; it was sent ${method.slice(0, 20)}.`;
    return context.json({ code: 'method_not_allowed', message }, 405, headers);
  };
}
