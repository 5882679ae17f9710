import { editorPath } from '../paths.ts';

/** Title of the editor's document, and name of the editor where people sign in. */
export const editorTitle = 'Edit the site';

/** The document in which the editor (Sveltia CMS) runs. */
export const editorDocument = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${editorTitle}</title>
<link rel="stylesheet" href="${editorPath}/editor.css">
<script src="${editorPath}/start.js" type="module"></script>
</head>
<body><div id="nc-root"></div></body>
</html>
`;

/**
 * Returns the headers of the editor's documents. Only they may use style elements, which its components add, and connect to the git host.
 * @param options.origin of the editor. In the pane beside the fields, a document with a `blob:` URL, Firefox does not take it for 'self'
 * @param options.connectTo origins of the git host
 * @param options.frames origins that may be framed next to the editor
 * @param options.hasPopup whether editors sign in in a window of the git host, which comes back here and reports to its opener: a
 *   policy about openers would part the two
 */
export function editorHeaders({
  origin,
  connectTo = [],
  frames = [],
  hasPopup = false,
}: {
  origin: string;
  connectTo?: readonly string[];
  frames?: readonly string[];
  hasPopup?: boolean;
}): Record<string, string> {
  const own = `'self' ${origin}`;
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex',
    'Cross-Origin-Opener-Policy': hasPopup ? 'unsafe-none' : 'same-origin',
    'Content-Security-Policy': [
      "default-src 'none'",
      "script-src 'self'",
      `style-src ${own} 'unsafe-inline'`,
      `img-src ${own} blob: data:`,
      `font-src ${own}`,
      `media-src ${own} blob:`,
      ['connect-src', "'self'", 'blob:', 'data:', ...connectTo].join(' '),
      ['frame-src', "'self'", 'blob:', ...frames].join(' '),
      "worker-src 'self' blob:",
      "form-action 'self'",
      // The editor's own preview pane names this origin as its base.
      "base-uri 'self'",
      // The pane has the policy, too: with 'none', WebKit would not show it.
      `frame-ancestors ${own}`,
      "object-src 'none'",
    ].join('; '),
  };
}
