import { type IncomingMessage, type Server, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { LingeringClose } from './lingering-close.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Response status by Node's error code for input that the parser refuses; every other code is 400. */
const statusOfCode: ReadonlyMap<string | undefined, number> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', 413],
  ['HPE_HEADER_OVERFLOW', 431],
]);

/** What the sender has to change. Browsers encode URLs; programs such as curl send them as they are. */
const reasonOfCode: ReadonlyMap<string | undefined, string> = new Map([
  [
    'HPE_INVALID_URL',
    'The URL has a character that must be percent-encoded, such as %C3%A9 for é (RFC 3986, section 2).',
  ],
]);

/**
 * Responds to requests that Node's parser refuses or that time out with the same headers as every response, and closes the
 * connection, because the start of the next request is unknown. CONNECT, to which Node does not respond either, gets 405.
 */
export function respondToParserErrors(server: Server, securityHeaders: SecurityHeaders, closing: LingeringClose): void {
  const headLines = Object.entries(securityHeaders.bare).map(([name, value]) => `${name}: ${value}\r\n`);
  // Whether a connection's response has begun: writing another one into the middle of it would corrupt it.
  const begun = new WeakMap<Duplex, () => boolean>();
  server.prependListener('request', (incoming, outgoing) =>
    begun.set(incoming.socket, () => outgoing.headersSent && !outgoing.writableFinished),
  );
  const refuse = (socket: Duplex, status: number, { more = '', reason = STATUS_CODES[status] } = {}) => {
    const body = `${reason}\n`;
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headLines.join('')}${more}content-type: text/plain; charset=utf-8\r\n` +
        `cache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\ndate: ${new Date().toUTCString()}\r\n` +
        `connection: close\r\n\r\n${body}`,
    );
  };

  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // Bytes after the last response of a connection are ignored.
    if (socket instanceof Socket && closing.isClosing(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || begun.get(socket)?.()) socket.destroy();
    else {
      refuse(socket, statusOfCode.get(error.code) ?? 400, { reason: reasonOfCode.get(error.code) });
      if (socket instanceof Socket) closing.close(socket);
    }
  });
  server.on('connect', (_: IncomingMessage, socket) => {
    socket.on('error', () => {}).once('finish', () => socket.destroy());
    refuse(socket, 405, { more: 'allow: GET, HEAD, OPTIONS\r\n' });
  });
}
