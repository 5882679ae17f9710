import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, ServerRouter } from 'react-router';
import { DocumentContext } from './document-context.ts';
import earlyScript from './early/early.ts?inline-script';
import { notFoundPath } from './not-found-path.ts';
import { scriptMark, stylesMark } from './platform/http/finish-page.ts';

// In development nothing is finished: there is no policy, and a mark would be a difference that React complains of.
const mark = import.meta.env.DEV ? undefined : scriptMark;
const documentParts = { styles: stylesMark, mark, earlyScript };

/**
 * Renders the whole document before it answers: pages are kept and sent again, so nothing is gained by streaming, and
 * the finished text is what the content security policy is computed from.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
): Promise<Response> {
  // The page of an unknown path is the same for all of them: it is rendered at one path, and cached.
  if (status === 404 && !import.meta.env.DEV && new URL(request.url).pathname !== notFoundPath)
    return new Response(null, { status });
  headers.set('Content-Type', 'text/html; charset=utf-8');
  const html = await new Promise<string>((resolve, reject) => {
    let failure: unknown;
    const { pipe } = renderToPipeableStream(
      <DocumentContext value={documentParts}>
        <ServerRouter context={routerContext} url={request.url} {...(mark ? { nonce: mark } : {})} />
      </DocumentContext>,
      {
        ...(mark ? { nonce: mark } : {}),
        onAllReady() {
          if (failure) reject(failure);
          else resolve(text(pipe(new PassThrough())));
        },
        onShellError: reject,
        onError(error) {
          failure = error;
        },
      },
    );
  });
  return new Response(html, { status, headers });
}
