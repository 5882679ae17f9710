import type { SiteContent } from '../../content/site-content.ts';
import type { AnalyticsOptions } from '../../features/analytics/create-analytics.server.ts';
import type { RunningSubmissions, SubmissionsOptions } from '../../features/submissions/create-submissions.ts';
import type { VirusScanner } from '../../platform/antivirus/virus-scanner.ts';
import type { EmbeddedContentStore } from '../../platform/content/store.ts';
import type { LogLevel } from '../../platform/log/log.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { DocumentStore } from '../../platform/search-index/document-store.ts';

/** Measures the dependencies of the application: each function returns an instrumented equivalent. */
export interface Measured {
  content(content: EmbeddedContentStore<SiteContent>): void;
  search(documents: DocumentStore): DocumentStore;
  scanner(scanner: VirusScanner): VirusScanner;
  mailer(mailer: Mailer): Mailer;
  submissions(submissions: RunningSubmissions): RunningSubmissions;
  readonly onLogLine: ((level: LogLevel) => void) | undefined;
  readonly onStored: SubmissionsOptions['onStored'];
  readonly onVital: AnalyticsOptions['onVital'];
}

export const unmeasured: Measured = {
  content: () => {},
  search: (documents) => documents,
  scanner: (scanner) => scanner,
  mailer: (mailer) => mailer,
  submissions: (submissions) => submissions,
  onLogLine: undefined,
  onStored: undefined,
  onVital: undefined,
};
