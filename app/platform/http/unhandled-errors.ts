import type { ErrorHandler } from 'hono';
import { isApiPath } from '../../paths.ts';
import { httpErrors, jsonError } from '../../shared/http-errors.ts';
import type { HttpEnv } from './http-env.ts';

/** Responds to errors that nothing else caught with a generic 500 and the trace: JSON from endpoints, a small page elsewhere. */
export const unhandledErrors: ErrorHandler<HttpEnv> = (error, context) => {
  const traceId = context.get('traceId');
  // If the visitor disconnects during an upload, reading the body fails; that is not an error of this server.
  const { destroyed, complete } = context.env?.incoming ?? {};
  const level = destroyed && !complete ? 'info' : 'error';
  context.get('log')[level]('request failed', { method: context.req.method, path: context.req.path, error });
  if (isApiPath(context.req.path)) {
    return jsonError('internal_error', { details: { trace: traceId } });
  }
  return context.html(failurePage(traceId), 500, { 'Cache-Control': 'no-store' });
};

/** Independent of the renderer, which may be the part that failed. Unstyled, because its Content-Security-Policy allows no styles. */
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
