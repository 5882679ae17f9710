import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './http-env.ts';

/**
 * Closes the connection after a response that is ready before its request has been received (a refused form), once the client
 * has ended (see `lingering-close.ts`). Otherwise the rest would have to be received before the next request, at any length.
 */
export function unreadBody(): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await next();
    if (context.env?.incoming?.complete === false) context.res.headers.set('Connection', 'close');
  };
}
