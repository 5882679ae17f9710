import type { AnalyticsSettings } from './analytics-settings.ts';

export type ReportResponse =
  | { readonly status: 204 }
  | { readonly status: 400 | 404 | 413 | 415; readonly message: string }
  | { readonly status: 429; readonly message: string; readonly retryAfterSeconds: number };

/** Receives page views and web vitals from browsers and stores their sums. */
export interface Analytics {
  /** Settings that pages pass to the browser; undefined where nothing is measured. */
  readonly settings: AnalyticsSettings | undefined;
  /**
   * Counts a report, unless the visitor sends Global Privacy Control, is a bot, or the site has no such page. Never throws.
   * @param address the network address, for the rate limit only; never stored
   */
  receive(request: Request, address: string): Promise<ReportResponse>;
}

/** Analytics with its background work. */
export interface RunningAnalytics extends Analytics {
  /** Starts writing sums and removing old ones. */
  start(): void;
  /** Writes pending sums and waits for the write. Never rejects: after a failure, the sums are written next time. */
  flush(): Promise<void>;
  /** Writes pending sums and stops. Call it when no request is in flight and the database is still open. */
  stop(): Promise<void>;
}
