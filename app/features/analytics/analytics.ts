import type { AnalyticsSettings } from './analytics-settings.ts';

/** Who reports. */
export interface Reporter {
  /** The network address; it bounds how much one machine can report, and is stored nowhere. */
  readonly address: string;
}

/** What becomes of a report. */
export type ReportResponse =
  | { readonly status: 204 }
  | { readonly status: 400 | 404 | 413 | 415; readonly message: string }
  | { readonly status: 429; readonly message: string; readonly retryAfterSeconds: number };

/** Takes what browsers report of page views and web vitals, and keeps sums of it. */
export interface Analytics {
  /** Settings that pages pass to the browser; undefined where nothing is measured. */
  readonly settings: AnalyticsSettings | undefined;
  /**
   * Counts a report, unless the visitor refuses by Global Privacy Control, a program says that it is one, or the site has no
   * such page. It is in the database some seconds later. No request makes it throw.
   */
  receive(request: Request, reporter: Reporter): Promise<ReportResponse>;
}

/** With what goes on beside the requests. */
export interface RunningAnalytics extends Analytics {
  /** Starts writing sums and removing old ones. */
  start(): void;
  /** Writes what has been counted and waits for it. Never rejects: what could not be written is written next time. */
  flush(): Promise<void>;
  /** Writes what has been counted, once more. Call it when no request is in flight and the database is still open. */
  stop(): Promise<void>;
}
