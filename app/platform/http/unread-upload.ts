import type { MiddlewareHandler } from 'hono';
import type { EdgeEnv } from './edge-env.ts';

/**
 * Closes the connection after an answer that came before its request was read: a refused upload. Otherwise the rest
 * would have to be received before the next request, and whoever sends it would not learn that it is in vain.
 */
export function unreadUpload(): MiddlewareHandler<EdgeEnv> {
  return async (context, next) => {
    await next();
    const { method } = context.req;
    const isRead = method === 'GET' || method === 'HEAD' || context.env?.incoming?.complete !== false;
    if (!isRead) context.res.headers.set('Connection', 'close');
  };
}
