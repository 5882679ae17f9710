import type { MiddlewareHandler } from 'hono';
import { jsonError } from '../../shared/http-errors.ts';
import type { HttpEnv } from './http-env.ts';

/**
 * Refuses methods that a path does not allow with 405 and lists the allowed ones (RFC 9110, 15.5.6). OPTIONS lists them
 * without CORS headers: no script of another site may read a response of this one.
 * @param paths.forms paths that allow GET and POST
 * @param paths.postOnly paths that allow only POST; all others allow only GET
 */
export function allowedMethods(paths: {
  readonly forms: readonly string[];
  readonly postOnly: readonly string[];
}): MiddlewareHandler<HttpEnv> {
  const methodsOf = (path: string) => {
    if (paths.postOnly.includes(path)) return ['POST'];
    return paths.forms.includes(path) ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD'];
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
