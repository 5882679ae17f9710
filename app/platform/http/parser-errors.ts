import { type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { SecurityHeaders } from './security-headers.ts';

/** What the parser refuses before there is a request, by Node's error codes; everything else is 400. */
const statusOfCode: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
};

/**
 * How long a refused connection is still read: closed at once, with bytes of the client on their way, it is reset, and
 * the client may lose the answer. Not longer, or it would stay as long as the client likes.
 */
const lingerMs = 500;

/**
 * Answers what Node's parser refuses or gives up waiting for with the same headers as everything else, and closes the
 * connection: where the next request would begin is not known.
 */
export function answerParserErrors(server: Server, securityHeaders: SecurityHeaders): void {
  const headLines = Object.entries(securityHeaders.bare).map(([name, value]) => `${name}: ${value}\r\n`);
  // The answers under way by connection: once one has begun, another one in the middle of it would be garbage.
  const begun = new WeakMap<Duplex, () => boolean>();
  server.prependListener('request', (incoming, outgoing) =>
    begun.set(incoming.socket, () => outgoing.headersSent && !outgoing.writableFinished),
  );

  const answered = new WeakSet<Duplex>();
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    // What arrives after the refusal is refused again, and not answered.
    if (answered.has(socket)) return;
    if (!socket.writable || error.code === 'ECONNRESET' || begun.get(socket)?.()) {
      socket.destroy();
      return;
    }
    answered.add(socket);
    const status = statusOfCode[error.code ?? ''] ?? 400;
    const body = `${STATUS_CODES[status]}\n`;
    socket.end(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${headLines.join('')}content-type: text/plain; charset=utf-8\r\n` +
        `cache-control: no-store\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
    );
    setTimeout(() => socket.destroy(), lingerMs).unref();
  });
}
