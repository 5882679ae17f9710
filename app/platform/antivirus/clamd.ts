import { once } from 'node:events';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import type { ScanResult, VirusScanner } from './virus-scanner.ts';

/** Timeout of a scan, ms, while a visitor waits for the response. */
const timeoutMs = 10_000;
const defaultPort = 3310;
/** Maximum length of a reply, which is one short line. */
const maxReply = 4096;

/** Scans files by the INSTREAM command of ClamAV's daemon (clamd(8)). @param url `tcp://host:3310` or `unix:///path/of/the/socket` */
export function createClamdScanner(url: string): VirusScanner {
  const address = addressOf(new URL(url));
  return {
    async scan(content, signal) {
      const ending = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]);
      let socket: Socket | undefined;
      try {
        ending.throwIfAborted();
        socket = connect({ ...address, signal: ending } as NetConnectOpts);
        const reply = readReply(socket);
        // Clamd replies early if it refuses to read the whole stream.
        await Promise.race([reply, send(socket, content, reply, ending)]);
        return resultOf(await reply);
      } catch (error) {
        const { message, code } = (ending.aborted ? ending.reason : error) as NodeJS.ErrnoException;
        // A host name with several addresses fails with an error that has no message.
        return { verdict: 'unavailable', reason: message || String(code) };
      } finally {
        socket?.destroy();
      }
    },
  };
}

function addressOf({ protocol, hostname, port, pathname }: URL): { path: string } | { host: string; port: number } {
  if (protocol === 'unix:') return { path: decodeURIComponent(pathname) };
  return { host: hostname.replace(/^\[|\]$/gu, ''), port: Number(port || defaultPort) };
}

/** Sends each chunk preceded by its length; a chunk of length zero ends the stream. @param reply settles when the connection ends, too */
async function send(
  socket: Socket,
  content: AsyncIterable<Uint8Array>,
  reply: Promise<string>,
  signal: AbortSignal,
): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const piece of content) {
    if (piece.byteLength === 0) continue;
    if (socket.destroyed) return;
    socket.write(lengthOf(piece));
    if (!socket.write(piece)) await Promise.race([once(socket, 'drain', { signal }), reply]);
  }
  socket.write(lengthOf(new Uint8Array()));
}

function lengthOf(piece: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(piece.byteLength);
  return length;
}

function readReply(socket: Socket): Promise<string> {
  const reply = new Promise<string>((resolve, reject) => {
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (piece: string) => {
      text += piece;
      if (text.includes('\0')) resolve(text.slice(0, text.indexOf('\0')));
      else if (text.length > maxReply) reject(new Error('The reply of clamd is too long'));
    });
    socket.on('error', reject);
    const endEarly = () => reject(new Error('Clamd closed the connection without a reply'));
    socket.on('end', endEarly);
    socket.on('close', endEarly);
  });
  // The reply may fail while the file is still being sent.
  reply.catch(() => {});
  return reply;
}

function resultOf(reply: string): ScanResult {
  const [, found] = /^stream: (.+) FOUND$/u.exec(reply) ?? [];
  if (found) return { verdict: 'infected', signature: found };
  if (reply === 'stream: OK') return { verdict: 'clean' };
  return { verdict: 'unavailable', reason: `Clamd replied ${JSON.stringify(reply.slice(0, 200))}` };
}
