import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ServeOptions } from '../../platform/http/serve.ts';
import type { App } from '../app.ts';

/** Seconds. A cached page takes microseconds, a search milliseconds, an upload on a slow line minutes. */
const durations = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Series of one metric; far above what routes and statuses make, so that nothing a stranger sends adds up without bound. */
const maxSeries = 2000;

type Observed = ReturnType<Histogram<'route' | 'status' | 'cache'>['labels']>;

/**
 * Counts and times every request of the application, by the pattern of its route and never by its path. The time ends when the
 * response is ready to be sent. A request that the parser refuses never reaches the application and is not in it.
 */
export function watchRequests(
  registry: Registry,
  app: Pick<App, 'fetch' | 'lookup' | 'routeOf'>,
): Pick<ServeOptions, 'fetch'> & { lookup: App['lookup'] } {
  const histogram = new Histogram({
    name: 'site_http_request_duration_seconds',
    help: 'Time until the response was ready, by route pattern; cache is hit where the page cache had the whole response',
    labelNames: ['route', 'status', 'cache'] as const,
    buckets: durations,
    registers: [registry],
  });
  const inFlight = new Gauge({
    name: 'site_http_requests_in_flight',
    help: 'Requests that the application is working on',
    registers: [registry],
  });
  const series = new Map<string, Observed>();
  const observe = (method: string, path: string, status: number, cache: 'hit' | 'miss', startedMs: number) => {
    const route = app.routeOf(method, path);
    const key = `${route} ${status} ${cache}`;
    let observed = series.get(key);
    if (!observed) {
      if (series.size >= maxSeries) return;
      observed = histogram.labels(route, String(status), cache);
      series.set(key, observed);
    }
    observed.observe((performance.now() - startedMs) / 1000);
  };
  return {
    lookup(request) {
      const started = performance.now();
      const ready = app.lookup(request);
      if (ready) observe('GET', pathOf(request.url ?? '/'), ready.status, 'hit', started);
      return ready;
    },
    async fetch(request, env) {
      const started = performance.now();
      inFlight.inc();
      try {
        const response = await app.fetch(request, env);
        observe(request.method, new URL(request.url).pathname, response.status, 'miss', started);
        return response;
      } finally {
        inFlight.dec();
      }
    },
  };
}

/** The path of a request target. */
function pathOf(target: string): string {
  const end = target.indexOf('?');
  return end === -1 ? target : target.slice(0, end);
}

/** Shows what the page cache holds and how often it helped. */
export function watchPageCache(registry: Registry, pages: App['pages']): void {
  collectedCounter(registry, 'site_page_cache_hits_total', 'Pages that the cache had', () => pages.hits);
  collectedCounter(
    registry,
    'site_page_cache_misses_total',
    'Pages that had to be rendered or encoded',
    () => pages.misses,
  );
  new Gauge({
    name: 'site_page_cache_bytes',
    help: 'Bytes of all cached pages',
    registers: [registry],
    collect() {
      this.set(pages.bytes);
    },
  });
}

/** A counter whose value is kept elsewhere and read when it is asked for. */
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
