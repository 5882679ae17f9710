import { randomUUID } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import type { Log } from '../log/log.ts';
import type { ClientAddresses } from './client-address.ts';
import type { EdgeEnv } from './edge-env.ts';

/** What a trusted proxy may choose as a trace: enough to be unique, nothing that could forge a line of the log. */
const foreignTrace = /^[\w-]{8,128}$/u;

/** Names the request to whoever reports a failure, in lower case. */
export const traceHeader = 'x-request-id';

/** Where no socket is below the request (a test), it comes from the machine itself. */
const noPeer = '127.0.0.1';

/**
 * Gives each request its trace, its client address and its log, and writes one line with its response: at `info` for
 * what was refused, failed or may have changed something, at `debug` for what was merely read. The line holds the path
 * without its query (a search is the visitor's) and no address.
 */
export function requestTrace(options: { log: Log; clientAddresses: ClientAddresses }): MiddlewareHandler<EdgeEnv> {
  const { log, clientAddresses } = options;
  return async (context, next) => {
    const started = performance.now();
    const { headers, method, url } = context.req.raw;
    const peer = context.env?.incoming?.socket.remoteAddress ?? noPeer;
    const offered = headers.get(traceHeader);
    const traceId = offered && foreignTrace.test(offered) && clientAddresses.isTrusted(peer) ? offered : randomUUID();
    context.set('traceId', traceId);
    context.set('clientAddress', clientAddresses.resolve(peer, headers.get('x-forwarded-for')));
    context.set('log', log.child({ trace: traceId }));

    await next();

    const { status } = context.res;
    if (!context.get('isComplete')) context.res.headers.set(traceHeader, traceId);
    const level = status < 400 && (method === 'GET' || method === 'HEAD') ? 'debug' : 'info';
    log[level]('request', {
      trace: traceId,
      method,
      path: pathOf(url),
      status,
      ms: Math.round((performance.now() - started) * 10) / 10,
    });
  };
}

/** The path of an absolute URL, without parsing it: this runs for every request. */
function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('//') + 2);
  const end = url.slice(start).search(/[?#]/u);
  return end === -1 ? url.slice(start) : url.slice(start, start + end);
}
