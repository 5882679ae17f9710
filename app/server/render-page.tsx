import { randomUUID } from 'node:crypto';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { adapterOf } from '../features/analytics/page-view-adapter.ts';
import type { RequestServices } from './context.ts';
import { frameOf, inlineScripts, SiteDocument, type SiteFrame, siteFrame } from './document.tsx';
import { hashSource, sheetsIn, stylesOf } from './page-styles.ts';

export interface Page {
  /** 200 by default. */
  status?: 200 | 400 | 403 | 404 | 408 | 410 | 411 | 413 | 415 | 422 | 429 | 500 | 503;
  headers?: Readonly<Record<string, string>>;
  /** The path that the navigation marks as the current page; the requested one by default. */
  path?: string;
  /** Title and metadata. */
  head: (frame: SiteFrame) => ReactNode;
  /** The content of `main`. */
  body: (frame: SiteFrame) => ReactNode;
}

const scriptSources = inlineScripts.map(hashSource);

/** Random in each process, and never sent, so that no text of a page can contain it. */
const mark = randomUUID();

const encoder = new TextEncoder();

/**
 * Renders a complete document. Its Content-Security-Policy allows inline styles and scripts by hash (CSP Level 3, 8.3): unlike
 * a nonce, a hash can be cached and sent to every visitor.
 * @param pathname requested path
 */
export function renderPage(page: Page, services: RequestServices, pathname: string): Response {
  const frame = siteFrame(services);
  const html = renderToStaticMarkup(
    <SiteDocument frame={frame} head={page.head(frame)} mark={mark}>
      {page.body(frame)}
    </SiteDocument>,
  );
  const { header, footer } = frameOf(frame, page.path ?? pathname);
  const styles = stylesOf([sheetsIn(html), header.sheets, footer.sheets]);
  const [start, head, main, end] = html.split(mark);
  const { analytics, siteUrl } = services;
  const reportsTo = analytics.settings ? adapterOf(analytics.settings, siteUrl).reportsTo : [];
  const headers = new Headers(page.headers);
  headers.set('Content-Type', 'text/html; charset=utf-8');
  headers.set('Content-Security-Policy', pagePolicy(styles.source, reportsTo));
  const text = ['<!DOCTYPE html>', start, styles.css, head, header.html, main, footer.html, end].join('');
  // Bytes, because `Response` copies a string twice to encode it.
  return new Response(encoder.encode(text), { status: page.status ?? 200, headers });
}

/** Returns the Content-Security-Policy of a page (Contract, On the wire). */
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
