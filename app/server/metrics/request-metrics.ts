import { LRUCache } from 'lru-cache';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { ServeOptions } from '../../platform/http/serve.ts';
import type { App } from '../app.ts';

/** Histogram buckets, seconds. A page takes milliseconds, an upload over a slow connection minutes. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];

/** Maximum number of request targets whose routes are cached: finding a route takes a microsecond, serving a cached page fifteen. */
const maxTargets = 2000;

/**
 * Counts every request by the pattern of its route, never by its path, and times those that the page cache did not serve, since
 * cached ones take microseconds. The time ends when the response is ready to be sent. Requests that the parser refuses do not
 * reach the application and are not counted.
 */
export function watchRequests(
  registry: Registry,
  app: Pick<App, 'fetch' | 'lookup' | 'routeOf'>,
): Pick<ServeOptions, 'fetch'> & { lookup: App['lookup'] } {
  const counter = new Counter({
    name: 'site_http_requests_total',
    help: 'Requests by route pattern; cache is hit where the page cache had the response to exactly this URL',
    labelNames: ['route', 'status', 'cache'] as const,
    registers: [registry],
  });
  const routesOfTargets = new LRUCache<string, string>({
    max: maxTargets,
    memoMethod: (target) => app.routeOf('GET', target.replace(/\?.*$/su, '')),
  });
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
      if (ready) {
        const route = routesOfTargets.memo(request.url ?? '/');
        counter.inc({ route, status: ready.status, cache: 'hit' });
      }
      return ready;
    },
    async fetch(request, env) {
      const started = performance.now();
      inFlight.inc();
      try {
        const response = await app.fetch(request, env);
        const { status } = response;
        const route = app.routeOf(request.method, new URL(request.url).pathname);
        counter.inc({ route, status, cache: 'miss' });
        histogram.observe({ route, status }, (performance.now() - started) / 1000);
        return response;
      } finally {
        inFlight.dec();
      }
    },
  };
}

/** Registers a gauge whose value is read at each scrape. */
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
