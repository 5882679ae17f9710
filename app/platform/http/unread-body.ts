import type { IncomingMessage } from 'node:http';
import type { MiddlewareHandler } from 'hono';
import type { HttpEnv } from './http-env.ts';

/** How many bytes of a body are read, and for how long, before a refusal: many clients read it only after they have sent everything. */
const restLimits = { bytes: 64 * 1024, ms: 3000 };

/**
 * Reads and discards the rest of a request's body, up to 64 KiB and three seconds. A body that announces more is not read at
 * all: it would not end within the limit, and the waiting client would only wait longer.
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

/** Discards the rest of a body. Earlier listeners are removed, since they would queue it and pause the stream when the queue is full. */
export function discard(incoming: IncomingMessage): void {
  incoming.removeAllListeners('data');
  incoming.resume();
}

/**
 * Delays a response that is ready before its request has been read (a refused form) until the rest has arrived or exceeds the
 * limits. In the second case the connection closes after the response (see `lingering-close.ts`). Otherwise the rest would have
 * to be received before the next request, and the client would go on sending for nothing.
 */
export function unreadBody(): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    await next();
    const incoming = context.env?.incoming;
    if (!incoming || incoming.complete || (await discardRest(incoming))) return;
    context.res.headers.set('Connection', 'close');
  };
}
