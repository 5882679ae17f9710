import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { SiteContent } from '../../content/site-content.ts';
import type { EmbeddedContentStore } from '../../platform/content/store.ts';
import type { DocumentStore } from '../../platform/search-index/document-store.ts';
import { collectedGauge } from './request-metrics.ts';

/** Histogram buckets, seconds. */
const searchDurations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5];

/** Shows which content is served, and whether a change was refused. */
export function watchContent(registry: Registry, content: EmbeddedContentStore<SiteContent>): void {
  const changes = new Counter({
    name: 'site_content_changes_total',
    help: 'Changes of the content that took effect',
    registers: [registry],
  });
  content.onChange(() => changes.inc());
  new Gauge({
    name: 'site_content_info',
    help: 'Always 1; its label is the version of the content that is served, as in /readyz',
    labelNames: ['version'] as const,
    registers: [registry],
    collect() {
      this.reset();
      // The version in force also changes at midnight: each day would be a new series.
      this.set({ version: content.status().version }, 1);
    },
  });
  new Counter({
    name: 'site_content_refusals_total',
    help: 'Changes of the content that were refused',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(content.status().refusals);
    },
  });
  collectedGauge(
    registry,
    'site_content_refused',
    '1 while the content directory holds a change that was refused, and earlier content is served',
    () => (content.status().refused ? 1 : 0),
  );
}

/** Times full-text searches. Searches with a cached result are not counted. */
export function watchSearch(registry: Registry, documents: DocumentStore): DocumentStore {
  const histogram = new Histogram({
    name: 'site_search_duration_seconds',
    help: 'Searches of the full-text index by outcome: found, nothing or failed',
    labelNames: ['outcome'] as const,
    buckets: searchDurations,
    registers: [registry],
  });
  return {
    ...documents,
    async search(words, isForgiving) {
      const end = histogram.startTimer();
      try {
        const groups = await documents.search(words, isForgiving);
        end({ outcome: groups.some(({ ids }) => ids.length > 0) ? 'found' : 'nothing' });
        return groups;
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
    },
  };
}
