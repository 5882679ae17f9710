import type { VitalName } from './page-report.ts';

interface Vital {
  readonly unit: 'ms' | '';
  /** Up to here it is good, and up to there not yet poor (web.dev/articles/vitals). */
  readonly good: number;
  readonly fair: number;
  /**
   * Upper ends of the classes that measurements are counted in; one more class holds what lies above. Both limits are among
   * them. Counts in the database go by these places: a change of them needs a migration.
   */
  readonly bounds: readonly number[];
}

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

/** The class of the histogram that a value falls into, from 0. */
export function classOf(name: VitalName, value: number): number {
  const { bounds } = vitals[name];
  const found = bounds.findIndex((bound) => value <= bound);
  return found === -1 ? bounds.length : found;
}

/** What three of four visits were at least as good as. */
export interface Percentile {
  /** Interpolated as if the measurements were spread evenly within their class. */
  readonly value: number;
  /** The value is beyond the last bound and at least this. */
  readonly isAtLeast: boolean;
  readonly rating: 'good' | 'fair' | 'poor';
}

/**
 * The 75th percentile, by which vitals are assessed.
 * @param counts measurements in each class, by its place
 * @returns undefined where there is none
 */
export function percentile75(name: VitalName, counts: ReadonlyMap<number, number>): Percentile | undefined {
  const { bounds, good, fair } = vitals[name];
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const wanted = total * 0.75;
  let below = 0;
  for (const place of [...counts.keys()].sort((one, other) => one - other)) {
    const count = counts.get(place) ?? 0;
    if (count === 0 || below + count < wanted) {
      below += count;
      continue;
    }
    const from = bounds[place - 1] ?? 0;
    const to = bounds[place];
    const rating = to === undefined || to > fair ? 'poor' : to > good ? 'fair' : 'good';
    if (to === undefined) return { value: from, isAtLeast: true, rating };
    return { value: from + ((to - from) * (wanted - below)) / count, isAtLeast: false, rating };
  }
  return undefined;
}
