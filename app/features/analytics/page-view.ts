/** One look at one page. */
export interface PageView {
  /** Without the query: visitors search by it. */
  readonly path: string;
  /** As the browser shows it. */
  readonly title: string;
}

/** Where page views go (Ruling 31). Another service is one more of these, and its part of the settings. */
export interface PageViewAdapter {
  /** Whether nothing may be sent before the visitor has chosen Accept. */
  readonly needsConsent: boolean;
  /** Sends without waiting for a response: the page may be left at once. */
  pageView(view: PageView): void;
}
