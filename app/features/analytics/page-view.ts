/** One page view, as adapters send it. */
export interface PageView {
  /** Without the query, which contains visitors' searches. */
  readonly path: string;
  /** The document's title. */
  readonly title: string;
}

/** A service that counts page views (Ruling 31). Another service needs an adapter and its settings. */
export interface PageViewAdapter {
  /** Whether nothing may be sent before the visitor has chosen Accept. */
  readonly needsConsent: boolean;
  /** Third-party origins of its requests, for the Content Security Policy. */
  readonly reportsTo: readonly string[];
  /** Sends a view without waiting for the response, because the visitor may leave the page at once. */
  pageView(view: PageView): void;
}
