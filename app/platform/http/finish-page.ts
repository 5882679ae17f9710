import { createHash, randomUUID } from 'node:crypto';

/**
 * Marks every script that the renderer itself wrote. It is made anew with each process, so no text on a page can guess
 * it; it never leaves the server.
 */
export const scriptMark = randomUUID();

/** Stands in the document where the styles go. */
export const stylesMark = `/*${randomUUID()}*/`;

/** Type of a module script that waits until the page is painted and idle; the early script starts it. */
const deferredType = 'text/deferred-module';

/**
 * Turns a rendered document into the text that is kept and sent:
 * - the styles are written into the page, so that the first paint waits for no second request;
 * - scripts wait: no module is preloaded, and the entry becomes a data block that the early script starts when idle;
 * - each inline style and script that the renderer wrote is named by its hash in the policy, and nothing else may run
 *   (CSP Level 3, 8.3). A hash, unlike a nonce, may be kept and sent to every visitor.
 * @param styles the site's stylesheet
 * @param reportsTo origins beside the site's own that its scripts may send to
 */
export function finishPage(
  html: string,
  styles: string,
  reportsTo: readonly string[] = [],
): { html: string; policy: string } {
  const scripts = new Set<string>();
  const marked = new RegExp(`<script nonce="${scriptMark}"([^>]*)>([\\s\\S]*?)</script>`, 'gu');
  const finished = html
    .replace(/<link rel="modulepreload"[^>]*>/gu, '')
    .replaceAll(marked, (_, attributes: string, code: string) => {
      if (code) scripts.add(hashSource(code));
      return attributes.includes('type="module"')
        ? `<script type="${deferredType}">${code}</script>`
        : `<script${attributes}>${code}</script>`;
    })
    .replace(stylesMark, () => styles);
  return {
    html: finished,
    policy: pagePolicy([...scripts], html.includes(stylesMark) ? [hashSource(styles)] : [], reportsTo),
  };
}

const hashSource = (source: string) => `'sha256-${createHash('sha256').update(source).digest('base64')}'`;

/** Content Security Policy of a page (Contract, On the wire). */
function pagePolicy(scripts: readonly string[], styles: readonly string[], reportsTo: readonly string[]): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scripts].join(' '),
    ['style-src', "'self'", ...styles].join(' '),
    "img-src 'self'",
    "font-src 'self'",
    "media-src 'self'",
    ['connect-src', "'self'", ...reportsTo].join(' '),
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
}
