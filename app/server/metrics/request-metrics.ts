import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ServeOptions } from '../../platform/http/serve.ts';
import type { App } from '../app.ts';

/** Histogram buckets, seconds. A page takes milliseconds, an upload over a slow connection minutes. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Maximum number of series of one metric, far above the combinations of routes and statuses, so that strangers cannot create series without bound. */
const maxSeries = 2000;

/** Maximum number of request targets whose counts are cached. */
const maxTargets = 2000;

/** The number of requests with one outcome. */
interface Count {
  readonly route: string;
  readonly status: number;
  readonly cache: 'hit' | 'miss';
  requests: number;
}

/**
 * Counts every request by the pattern of its route, never by its path, and times those that the page cache did not serve, since
 * cached ones take microseconds. The time ends when the response is ready to be sent. Requests that the parser refuses do not
 * reach the application and are not counted.
 */
export function watchRequests(
  registry: Registry,
  app: Pick<App, 'fetch' | 'lookup' | 'routeOf'>,
): Pick<ServeOptions, 'fetch'> & { lookup: App['lookup'] } {
  const { countOf, countOfTarget } = createCounts(registry, app.routeOf);
  const histogram = new Histogram({
    name: 'site_http_request_duration_seconds',
    help: 'Time until the response was ready, by route pattern; without those that the page cache had',
    labelNames: ['route', 'status'] as const,
    buckets: durations,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'site_http_requests_in_flight',
    help: 'Requests that the application is working on',
    registers: [registry],
  });
  return {
    lookup(request) {
      const ready = app.lookup(request);
      // Half a microsecond would be measurable here: a cached page takes fifteen.
      if (ready) countOfTarget(request.url ?? '/', ready.status).requests += 1;
      return ready;
    },
    async fetch(request, env) {
      const started = performance.now();
      inFlight.inc();
      try {
        const response = await app.fetch(request, env);
        const { status } = response;
        const count = countOf(app.routeOf(request.method, new URL(request.url).pathname), status, 'miss');
        count.requests += 1;
        histogram.observe({ route: count.route, status }, (performance.now() - started) / 1000);
        return response;
      } finally {
        inFlight.dec();
      }
    },
  };
}

/** Creates counts in plain objects, which the registry reads at each scrape. */
function createCounts(registry: Registry, routeOf: App['routeOf']) {
  const counts = new Map<string, Count>();
  const targets = new Map<string, Map<number, Count>>();
  const countOf = (route: string, status: number, cache: Count['cache']): Count => {
    const key = `${route} ${status} ${cache}`;
    const known = counts.get(key);
    if (known) return known;
    const count = { route, status, cache, requests: 0 };
    if (counts.size < maxSeries) counts.set(key, count);
    return count;
  };
  const counter = new Counter({
    name: 'site_http_requests_total',
    help: 'Requests by route pattern; cache is hit where the page cache had the whole response',
    labelNames: ['route', 'status', 'cache'] as const,
    registers: [registry],
    collect() {
      counter.reset();
      for (const { requests, ...labels } of counts.values()) counter.inc(labels, requests);
    },
  });
  return {
    countOf,
    /** Returns the count for a response from the page cache. */
    countOfTarget(target: string, status: number): Count {
      const known = targets.get(target)?.get(status);
      if (known) return known;
      const count = countOf(routeOf('GET', pathOf(target)), status, 'hit');
      if (targets.size >= maxTargets) targets.clear();
      const byStatus = targets.get(target) ?? new Map<number, Count>();
      targets.set(target, byStatus.set(status, count));
      return count;
    },
  };
}

/** Returns the path of a request target. */
function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/** Registers metrics of the page cache: its size, hits and misses. */
export function watchPageCache(registry: Registry, pages: App['pages']): void {
  collectedCounter(registry, 'site_page_cache_hits_total', 'Pages that the cache had', () => pages.hits);
  collectedCounter(
    registry,
    'site_page_cache_misses_total',
    'Pages that had to be rendered or encoded',
    () => pages.misses,
  );
  collectedGauge(registry, 'site_page_cache_bytes', 'Bytes of all cached pages', () => pages.bytes);
}

/** Registers a counter whose value is read at each scrape. */
export function collectedCounter(registry: Registry, name: string, help: string, read: () => number): void {
  new Counter({
    name,
    help,
    registers: [registry],
    collect() {
      this.reset();
      this.inc(read());
    },
  });
}

/** A gauge whose value is held elsewhere and read at each scrape. */
export function collectedGauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read());
    },
  });
}
