import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { hasBody } from './raw-headers.ts';

/** The minimum rate at which a request body must arrive. */
export interface BodyPace {
  /** Time until the whole request has arrived, ms; extended while the body keeps up `paceBytes`. */
  readonly requestMs: number;
  /** Bytes that a body must deliver in each `requestMs` to be granted more time. */
  readonly paceBytes: number;
  /** How often bodies are checked, and so how late one may be refused, ms. */
  readonly checkMs: number;
}

interface Body {
  readonly incoming: IncomingMessage;
  /** Bytes of the connection by time of arrival, oldest first. */
  readonly arrivals: { readonly at: number; readonly bytes: number }[];
}

/**
 * Refuses bodies that stall or trickle. A total time limit would also refuse a résumé that takes minutes over a slow
 * connection. Emits the error of Node's own limit, `ERR_HTTP_REQUEST_TIMEOUT`. Ends with the server.
 */
export function watchBodyPace(server: Server, { requestMs, paceBytes, checkMs }: BodyPace): void {
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
      // Drops all samples older than the newest one that is old enough to compare with.
      while (arrivals[1] && now - arrivals[1].at >= requestMs) arrivals.shift();
      const [then] = arrivals;
      if (!then || now - then.at < requestMs || socket.bytesRead - then.bytes >= paceBytes) continue;
      bodies.delete(socket);
      const error = Object.assign(new Error('The body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, socket);
    }
  };
  const watch = setInterval(check, checkMs).unref();
  server.once('close', () => clearInterval(watch));
}
