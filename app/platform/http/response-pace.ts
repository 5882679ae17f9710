import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How fast a client has to read a response. */
export interface ResponsePace {
  /** Without any of its bytes having been read, ms. It may last twice as long, and `checkMs`, until that is noticed. */
  readonly stalledMs: number;
  /** In all, ms. */
  readonly maxMs: number;
  /** How often responses are looked at, ms: how much later than said a connection may end. */
  readonly checkMs: number;
}

/**
 * Resets connections whose client has stopped reading its response, or reads it a few bytes at a time without end. What the
 * kernel holds for a client counts as taken (`lingering-close.ts` looks after that). The time that the application takes for a
 * response does not count.
 * @returns ends the watch
 */
export function watchResponsePace(server: Server, { stalledMs, maxMs, checkMs }: ResponsePace): () => void {
  /** When responses under way were first seen to have begun. */
  const begun = new Map<ServerResponse, number | undefined>();
  server.prependListener('request', (_: IncomingMessage, outgoing: ServerResponse) => {
    begun.set(outgoing, undefined);
    outgoing.once('close', () => begun.delete(outgoing));
  });
  /** Set for the few responses that are still under way at a check: a timer for each response costs more than a cached page. */
  const endWhenStalled = (outgoing: ServerResponse) => {
    const { socket } = outgoing;
    // Node knows how much of a write the kernel has accepted, and counts that as activity.
    outgoing.setTimeout(stalledMs, () => {
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
      } else if (now - at >= maxMs) outgoing.socket?.resetAndDestroy();
    }
  };
  const watch = setInterval(check, checkMs).unref();
  return () => clearInterval(watch);
}
