import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { discard } from './unread-body.ts';

/** How long a connection is still held behind its last response. */
export interface LingerLimits {
  /** While the rest of a refused request is received and nothing of it arrives, ms. */
  readonly silentMs: number;
  /** While the rest of a refused request is received, ms. */
  readonly receiveMs: number;
  /** What is received at most, bytes. */
  readonly bytes: number;
  /** Until the client has taken what the kernel still holds for it, and has closed its side, ms. */
  readonly takeMs: number;
}

/** As long as nginx receives (`lingering_time`), and as much as the largest form that is accepted. */
export const lingerLimits: LingerLimits = {
  silentMs: 2000,
  receiveMs: 30_000,
  bytes: 8 * 1024 * 1024,
  takeMs: 30_000,
};

/** How often the limits are checked, as a part of the shorter one. */
const checksOfLimit = 5;

/** Closes connections whose client may still be sending, or still be reading. */
export interface LingeringClose {
  /** Closes a connection on which everything has been written. What still arrives on it is discarded. */
  close(socket: Socket): void;
  /** Whether `close` has been called: nothing more may be written. */
  isClosing(socket: Socket): boolean;
}

/**
 * Makes a server close connections in steps (RFC 9112, 9.6): it receives the rest of the request, ends its own side, and lets go
 * when the client has ended the other. A client that exceeds a limit is reset.
 *
 * Node closes a connection right behind a response with `Connection: close`. The next bytes of a client that is still sending are
 * then reset, and many clients report that (`EPIPE`, `ECONNRESET`, "Failed to fetch") instead of the response that
 * they had received before it. What a client does not read, on the other hand, the kernel holds for minutes behind the process's
 * back; only a reset frees it.
 */
export function lingeringClose(server: Server, { silentMs, receiveMs, bytes, takeMs }: LingerLimits): LingeringClose {
  const latest = new WeakMap<Socket, { incoming: IncomingMessage; outgoing: ServerResponse }>();
  const closing = new WeakSet<Socket>();

  const close = (socket: Socket): void => {
    if (closing.has(socket)) return;
    closing.add(socket);
    const incoming = latest.get(socket)?.incoming;
    const since = performance.now();
    const received = socket.bytesRead;
    let endedAt: number | undefined;
    let heard = { at: since, bytes: received };
    const end = () => {
      if (endedAt !== undefined) return;
      endedAt = performance.now();
      socket.end();
    };
    const isTooMuch = () => socket.bytesRead - received > bytes;
    const check = () => {
      const now = performance.now();
      if (socket.bytesRead > heard.bytes) heard = { at: now, bytes: socket.bytesRead };
      if (isTooMuch() || (endedAt !== undefined && now - endedAt >= takeMs)) socket.resetAndDestroy();
      else if (now - heard.at >= silentMs || now - since >= receiveMs) end();
    };
    const checking = setInterval(check, Math.min(silentMs, takeMs) / checksOfLimit).unref();
    // The sockets of a server stay open when the other side has ended.
    socket.once('end', () => Socket.prototype.destroySoon.call(socket)).once('close', () => clearInterval(checking));
    if (!incoming || incoming.complete) {
      end();
      return;
    }
    discard(incoming);
    incoming.once('end', end).on('data', () => {
      // Between two checks a fast client sends many times as much.
      if (isTooMuch()) socket.resetAndDestroy();
    });
  };

  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    latest.set(incoming.socket, { incoming, outgoing }),
  );
  server.on('connection', (socket: Socket) => {
    // Node calls it after the last response of a connection.
    socket.destroySoon = () => close(socket);
  });
  // A connection that has been idle for long enough; one that waits for its response is none of it.
  server.on('timeout', (socket: Socket) => {
    if (latest.get(socket)?.outgoing.writableFinished !== false) close(socket);
  });
  return { close, isClosing: (socket) => closing.has(socket) };
}
