import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './raw-headers.ts';

/** How fast a request's body has to arrive. */
export interface BodyPace {
  /** A body that takes longer than this must have received a minimum in the last so many ms. */
  readonly windowMs: number;
  /** That minimum, bytes. */
  readonly windowBytes: number;
  /** How often it is looked at, ms: how much later than said it may end. */
  readonly checkMs: number;
}

interface Body {
  readonly incoming: IncomingMessage;
  /** Bytes of the connection by time of arrival, oldest first. */
  readonly arrivals: { readonly at: number; readonly bytes: number }[];
}

/**
 * Closes bodies that come to a standstill or to a trickle, and no others: a résumé over a slow connection takes minutes, and
 * is as welcome as any. The refusal is that of Node's own limit, `ERR_HTTP_REQUEST_TIMEOUT`.
 * @returns ends the watch
 */
export function watchBodyPace(server: Server, { windowMs, windowBytes, checkMs }: BodyPace): () => void {
  const bodies = new Map<Socket, Body>();
  server.prependListener('request', (incoming: IncomingMessage) => {
    const { socket, rawHeaders } = incoming;
    if (!hasBody(rawHeaders)) return;
    bodies.set(socket, { incoming, arrivals: [{ at: performance.now(), bytes: socket.bytesRead }] });
  });
  const check = () => {
    const now = performance.now();
    for (const [socket, { incoming, arrivals }] of bodies) {
      if (incoming.complete || socket.destroyed) {
        bodies.delete(socket);
        continue;
      }
      arrivals.push({ at: now, bytes: socket.bytesRead });
      // Keeps the newest sample that is old enough to compare with.
      while (arrivals[1] && now - arrivals[1].at >= windowMs) arrivals.shift();
      const [then] = arrivals;
      if (!then || now - then.at < windowMs || socket.bytesRead - then.bytes >= windowBytes) continue;
      bodies.delete(socket);
      const error = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    }
  };
  const watch = setInterval(check, checkMs).unref();
  return () => clearInterval(watch);
}
