import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { type Log, withoutMailboxes } from '../log/log.ts';
import type { ClientAddresses } from './client-address.ts';
import type { HttpEnv } from './http-env.ts';

/** Trace identifiers accepted from a trusted proxy: long enough to be unique, no characters that could forge a log line. */
const foreignTrace = /^[\w-]{8,128}$/u;

/** The header that identifies a request in failure reports, in lower case. */
export const traceHeader = 'x-request-id';

/** The peer of a request without a socket (in tests): the local machine. */
const noPeer = '127.0.0.1';

/**
 * Sets each request's trace, client address and log, and logs one line per response: at `info` if the request was refused or
 * failed, otherwise at `debug`, because each page view posts reports. Features log what they store. For privacy the line
 * contains the path without its query (which may be a search) and no address. Warns once of a proxy that is not trusted.
 */
export function requestTrace(options: { log: Log; clientAddresses: ClientAddresses }): MiddlewareHandler<HttpEnv> {
  const { log, clientAddresses } = options;
  let isWarned = false;
  return async (context, next) => {
    const started = performance.now();
    const { headers, method, url } = context.req.raw;
    const peer = context.env?.incoming?.socket.remoteAddress ?? noPeer;
    const offered = headers.get(traceHeader);
    const traceId = offered && foreignTrace.test(offered) && clientAddresses.isTrusted(peer) ? offered : randomUUID();
    const forwardedFor = headers.get('x-forwarded-for');
    if (!isWarned && forwardedFor !== null && clientAddresses.isUntrustedNeighbour(peer)) {
      isWarned = true;
      log.warn(
        'a proxy on a private network is not in TRUST_PROXY, so that all of its visitors count as one for RATE_LIMIT_SUBMISSIONS; add its address',
      );
    }
    context.set('traceId', traceId);
    context.set('clientAddress', clientAddresses.resolve(peer, forwardedFor));
    context.set('log', log.child({ trace: traceId }));

    await next();

    const { status } = context.res;
    if (!context.get('isComplete')) context.res.headers.set(traceHeader, traceId);
    const level = status < 400 ? 'debug' : 'info';
    log[level]('request', {
      trace: traceId,
      method,
      path: withoutMailboxes(new URL(url).pathname),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  };
}
