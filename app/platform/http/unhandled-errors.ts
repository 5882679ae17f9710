import type { ErrorHandler } from 'hono';
import { isApiPath } from '../../paths.ts';
import { httpErrors, jsonError } from '../../shared/http-errors.ts';
import type { EdgeEnv } from './edge-env.ts';

/**
 * Responds to what nothing else caught: 500, generic, with the trace by which the log line is found. API endpoints respond with JSON,
 * everything else with a small page.
 */
export const unhandledErrors: ErrorHandler<EdgeEnv> = (error, context) => {
  const traceId = context.get('traceId');
  // A body that stops half way fails its reader: that is the visitor's leaving, not this server's fault.
  const level = context.env?.incoming?.destroyed ? 'info' : 'error';
  context.get('log')[level]('request failed', { method: context.req.method, path: context.req.path, error });
  if (isApiPath(context.req.path)) {
    return jsonError('internal_error', { details: { trace: traceId } });
  }
  return context.html(failurePage(traceId), 500, { 'Cache-Control': 'no-store' });
};

/** Stands when the renderer itself may be what failed, so it needs nothing of it. Unstyled: its policy allows none. */
const failurePage = (traceId: string) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Something went wrong</title>
<main>
<h1>Something went wrong</h1>
<p>${httpErrors.internal_error.message}</p>
<p>Reference: ${traceId}</p>
<p><a href="/">Go to the home page</a></p>
</main>
</html>
`;
