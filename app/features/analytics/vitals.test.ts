import { expect, test } from 'vitest';
import { vitalNames } from './page-report.ts';
import { classOf, percentile75, vitals } from './vitals.ts';

test.each(vitalNames)('the histogram of %s ascends and includes both limits', (name) => {
  const { bounds, good, fair } = vitals[name];
  expect(bounds).toContain(good);
  expect(bounds).toContain(fair);
  expect(bounds).toEqual([...new Set(bounds)].sort((one, other) => one - other));
});

test('a class includes its upper bound', () => {
  expect(classOf('LCP', 0)).toBe(0);
  expect(classOf('LCP', 250)).toBe(0);
  expect(classOf('LCP', 250.001)).toBe(1);
  expect(classOf('LCP', 1e6)).toBe(vitals.LCP.bounds.length);
  expect(classOf('CLS', 0)).toBe(0);
});

const histogram = (...values: number[]) => {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(classOf('LCP', value), 1 + (counts.get(classOf('LCP', value)) ?? 0));
  return counts;
};

test('three of four values are at or below the reported one', () => {
  expect(percentile75('LCP', new Map())).toBeUndefined();
  // All in the class from 2,000 to 2,500: three quarters of the way through it.
  expect(percentile75('LCP', histogram(2100, 2200, 2300, 2400))).toEqual({
    value: 2375,
    isAtLeast: false,
    rating: 'good',
  });
  expect(percentile75('LCP', histogram(100, 100, 100, 9000))).toMatchObject({ value: 250, rating: 'good' });
  expect(percentile75('LCP', histogram(100, 100, 3100, 9000))).toMatchObject({ value: 3500, rating: 'fair' });
  expect(percentile75('CLS', new Map([[0, 9]]))).toMatchObject({ value: 0, rating: 'good' });
});

test('a value above the last bound is reported as at least that', () => {
  expect(percentile75('LCP', histogram(100, 50_000, 60_000))).toEqual({
    value: 12_000,
    isAtLeast: true,
    rating: 'poor',
  });
});
