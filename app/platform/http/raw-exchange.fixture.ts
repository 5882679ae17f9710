import { connect } from 'node:net';

/** Everything that a server sent on one connection. */
export interface RawExchange {
  /** All received bytes as text. */
  readonly text: string;
  /** The first status; 0 if there was no response. */
  readonly status: number;
  /** Header values of the first response by their lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds from the connection to its end. */
  readonly ms: number;
}

/**
 * Sends bytes as they are and reads until the server closes the connection.
 * @param parts sent one after the other, with a pause between them
 * @param options.end whether the client ends its side after the last part
 * @throws if the server has not closed the connection after `timeoutMs`; by default sooner than any limit of `serve` closes one, so
 *   that a test which lowers a limit fails where that has no effect
 */
export function exchange(
  port: number,
  parts: readonly string[],
  options: { pauseMs?: number; timeoutMs?: number; end?: boolean } = {},
): Promise<RawExchange> {
  const { pauseMs = 20, timeoutMs = 12_000, end = false } = options;
  const started = performance.now();
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    let text = '';
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`still open after ${timeoutMs} ms; received ${JSON.stringify(text)}`));
    }, timeoutMs);
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ text, ...readHead(text), ms: performance.now() - started });
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
    });
    socket.on('end', finish);
    socket.on('error', () => {});
    socket.on('close', finish);
    socket.on('connect', async () => {
      for (const part of parts) {
        if (socket.destroyed) return;
        socket.write(part);
        await new Promise((next) => setTimeout(next, pauseMs));
      }
      if (end) socket.end();
    });
  });
}

function readHead(text: string): { status: number; headers: Record<string, string> } {
  const [statusLine = '', ...lines] = (text.split('\r\n\r\n')[0] ?? '').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers: Object.fromEntries(headers) };
}
