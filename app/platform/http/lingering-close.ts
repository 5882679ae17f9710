import type { IncomingMessage, Server } from 'node:http';
import { Socket } from 'node:net';
import { discard } from './unread-body.ts';

/** How long a connection is still read behind its last response. */
export interface LingerLimits {
  /** Without anything having arrived, ms. */
  readonly silentMs: number;
  /** In all, ms. */
  readonly totalMs: number;
  /** Bytes. */
  readonly bytes: number;
}

/** In all as long as nginx (`lingering_time`), and as much as the largest form that is accepted. */
export const lingerLimits: LingerLimits = { silentMs: 2000, totalMs: 30_000, bytes: 8 * 1024 * 1024 };

/** How often the limits are checked, as a part of `silentMs`. */
const checksOfSilence = 5;

/** Closes connections whose client may still be sending. */
export interface LingeringClose {
  /**
   * Closes a connection on which everything has been written: as soon as its request has been received to the end, or its client
   * closes it, or a limit is reached. What arrives meanwhile is discarded.
   */
  close(socket: Socket): void;
  /** Whether `close` has been called: nothing more may be written. */
  isClosing(socket: Socket): boolean;
}

/**
 * Makes a server close connections in two steps (RFC 9112, 9.6). Node closes one right behind a response with
 * `Connection: close`; the next bytes of a client that is still sending are then answered with a reset, and many clients
 * report the reset (`EPIPE`, `ECONNRESET`, "Failed to fetch") instead of the response that they had received before it.
 */
export function lingeringClose(server: Server, { silentMs, totalMs, bytes }: LingerLimits): LingeringClose {
  const requests = new WeakMap<Socket, IncomingMessage>();
  const closing = new WeakSet<Socket>();

  const close = (socket: Socket): void => {
    if (closing.has(socket)) return;
    closing.add(socket);
    const incoming = requests.get(socket);
    const started = { at: performance.now(), bytes: socket.bytesRead };
    const heard = { ...started };
    const end = () => {
      clearInterval(checking);
      Socket.prototype.destroySoon.call(socket);
    };
    const check = () => {
      const now = performance.now();
      if (socket.bytesRead > heard.bytes) Object.assign(heard, { at: now, bytes: socket.bytesRead });
      const isOver = now - heard.at >= silentMs || now - started.at >= totalMs || heard.bytes - started.bytes > bytes;
      if (isOver) end();
    };
    const checking = setInterval(check, silentMs / checksOfSilence).unref();
    socket.once('end', end).once('close', () => clearInterval(checking));
    if (!incoming || incoming.complete) return;
    incoming.once('end', end);
    discard(incoming);
  };

  server.prependListener('request', (incoming: IncomingMessage) => requests.set(incoming.socket, incoming));
  server.on('connection', (socket: Socket) => {
    // Node calls it behind the last response of a connection, and nothing else does.
    socket.destroySoon = () => {
      if (requests.get(socket)?.complete === false) close(socket);
      else if (!closing.has(socket)) Socket.prototype.destroySoon.call(socket);
    };
  });
  return { close, isClosing: (socket) => closing.has(socket) };
}
