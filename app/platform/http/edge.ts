import { Hono } from 'hono';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { redirectToCanonicalPath } from './canonical-path.ts';
import type { ClientAddresses } from './client-address.ts';
import type { EdgeEnv } from './edge-env.ts';
import { health, type Readiness } from './health.ts';
import { requestTrace } from './request-trace.ts';
import { type SecurityHeaders, securityHeaders } from './security-headers.ts';
import { type StaticLookup, staticFiles } from './static-files.ts';
import { unhandledErrors } from './unhandled-errors.ts';
import { unreadBody } from './unread-body.ts';

/** Dependencies of the edge. */
export interface EdgeOptions {
  readonly log: Log;
  readonly clock: Clock;
  readonly securityHeaders: SecurityHeaders;
  readonly clientAddresses: ClientAddresses;
  /** Called by `/readyz`. */
  readonly ready: () => Promise<Readiness>;
  /** Static files, looked up in this order. */
  readonly files: readonly StaticLookup[];
  /** Path prefixes that contain only files. */
  readonly filePrefixes: readonly string[];
}

/**
 * Creates the application's outermost layer, through which every request and every response passes, errors included. The
 * application adds its routes to it. The order matters: the first middleware sees every response.
 */
export function createEdge(options: EdgeOptions): Hono<EdgeEnv> {
  const edge = new Hono<EdgeEnv>();
  edge.use(requestTrace(options));
  edge.use(securityHeaders(options.securityHeaders));
  edge.use(unreadBody());
  edge.route('/', health(options));
  edge.use(redirectToCanonicalPath());
  edge.use(staticFiles({ lookups: options.files, prefixes: options.filePrefixes }));
  edge.onError(unhandledErrors);
  return edge;
}
