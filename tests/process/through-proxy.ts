import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

// Requests of visitors to a proxy in front of the site, on a port of this machine.

export interface Received {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  /** As sent, in the encoding that its header names. */
  readonly body: Buffer;
}

export interface VisitorOptions {
  /** The visitor's address. */
  from?: string;
  /** Sent by POST. */
  form?: FormData;
  headers?: Record<string, string>;
}

/** Sends one request over a new connection. @param port on which the proxy speaks TLS, with a certificate of the test */
export async function askProxy(
  port: number,
  path: string,
  { from = '127.0.0.1', form, headers = {} }: VisitorOptions = {},
): Promise<Received> {
  const message = form && new Response(form);
  const bytes = message && Buffer.from(await message.arrayBuffer());
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path,
    servername: 'localhost',
    localAddress: from,
    rejectUnauthorized: false,
    agent: false,
    method: form ? 'POST' : 'GET',
    headers: {
      host: `localhost:${port}`,
      ...(message ? { 'content-type': message.headers.get('content-type') ?? '' } : {}),
      ...headers,
    },
  });
  Readable.from(bytes ? [bytes] : []).pipe(outgoing);
  const [incoming] = await once(outgoing, 'response');
  return { status: incoming.statusCode, headers: incoming.headers, body: await buffer(incoming) };
}
