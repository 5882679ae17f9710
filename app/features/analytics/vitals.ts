import type { VitalName } from './page-report.ts';

interface Vital {
  readonly unit: 'ms' | '';
  /** Upper limits of good and fair values (web.dev/articles/vitals). */
  readonly good: number;
  readonly fair: number;
  /** Upper bounds of the histogram's classes; one more counts values above them. The database stores the indexes of the classes. */
  readonly bounds: readonly number[];
}

/** The reported web vitals with their limits and histograms. */
export const vitals: Readonly<Record<VitalName, Vital>> = {
  LCP: {
    unit: 'ms',
    good: 2500,
    fair: 4000,
    bounds: [250, 500, 750, 1000, 1250, 1500, 1750, 2000, 2500, 3000, 3500, 4000, 5000, 6000, 8000, 12_000],
  },
  INP: {
    unit: 'ms',
    good: 200,
    fair: 500,
    bounds: [16, 32, 48, 64, 80, 100, 125, 150, 200, 250, 300, 400, 500, 750, 1000, 2000],
  },
  CLS: {
    unit: '',
    good: 0.1,
    fair: 0.25,
    bounds: [0, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.2, 0.25, 0.35, 0.5, 0.75, 1],
  },
  FCP: {
    unit: 'ms',
    good: 1800,
    fair: 3000,
    bounds: [100, 200, 300, 400, 500, 750, 1000, 1250, 1500, 1800, 2200, 2600, 3000, 4000, 6000, 10_000],
  },
  TTFB: {
    unit: 'ms',
    good: 800,
    fair: 1800,
    bounds: [25, 50, 100, 150, 200, 300, 400, 600, 800, 1000, 1300, 1800, 2500, 4000, 8000],
  },
};

/** Returns the histogram class of a value, from 0. */
export function classOf(name: VitalName, value: number): number {
  const { bounds } = vitals[name];
  const found = bounds.findIndex((bound) => value <= bound);
  return found === -1 ? bounds.length : found;
}

/** The value that three of four visits did not exceed. */
export interface Percentile {
  /** Interpolated linearly within its class. */
  readonly value: number;
  /** Whether `value` is only a lower limit, because it lies above the last bound. */
  readonly isAtLeast: boolean;
  readonly rating: 'good' | 'fair' | 'poor';
}

/** Returns the 75th percentile, by which vitals are assessed; undefined without measurements. @param counts by class */
export function percentile75(name: VitalName, counts: ReadonlyMap<number, number>): Percentile | undefined {
  const { bounds, good, fair } = vitals[name];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const target = total * 0.75;
  let below = 0;
  for (const index of [...counts.keys()].sort((one, other) => one - other)) {
    const count = counts.get(index) ?? 0;
    if (count === 0 || below + count < target) {
      below += count;
      continue;
    }
    const from = bounds[index - 1] ?? 0;
    const to = bounds[index];
    const rating = to === undefined || to > fair ? 'poor' : to > good ? 'fair' : 'good';
    if (to === undefined) return { value: from, isAtLeast: true, rating };
    return { value: from + ((to - from) * (target - below)) / count, isAtLeast: false, rating };
  }
  return undefined;
}
