import type { IncomingMessage } from 'node:http';
import type { Log } from '../log/log.ts';

/** Properties of a request that the edge provides to every handler. */
export interface EdgeVariables {
  /** Identifies this request in the log and in `X-Request-Id`. */
  traceId: string;
  /** The visitor's network address (see `client-address.ts`). Personal data: never logged, never stored with a record. */
  clientAddress: string;
  /** A log that adds the trace to each line. */
  log: Log;
  /** Whether the response already has every header that the edge would add. */
  isComplete?: boolean;
}

/** The connection below the request; absent in tests that call the application without a socket. */
export interface EdgeBindings {
  incoming?: IncomingMessage;
}

/** Types of a Hono application behind the edge. */
export interface EdgeEnv {
  Variables: EdgeVariables;
  Bindings: EdgeBindings;
}
