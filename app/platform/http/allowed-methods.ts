import type { MiddlewareHandler } from 'hono';
import { jsonError } from '../../shared/http-errors.ts';
import type { HttpEnv } from './http-env.ts';

/**
 * Refuses methods that a path does not allow with 405 and lists the allowed ones (RFC 9110, 15.5.6). OPTIONS lists them
 * without CORS headers: no script of another site may read a response of this one.
 * @param routes the routes of the application; a path without one of POST allows GET
 */
export function allowedMethods(
  routes: readonly { readonly method: string; readonly path: string }[],
): MiddlewareHandler<HttpEnv> {
  const pathsOf = (method: string) =>
    new Set(routes.filter((route) => route.method === method).map(({ path }) => path));
  const [reads, posts] = [pathsOf('GET'), pathsOf('POST')];
  const methodsOf = (path: string) => {
    if (!posts.has(path)) return ['GET', 'HEAD'];
    return reads.has(path) ? ['GET', 'HEAD', 'POST'] : ['POST'];
  };
  return async (context, next) => {
    const { method, path } = context.req;
    const allowed = methodsOf(path);
    if (allowed.includes(method)) return next();
    const headers = { Allow: [...allowed, 'OPTIONS'].join(', '), 'Cache-Control': 'no-store' };
    if (method === 'OPTIONS') return context.body(null, 204, headers);
    const message = `This URL allows ${allowed.join(', ')}; the request used ${method.slice(0, 20)}.`;
    return jsonError('method_not_allowed', { message, headers });
  };
}
