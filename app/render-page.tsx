import { randomUUID } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import type { RequestServices } from './context.ts';
import { inlineScripts, SiteDocument, type SiteFrame, siteFrame } from './document.tsx';
import { thirdPartyOrigins } from './features/analytics/analytics-settings.ts';
import { hashSource, stylesOf } from './styles.ts';
import { IslandContext, type IslandRenderer } from './ui/island/create-island.tsx';

/** What a route shows. */
export interface Page {
  /** 200 where absent. */
  status?: 200 | 400 | 403 | 404 | 408 | 410 | 411 | 413 | 415 | 422 | 429 | 500 | 503;
  headers?: Readonly<Record<string, string>>;
  /** Title and metadata. */
  head: (frame: SiteFrame) => ReactNode;
  /** What stands in `main`. */
  body: (frame: SiteFrame) => ReactNode;
}

const scriptSources = inlineScripts.map(hashSource);

/** No text of a page can guess it: it is made anew with each process and never leaves it. */
const mark = randomUUID();

/**
 * Renders a whole document. Every inline style and script is named by its hash in the policy (CSP Level 3, 8.3): a hash, unlike a
 * nonce, may be cached and sent to every visitor.
 * @param pathname of the page
 */
export function renderPage(page: Page, services: RequestServices, pathname: string): Response {
  const frame = siteFrame(services);
  const html = renderDocument(
    <SiteDocument frame={frame} pathname={pathname} head={page.head(frame)} stylesMark={mark}>
      {page.body(frame)}
    </SiteDocument>,
  );
  const styles = stylesOf(html);
  const { settings } = services.analytics;
  const headers = new Headers(page.headers);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', pagePolicy(styles.source, settings ? thirdPartyOrigins(settings) : []));
  return new Response(`<!DOCTYPE html>${html.replace(mark, () => styles.css)}`, {
    status: page.status ?? 200,
    headers,
  });
}

/**
 * The document first, then its islands: each is rendered as the root that it will be in the browser, so that ids and text agree there.
 * Nothing waits, so nothing is streamed.
 */
function renderDocument(document: ReactNode): string {
  const pending: { id: string; content: ReactNode }[] = [];
  const counts = new Map<string, number>();
  const islands: IslandRenderer = {
    render(name, content) {
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      const id = `${name}-${count}`;
      pending.push({ id, content });
      return { id, html: `${mark}${pending.length};` };
    },
  };
  const inContext = (node: ReactNode) => <IslandContext value={islands}>{node}</IslandContext>;
  let html = renderToStaticMarkup(inContext(document));
  // An island's children may hold islands of their own, which then stand behind it.
  for (let index = 0; index < pending.length; index += 1) {
    const { id, content } = pending[index] ?? {};
    const inner = renderToString(inContext(content), { identifierPrefix: `${id}-` });
    html = html.replace(`${mark}${index + 1};`, () => inner);
  }
  return html;
}

/** Content Security Policy of a page (Contract, On the wire). */
function pagePolicy(styleSource: string, reportsTo: readonly string[]): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scriptSources].join(' '),
    ['style-src', "'self'", styleSource].join(' '),
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
