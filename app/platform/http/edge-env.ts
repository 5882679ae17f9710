import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../log/log.ts';

/** What every handler behind the edge knows of its request. */
export interface EdgeVariables {
  /** Names this request in the log and in `X-Request-Id`. */
  traceId: string;
  /** The visitor's network address (see `client-address.ts`). Personal data: never logged, never stored with a record. */
  clientAddress: string;
  /** The log, with the trace on each line. */
  log: Log;
  /** True where the response already has every header that the edge would add. */
  isComplete?: boolean;
}

/** The connection below the request; absent in tests that call the application without a socket. */
export interface EdgeBindings {
  incoming?: IncomingMessage;
  outgoing?: ServerResponse;
}

/** Types of a Hono application behind the edge. */
export interface EdgeEnv {
  Variables: EdgeVariables;
  Bindings: EdgeBindings;
}
