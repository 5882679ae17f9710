import { expect, test } from 'vitest';
import { dueDay, urgencyOf } from './due-day.ts';

test.each([
  ['2026-11-22', '2026-12-22', '2027-02-22'],
  ['2026-12-31', '2027-01-31', '2027-03-31'],
  // Months without such a day.
  ['2026-01-31', '2026-02-28', '2026-04-30'],
  ['2028-01-31', '2028-02-29', '2028-04-30'],
  ['2028-01-29', '2028-02-29', '2028-04-29'],
  ['2026-01-28', '2026-02-28', '2026-04-28'],
  ['2026-11-30', '2026-12-30', '2027-02-28'],
  ['2026-03-31', '2026-04-30', '2026-06-30'],
  // The day of receipt counts, not the shorter month after it.
  ['2026-02-28', '2026-03-28', '2026-05-28'],
])('a request of %s is due on %s, extended on %s', (received, due, extended) => {
  expect(dueDay(received)).toBe(due);
  expect(dueDay(received, true)).toBe(extended);
});

test('a request is due soon for seven days, and overdue from the day after', () => {
  expect(urgencyOf('2026-03-01', '2026-02-21')).toBe('open');
  expect(urgencyOf('2026-03-01', '2026-02-22')).toBe('due soon');
  expect(urgencyOf('2026-03-01', '2026-03-01')).toBe('due soon');
  expect(urgencyOf('2026-03-01', '2026-03-02')).toBe('overdue');
  // More than one month away: counts all days, not only those of the last month.
  expect(urgencyOf('2026-04-05', '2026-03-01')).toBe('open');
});
