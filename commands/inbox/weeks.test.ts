import { expect, test } from 'vitest';
import { countWeeks } from './weeks.ts';

/** Returns the names and Mondays of weeks from an empty store. */
const weeks = async (now: string, since?: string) =>
  (
    await countWeeks(
      { count: async () => 0 },
      { now: new Date(now), since: since === undefined ? undefined : new Date(since), position: undefined },
    )
  ).map(({ week, from }) => `${week} ${from}`);

test('weeks begin on Monday and belong to the year of their Thursday', async () => {
  expect(await weeks('2027-01-03T23:59:59.999Z', '2026-12-21')).toEqual(['2026-W53 2026-12-28', '2026-W52 2026-12-21']);
  expect(await weeks('2027-01-04T00:00:00.000Z', '2027-01-03')).toEqual(['2027-W01 2027-01-04', '2026-W53 2026-12-28']);
  expect((await weeks('2025-12-31T12:00:00Z', '2025-12-29'))[0]).toBe('2026-W01 2025-12-29');
});

test('twelve weeks by default, ten years at most, none for a future day', async () => {
  expect(await weeks('2026-03-01T09:00:00Z')).toHaveLength(12);
  expect(await weeks('2026-03-01T09:00:00Z', '0001-01-01')).toHaveLength(522);
  expect(await weeks('2026-03-01T09:00:00Z', '2026-03-02')).toEqual([]);
});
