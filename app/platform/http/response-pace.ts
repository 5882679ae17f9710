import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Limits for how slowly a client may read a response. */
export interface ResponsePace {
  /** Maximum time without progress, ms. Detection may take twice as long, plus `checkMs`. */
  readonly stalledResponseMs: number;
  /** Maximum total time, ms. */
  readonly maxResponseMs: number;
  /** How often responses are checked, and so how late a connection may be reset, ms. */
  readonly checkMs: number;
}

/**
 * Resets connections whose client has stopped reading its response or reads it endlessly a few bytes at a time. Bytes that
 * the kernel has buffered count as read (`lingering-close.ts` handles those). The time that the application needs to
 * respond does not count. Ends with the server.
 */
export function watchResponsePace(server: Server, { stalledResponseMs, maxResponseMs, checkMs }: ResponsePace): void {
  /** Open responses, with the time of the first check that found them begun. */
  const begun = new Map<ServerResponse, number | undefined>();
  server.prependListener('request', (_: IncomingMessage, outgoing: ServerResponse) => {
    begun.set(outgoing, undefined);
    outgoing.once('close', () => begun.delete(outgoing));
  });
  /** Only for the few responses still open at a check: a timer for every response would cost more than a cached page. */
  const endWhenStalled = (outgoing: ServerResponse) => {
    const { socket } = outgoing;
    // Node knows how much of a write the kernel has accepted, and counts that as activity.
    outgoing.setTimeout(stalledResponseMs, () => {
      if (socket && socket.writableLength > 0) socket.resetAndDestroy();
    });
  };
  const check = () => {
    const now = performance.now();
    for (const [outgoing, at] of begun) {
      if (!outgoing.headersSent) continue;
      if (at === undefined) {
        begun.set(outgoing, now);
        endWhenStalled(outgoing);
      } else if (now - at >= maxResponseMs) outgoing.socket?.resetAndDestroy();
    }
  };
  const watch = setInterval(check, checkMs).unref();
  server.once('close', () => clearInterval(watch));
}
