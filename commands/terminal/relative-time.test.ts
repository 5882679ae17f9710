import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = new Date('2026-03-01T09:00:00.000Z');
const dayMs = 24 * 3_600_000;

test.each([
  [730 * dayMs, 'in 23 months'],
  [61 * dayMs, 'in 2 months'],
  [60 * dayMs, 'in 60 days'],
  [2 * dayMs, 'in 2 days'],
  [2 * dayMs - 1, 'in 47 hours'],
  [3_600_000, 'in 60 minutes'],
  [-3 * dayMs, '3 days ago'],
  [-90_000, '1 minute ago'],
])('%i ms away is %s', (ms, expected) => {
  expect(relativeTime(new Date(now.getTime() + ms), now)).toBe(expected);
});
