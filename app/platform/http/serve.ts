import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, Server as NetServer } from 'node:net';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { httpErrors } from '../../shared/http-errors.ts';
import type { Log } from '../log/log.ts';
import { type BodyPace, watchBodyPace } from './body-pace.ts';
import type { HttpBindings } from './http-env.ts';
import { type LingeringClose, type LingerLimits, lingeringClose, lingerLimits } from './lingering-close.ts';
import type { CacheRequest, ReadyResponse } from './page-cache.ts';
import { respondToParserErrors } from './parser-errors.ts';
import { isProperRequest } from './request-target.ts';
import { type ResponsePace, watchResponsePace } from './response-pace.ts';
import type { SecurityHeaders } from './security-headers.ts';

/** Limits of a connection; the contract has slow headers and bodies closed within 40 s. */
export interface ConnectionLimits extends BodyPace, ResponsePace {
  /** Time until all headers have arrived, from the start of the connection or the request. */
  readonly headersMs: number;
  /** Hard limit until the whole request has arrived, at any pace. */
  readonly maxRequestMs: number;
  /** How long an idle connection stays open: longer than the 60 s of common proxies, so that the proxy closes first. */
  readonly idleMs: number;
  /** Maximum size of the request line and all headers, bytes. */
  readonly headerBytes: number;
  /** How long the server keeps reading a connection after a refusal that its client may not have read yet. */
  readonly linger: LingerLimits;
}

const connectionLimits: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 30_000,
  // 128 kbit/s, slower than any current mobile network; the largest résumé takes six and a half minutes at this rate.
  paceBytes: 480_000,
  maxRequestMs: 600_000,
  // Half of the common 60 s, since it may take twice as long. A train's tunnel is shorter.
  stalledResponseMs: 30_000,
  maxResponseMs: 600_000,
  checkMs: 5000,
  idleMs: 65_000,
  headerBytes: 16 * 1024,
  linger: lingerLimits,
};

export interface ServeOptions {
  readonly fetch: (request: Request, env: HttpBindings) => Response | Promise<Response>;
  /** Finds a cached response, which is sent without the application seeing the request. */
  readonly lookup?: ((request: CacheRequest) => ReadyResponse | undefined) | undefined;
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** For responses that are written before a request reaches the application. */
  readonly securityHeaders: SecurityHeaders;
  readonly log: Log;
  readonly limits?: Partial<ConnectionLimits>;
}

export type RunningServer = Awaited<ReturnType<typeof serve>>;

/** Listens and hands requests to the application. @throws the error of `listen`, such as `EADDRINUSE` */
export async function serve(options: ServeOptions) {
  const { host, port, securityHeaders, log } = options;
  const limits = { ...connectionLimits, ...options.limits };
  const work = countWork(options.fetch);
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.maxRequestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: limits.headerBytes,
    // Node's own response to a missing Host has no security headers, so `isProperRequest` checks for it below.
    requireHostHeader: false,
    insecureHTTPParser: false,
  });
  // A client may end its side after its request (RFC 9112, 9.6). Node has no type for this property.
  Object.assign(server, { httpAllowHalfOpen: true });
  const closing = lingeringClose(server, limits.linger);
  server.on('request', listenerFor({ ...options, fetch: work.fetch }, closing));
  respondToParserErrors(server, securityHeaders, closing);
  watchBodyPace(server, limits);
  watchResponsePace(server, limits);
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) =>
    refuse(outgoing, 417, securityHeaders),
  );

  await once(server.listen(port, host), 'listening');
  server.on('error', (error) => log.error('the server reports an error', { error }));
  return {
    /** The TCP port that the server listens on. */
    port: (server.address() as AddressInfo).port,
    /**
     * Stops accepting connections, drains keep-alive connections and waits for requests in flight.
     * @param graceMs after this time the remaining connections are closed; cleanup without a connection gets one more second
     */
    stop: (graceMs: number): Promise<void> => stop(server, work, graceMs, log),
  };
}

function listenerFor({ fetch, lookup, securityHeaders, log }: ServeOptions, closing: LingeringClose) {
  const listener = getRequestListener((request, env) => fetch(request, env as HttpBindings), {
    // An HTTP/1.0 request may have no Host. The public origin is never derived from Host anyway.
    hostname: 'localhost',
    errorHandler: (error) => {
      // `isProperRequest` accepts targets that the listener still cannot parse, such as absolute URLs with a user name.
      const isBadRequest = error instanceof Error && error.name === 'RequestError';
      if (!isBadRequest) log.error('request failed outside the application', { error });
      const status = isBadRequest ? 400 : 500;
      return new Response(refusalText[status], { status, headers: refusalHeaders(securityHeaders) });
    },
  });
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // The previous response has closed this connection.
    if (closing.isClosing(incoming.socket)) return;
    if (!isProperRequest(incoming)) return refuse(outgoing, 400, securityHeaders);
    const ready = lookup?.(incoming);
    if (!ready) return listener(incoming, outgoing);
    outgoing.writeHead(ready.status, ready.headers).end(ready.body);
  };
}

const refusalText = {
  400: `${httpErrors.invalid_request.message}\n`,
  417: 'This expectation cannot be met.\n',
  500: `${httpErrors.internal_error.message}\n`,
} as const;

const refusalHeaders = (securityHeaders: SecurityHeaders) => ({
  ...securityHeaders.bare,
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  connection: 'close',
});

function refuse(outgoing: ServerResponse, status: keyof typeof refusalText, securityHeaders: SecurityHeaders): void {
  outgoing.writeHead(status, refusalHeaders(securityHeaders)).end(refusalText[status]);
}

type Fetch = ServeOptions['fetch'];

type Work = ReturnType<typeof countWork>;

/** Counts the requests that the application is still handling: one that lost its connection may still have files to clean up. */
function countWork(fetch: Fetch) {
  let busyWith = 0;
  const idle = Promise.withResolvers<void>();
  let isAwaited = false;
  const end = () => {
    busyWith -= 1;
    if (isAwaited && busyWith === 0) idle.resolve();
  };
  return {
    fetch: ((request, env) => {
      const response = fetch(request, env);
      if (response instanceof Promise) {
        busyWith += 1;
        response.then(end, end);
      }
      return response;
    }) satisfies Fetch,
    /** Resolves once the application has no request in progress. */
    done(): Promise<void> {
      isAwaited = true;
      return busyWith === 0 ? Promise.resolve() : idle.promise;
    },
  };
}

/** How often idle connections are closed while the server stops, ms. */
const sweepMs = 50;

/** How long idle connections stay open while the server stops, so that a proxy can send one more request, ms. */
const drainMs = 1000;

/** How long aborted requests have to clean up, ms: an upload removes its partial file. */
const cleanUpMs = 1000;

/**
 * Accepts the connections that wait in the kernel: closing the listening socket would reset them and discard the data that their
 * clients have already sent. The event loop accepts one connection per turn, so a turn without one means that none was waiting;
 * a short turn means that hardly any arrived meanwhile.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = () => {
    accepted += 1;
  };
  server.on('connection', count);
  for (let turn = 0; turn < maxTurns; turn += 1) {
    const [began, before] = [performance.now(), accepted];
    await immediate();
    // The first turn began before this function did.
    if (turn > 0 && accepted === before && performance.now() - began < shortTurnMs) break;
  }
  server.off('connection', count);
}

/** Maximum duration of a turn of the event loop that did next to nothing, ms. */
const shortTurnMs = 0.3;
/** The server closes after this many turns even if none was short. */
const maxTurns = 1000;

async function stop(server: Server, work: Work, graceMs: number, log: Log): Promise<void> {
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => {
    // The HTTP server's own `close` also closes idle connections. A proxy may just have sent a form on one, which it must not
    // retry on another instance: its visitor would get 502.
    NetServer.prototype.close.call(server, () => resolve());
  });
  // The proxy then closes the connection itself and sends its next request to another instance.
  server.prependListener('request', (_: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.shouldKeepAlive = false;
  });
  const drainedAt = performance.now() + drainMs;
  // A keep-alive connection becomes idle after its last response, and would keep the process alive until it times out.
  const sweep = setInterval(() => {
    if (performance.now() >= drainedAt) server.closeIdleConnections();
  }, sweepMs);
  const cut = setTimeout(() => {
    log.warn('requests were cut off', { afterMs: graceMs });
    server.closeAllConnections();
  }, graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
  await Promise.race([work.done(), pause(cleanUpMs)]);
}
