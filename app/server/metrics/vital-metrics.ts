import { Histogram, type Registry } from 'prom-client';
import type { AnalyticsOptions } from '../../features/analytics/create-analytics.server.ts';
import { type VitalName, vitalNames } from '../../features/analytics/page-report.ts';
import { vitals } from '../../features/analytics/vitals.ts';

const msPerSecond = 1000;

/** Counts what browsers report of their web vitals, by device; times in seconds, as Prometheus has them. */
export function createVitalObserver(registry: Registry): NonNullable<AnalyticsOptions['onVital']> {
  const histograms = new Map(vitalNames.map((name) => [name, createHistogram(registry, name)]));
  return (name, device, value) => {
    const { unit } = vitals[name];
    histograms.get(name)?.observe({ device }, unit === 'ms' ? value / msPerSecond : value);
  };
}

function createHistogram(registry: Registry, name: VitalName): Histogram<'device'> {
  const { unit, bounds } = vitals[name];
  const isTime = unit === 'ms';
  return new Histogram({
    name: `site_web_vital_${name.toLowerCase()}${isTime ? '_seconds' : ''}`,
    help: `${name} as reported by browsers, by device`,
    labelNames: ['device'] as const,
    buckets: isTime ? bounds.map((bound) => bound / msPerSecond) : [...bounds],
    registers: [registry],
  });
}
