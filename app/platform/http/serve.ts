import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { getRequestListener } from '@hono/node-server';
import { httpErrors } from '../../shared/http-errors.ts';
import type { Log } from '../log/log.ts';
import { watchBodyPace } from './body-pace.ts';
import type { EdgeBindings } from './edge-env.ts';
import { type LingeringClose, type LingerLimits, lingeringClose, lingerLimits } from './lingering-close.ts';
import type { CacheRequest, ReadyResponse } from './page-cache.ts';
import { respondToParserErrors } from './parser-errors.ts';
import { isProperRequest } from './request-target.ts';
import { watchResponsePace } from './response-pace.ts';
import type { SecurityHeaders } from './security-headers.ts';
import { discardRest } from './unread-body.ts';

/** A server that accepts connections. */
export interface RunningServer {
  /** Where it listens, as a browser on this machine would write it. */
  readonly port: number;
  /**
   * Stops accepting, drains kept-alive connections and waits for what is in flight.
   * @param graceMs after this long the rest is cut off; what then is left to do without a connection has a second more
   */
  stop(graceMs: number): Promise<void>;
}

/** Limits of a connection; the contract has slow headers and bodies closed within 40 s. */
export interface ConnectionLimits {
  /** Until the headers have arrived, counted from the start of the connection or the request. */
  readonly headersMs: number;
  /** Until the whole request has arrived; longer for one that keeps up its pace. */
  readonly requestMs: number;
  /** What a request has to bring in each `requestMs` to be given more time, bytes. */
  readonly paceBytes: number;
  /** Until the whole request has arrived, however fast it comes. */
  readonly maxRequestMs: number;
  /** Until a response is given up whose client has stopped reading; it may last twice as long. */
  readonly stalledResponseMs: number;
  /** Until a whole response has been read, however steadily. */
  readonly maxResponseMs: number;
  /** How often all of these are checked, and so how much later than said a connection may end. */
  readonly checkMs: number;
  /** How long an idle connection stays open: longer than the 60 s of common proxies, so that it is the proxy that closes. */
  readonly idleMs: number;
  /** Bytes of the request line and all headers. */
  readonly headerBytes: number;
  /** How long a connection is read behind a refusal that its client may not have heard yet. */
  readonly linger: LingerLimits;
}

const connectionLimits: ConnectionLimits = {
  headersMs: 15_000,
  requestMs: 30_000,
  // 128 kbit/s, less than any telephone network of this century: the largest résumé takes six and a half minutes then.
  paceBytes: 480_000,
  maxRequestMs: 600_000,
  // Half of what servers commonly wait (60 s), since it may take twice as long; a train's tunnel is shorter.
  stalledResponseMs: 30_000,
  maxResponseMs: 600_000,
  checkMs: 5000,
  idleMs: 65_000,
  headerBytes: 16 * 1024,
  linger: lingerLimits,
};

export interface ServeOptions {
  /** The application. */
  readonly fetch: (request: Request, env: EdgeBindings) => Response | Promise<Response>;
  /** Finds a response that is ready; what it finds is sent before the application sees the request. */
  readonly lookup?: ((request: CacheRequest) => ReadyResponse | undefined) | undefined;
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** For responses that are written before a request reaches the application. */
  readonly securityHeaders: SecurityHeaders;
  readonly log: Log;
  readonly limits?: Partial<ConnectionLimits>;
}

/**
 * Listens and hands requests to the application.
 * @throws the error of `listen`, such as `EADDRINUSE`
 */
export async function serve(options: ServeOptions): Promise<RunningServer> {
  const { host, port, securityHeaders, log } = options;
  const limits = { ...connectionLimits, ...options.limits };
  const work = countWork(options.fetch);
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.maxRequestMs,
    connectionsCheckingInterval: limits.checkMs,
    keepAliveTimeout: limits.idleMs,
    maxHeaderSize: limits.headerBytes,
    // Node's own response to a missing Host carries no security headers; `isProperRequest` asks for it below.
    requireHostHeader: false,
    insecureHTTPParser: false,
  });
  const closing = lingeringClose(server, limits.linger);
  server.on('request', listenerFor({ ...options, fetch: work.fetch }, closing));
  respondToParserErrors(server, securityHeaders, closing);
  const endBodyWatch = watchBodyPace(server, {
    windowMs: limits.requestMs,
    windowBytes: limits.paceBytes,
    checkMs: limits.checkMs,
  });
  const endResponseWatch = watchResponsePace(server, {
    stalledMs: limits.stalledResponseMs,
    maxMs: limits.maxResponseMs,
    checkMs: limits.checkMs,
  });
  const endWatches = () => {
    endBodyWatch();
    endResponseWatch();
  };
  server.on('checkExpectation', (_: IncomingMessage, outgoing: ServerResponse) =>
    refuse(outgoing, 417, securityHeaders),
  );

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  server.on('error', (error) => log.error('the server reports an error', { error }));
  return { port: portOf(server), stop: (graceMs) => stop(server, work, graceMs, log).finally(endWatches) };
}

const portOf = (server: Server) => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

function listenerFor({ fetch, lookup, securityHeaders, log }: ServeOptions, closing: LingeringClose) {
  const listener = getRequestListener((request, env) => fetch(request, env as EdgeBindings), {
    // A request of HTTP/1.0 may come without Host; the public origin is never derived from it anyway.
    hostname: 'localhost',
    errorHandler: (error) => {
      // What `isProperRequest` lets through and the listener still cannot express as a URL: absolute URLs with a user, say.
      const isBadRequest = error instanceof Error && error.name === 'RequestError';
      if (!isBadRequest) log.error('request failed outside the application', { error });
      const status = isBadRequest ? 400 : 500;
      return new Response(refusalText[status], { status, headers: refusalHeaders(securityHeaders) });
    },
  });
  const refuseImproper = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    await discardRest(incoming);
    refuse(outgoing, 400, securityHeaders);
  };
  return (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Its connection ended with the response before this one.
    if (closing.isClosing(incoming.socket)) return;
    if (!isProperRequest(incoming)) return refuseImproper(incoming, outgoing);
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

/** Requests that the application still works on: one that lost its connection may still have files to clean up. */
interface Work {
  readonly fetch: Fetch;
  /** Resolves once the application is busy with nothing. */
  done(): Promise<void>;
}

function countWork(fetch: Fetch): Work {
  let busyWith = 0;
  const idle = Promise.withResolvers<void>();
  let isAwaited = false;
  const end = () => {
    busyWith -= 1;
    if (isAwaited && busyWith === 0) idle.resolve();
  };
  return {
    fetch: (request, env) => {
      const answer = fetch(request, env);
      if (answer instanceof Promise) {
        busyWith += 1;
        answer.then(end, end);
      }
      return answer;
    },
    done() {
      isAwaited = true;
      return busyWith === 0 ? Promise.resolve() : idle.promise;
    },
  };
}

/** How often connections that became idle are closed while the server stops. */
const sweepMs = 50;

/** How long idle connections stay open while the server stops, so that whoever uses them learns that they end, ms. */
const drainMs = 1000;

/** How long what was cut off has to clean up behind itself, ms: an upload removes the part of its file that has arrived. */
const cleanUpMs = 1000;

/**
 * Accepts the connections that wait in the kernel: closing the listening socket would reset them, and with them what their clients have
 * sent already. The event loop accepts one connection a turn, so a turn without one shows that none waits; a short one, that hardly any
 * has come meanwhile.
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
    // The first turn has begun before this function.
    if (turn > 0 && accepted === before && performance.now() - began < shortTurnMs) break;
  }
  server.off('connection', count);
}

/** A turn of the event loop in which next to nothing was done, ms. */
const shortTurnMs = 0.3;
/** Where no turn is like that the server closes after so many. */
const maxTurns = 1000;

async function stop(server: Server, work: Work, graceMs: number, log: Log): Promise<void> {
  await acceptWaiting(server);
  const closed = new Promise<void>((resolve) => {
    // That of HTTP also closes idle connections. A proxy may just have sent a form on one, which it must not send again to
    // another instance: its visitor would get 502.
    NetServer.prototype.close.call(server, () => resolve());
  });
  // The proxy then closes the connection itself, and goes elsewhere with its next request.
  server.prependListener('request', (_: IncomingMessage, outgoing: ServerResponse) => {
    outgoing.shouldKeepAlive = false;
  });
  const drainedAt = performance.now() + drainMs;
  // A keep-alive connection becomes idle after its last response, and would hold the process until it times out.
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
