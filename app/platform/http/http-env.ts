import type { IncomingMessage } from 'node:http';
import type { Log } from '../log/log.ts';

/** Properties of a request that the base application provides to every handler. */
export interface HttpVariables {
  /** Identifies this request in the log and in `X-Request-Id`. */
  traceId: string;
  /** The visitor's network address (see `client-address.ts`). Personal data: never logged, never stored with a record. */
  clientAddress: string;
  /** A log that adds the trace to each line. */
  log: Log;
  /** Whether the response already has every header that the base application would add. */
  isComplete?: boolean;
}

/** The connection below the request; absent in tests that call the application without a socket. */
export interface HttpBindings {
  incoming?: IncomingMessage;
}

/** Types of a Hono application that extends the base application. */
export interface HttpEnv {
  Variables: HttpVariables;
  Bindings: HttpBindings;
}
