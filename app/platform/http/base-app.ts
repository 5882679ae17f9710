import { Hono } from 'hono';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { redirectToCanonicalPath } from './canonical-path.ts';
import type { ClientAddresses } from './client-address.ts';
import { health, type Readiness } from './health.ts';
import type { HttpEnv } from './http-env.ts';
import { requestTrace } from './request-trace.ts';
import { type SecurityHeaders, securityHeaders } from './security-headers.ts';
import { type StaticLookup, staticFiles } from './static-files.ts';
import { unhandledErrors } from './unhandled-errors.ts';
import { unreadBody } from './unread-body.ts';

export interface BaseAppOptions {
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

/** Creates the outermost layer of the application, for every request and response, errors included: its first middleware sees all. */
export function createBaseApp(options: BaseAppOptions): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(requestTrace(options));
  app.use(securityHeaders(options.securityHeaders));
  app.use(unreadBody());
  app.route('/', health(options));
  app.use(redirectToCanonicalPath());
  app.use(staticFiles({ lookups: options.files, prefixes: options.filePrefixes }));
  app.onError(unhandledErrors);
  return app;
}
