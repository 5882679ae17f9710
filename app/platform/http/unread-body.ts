import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { EdgeEnv } from './edge-env.ts';

/**
 * How much of a body is read before the request is refused, bytes, and how long, ms. The forms that visitors type, files aside,
 * end within it. Many clients listen only when they have sent everything.
 */
const restLimits = { bytes: 64 * 1024, ms: 3000 };

/**
 * Reads and discards what is left of a request's body, within 64 KiB and three seconds. A body that announces more is not read at
 * all: it would not end within the limit, and the client that waits for the response would only wait longer.
 * @returns whether the body has ended; otherwise the connection must not be used for another request
 */
export function discardRest(incoming: IncomingMessage): Promise<boolean> {
  if (incoming.complete) return Promise.resolve(true);
  if (incoming.destroyed || Number(incoming.headers['content-length'] ?? 0) > restLimits.bytes)
    return Promise.resolve(false);
  return new Promise((resolve) => {
    let bytes = 0;
    const count = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > restLimits.bytes) finish();
    };
    const finish = () => {
      clearTimeout(timer);
      incoming.off('data', count).off('end', finish).off('close', finish);
      resolve(incoming.complete);
    };
    const timer = setTimeout(finish, restLimits.ms).unref();
    discard(incoming);
    incoming.on('data', count).once('end', finish).once('close', finish);
  });
}

/** Lets what still arrives of a body pass unseen. Whoever listened until now would queue it, and pause it when the queue is full. */
export function discard(incoming: IncomingMessage): void {
  incoming.removeAllListeners('data');
  incoming.resume();
}

/**
 * Holds a response back that came before its request was read (a refused form), until the rest has arrived or too much of it.
 * In the second case the connection closes behind the response (see `lingering-close.ts`): otherwise the rest would have to be
 * received before the next request, and the client would not learn that it is in vain.
 */
export function unreadBody(): MiddlewareHandler<EdgeEnv> {
  return async (context, next) => {
    await next();
    const incoming = context.env?.incoming;
    if (!incoming || incoming.complete || (await discardRest(incoming))) return;
    context.res.headers.set('Connection', 'close');
  };
}
