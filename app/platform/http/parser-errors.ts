import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { LingeringClose } from './lingering-close.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** What the parser refuses before there is a request, by Node's error codes; everything else is 400. */
const statusOfCode: ReadonlyMap<string | undefined, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/**
 * Responds to what Node's parser refuses, or stops waiting for, with the same headers as everything else, and closes the
 * connection: where the next request would begin is not known. CONNECT, for which Node makes no response either, gets 405.
 */
export function respondToParserErrors(server: Server, securityHeaders: SecurityHeaders, closing: LingeringClose): void {
  const headLines = Object.entries(securityHeaders.bare).map(([name, value]) => `${name}: ${value}\r\n`);
  // The responses under way by connection: once one has begun, another one in the middle of it would be garbage.
  const begun = new WeakMap<Duplex, () => boolean>();
  server.prependListener('request', (incoming, outgoing) =>
    begun.set(incoming.socket, () => outgoing.headersSent && !outgoing.writableFinished),
  );
  const refuse = (socket: Duplex, status: number, more = '') => {
    const body = `${STATUS_CODES[status]}\n`;
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headLines.join('')}${more}content-type: text/plain; charset=utf-8\r\n` +
        `cache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Bytes after the last response of a connection are ignored.
    if (socket instanceof Socket && closing.isClosing(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || begun.get(socket)?.()) socket.destroy();
    else {
      refuse(socket, statusOfCode.get(error.code) ?? 400);
      if (socket instanceof Socket) closing.close(socket);
    }
  });
  server.on('connect', (_: IncomingMessage, socket) => {
    socket.on('error', () => {}).once('finish', () => socket.destroy());
    refuse(socket, 405, 'allow: GET, HEAD, OPTIONS\r\n');
  });
}
