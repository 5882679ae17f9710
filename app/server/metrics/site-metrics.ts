import { Counter, collectDefaultMetrics, Registry } from 'prom-client';
import { type Log, type LogLevel, logLevels } from '../../platform/log/log.ts';
import { serveMetrics } from '../../platform/metrics/metrics-server.ts';
import type { App } from '../app.ts';
import type { Configuration } from '../config.ts';
import { watchContent, watchSearch } from './content-metrics.ts';
import type { Measured } from './measured.ts';
import { collectedGauge, watchRequests } from './request-metrics.ts';
import {
  createStoredObserver,
  watchMailer,
  watchOutbox,
  watchPrivacyRequests,
  watchReceiving,
  watchScanner,
} from './submission-metrics.ts';
import { createVitalObserver } from './vital-metrics.ts';

/** All metrics of one process. Call each function at most once. */
export interface SiteMetrics extends Measured {
  /** Serves all metrics in Prometheus' text format. @throws the error of `listen`, such as `EADDRINUSE` */
  serve(log: Log): ReturnType<typeof serveMetrics>;
  /** Returns an instrumented equivalent of the application. */
  app(app: Parameters<typeof watchRequests>[1] & Pick<App, 'pages'>): ReturnType<typeof watchRequests>;
}

/** Creates the metrics of this process, including Node's own. This module is loaded only if metrics are configured. */
export function createSiteMetrics(listener: NonNullable<Configuration['metrics']>): SiteMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    serve: (log) =>
      serveMetrics({
        ...listener,
        contentType: registry.contentType,
        render: () => registry.metrics(),
        onError: (error) => log.error('the metrics could not be collected', { error }),
      }),
    app(app) {
      // Hits and misses are a label of the requests.
      collectedGauge(registry, 'site_page_cache_bytes', 'Bytes of all cached pages', () => app.pages.bytes);
      return watchRequests(registry, app);
    },
    content: (content) => watchContent(registry, content),
    search: (documents) => watchSearch(registry, documents),
    scanner: (scanner) => watchScanner(registry, scanner),
    mailer: (mailer) => watchMailer(registry, mailer),
    submissions(submissions) {
      watchOutbox(registry, submissions.outboxState);
      watchPrivacyRequests(registry, submissions.privacyRequestCounts);
      return watchReceiving(registry, submissions);
    },
    onLogLine: createLogObserver(registry),
    onStored: createStoredObserver(registry),
    onVital: createVitalObserver(registry),
  };
}

/** Returns a function that counts the lines of the log by level. */
function createLogObserver(registry: Registry): (level: LogLevel) => void {
  const counter = new Counter({
    name: 'site_log_lines_total',
    help: 'Lines of the log by level',
    labelNames: ['level'] as const,
    registers: [registry],
  });
  for (const level of logLevels) counter.inc({ level }, 0);
  return (level) => counter.inc({ level });
}
