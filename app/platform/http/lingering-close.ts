import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** How long a connection stays open after its last response. */
export interface LingerLimits {
  /** Maximum silence while the rest of a refused request is received, ms. */
  readonly silentMs: number;
  /** Maximum time to receive the rest of a refused request, ms. */
  readonly receiveMs: number;
  /** Maximum of bytes received after the response. */
  readonly bytes: number;
  /** Maximum time until the client has read what the kernel has buffered for it and has closed its side, ms. */
  readonly takeMs: number;
}

/** Receives as long as nginx does by default (`lingering_time`), and as much as the largest accepted form. */
export const lingerLimits: LingerLimits = {
  silentMs: 2000,
  receiveMs: 30_000,
  bytes: 8 * 1024 * 1024,
  takeMs: 30_000,
};

/** How many times the limits are checked within the shorter one. */
const checksOfLimit = 5;

export type LingeringClose = ReturnType<typeof lingeringClose>;

/**
 * Makes a server close connections in steps (RFC 9112, 9.6): it receives the rest of the request, ends its own side, and
 * destroys the socket when the client has ended the other. A client that exceeds a limit is reset.
 *
 * Node closes a connection immediately after a response with `Connection: close`. If the client is still sending, its next bytes
 * cause a reset, and many clients report that (`EPIPE`, `ECONNRESET`, "Failed to fetch") instead of the response that they
 * received before it. Conversely, the kernel buffers unread data for minutes after the process has closed the socket; only a
 * reset frees it.
 */
export function lingeringClose(server: Server, { silentMs, receiveMs, bytes, takeMs }: LingerLimits) {
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
    // A server's sockets stay open after the other side has ended.
    socket.once('end', () => Socket.prototype.destroySoon.call(socket)).once('close', () => clearInterval(checking));
    if (!incoming || incoming.complete) {
      end();
      return;
    }
    // Other listeners would queue the rest, and pause the stream when their queue is full.
    incoming.removeAllListeners('data').resume();
    incoming.once('end', end).on('data', () => {
      // A fast client can send many times the limit between two checks.
      if (isTooMuch()) socket.resetAndDestroy();
    });
  };

  server.prependListener('request', (incoming: IncomingMessage, outgoing: ServerResponse) =>
    latest.set(incoming.socket, { incoming, outgoing }),
  );
  server.on('connection', (socket: Socket) => {
    // Node calls this after the last response of a connection.
    socket.destroySoon = () => close(socket);
  });
  // Closes connections that have been idle for too long. One that waits for its response is not idle.
  server.on('timeout', (socket: Socket) => {
    if (latest.get(socket)?.outgoing.writableFinished !== false) close(socket);
  });
  return {
    /** Closes a connection on which everything has been written. Bytes that still arrive are discarded. */
    close,
    /** Whether `close` has been called, after which nothing more may be written. */
    isClosing: (socket: Socket): boolean => closing.has(socket),
  };
}
