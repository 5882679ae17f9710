import { describe, expect, test } from 'vitest';
import type { Position } from './position.schema.ts';
import { countCategories, openPositions, positionsOf } from './position-queries.ts';

const engineering = { slug: 'engineering', name: 'Engineering' };
const design = { slug: 'design', name: 'Design' };

const positionOf = (job_id: string, change: Partial<Position> = {}): Position => ({
  job_id,
  slug: job_id.toLowerCase(),
  title: 'Engineer',
  category: engineering,
  further_categories: [],
  experience: '3 years',
  location: 'New York',
  short_description: 'Builds things.',
  remote: false,
  html: '',
  ...change,
});
const idsOf = (positions: readonly Position[]) => positions.map(({ job_id }) => job_id);

describe('A position is open', () => {
  const position = positionOf('A', { valid_through: '2026-11-21' });

  test.each([
    ['the day before its last', '2026-11-20', true],
    ['on its last day', '2026-11-21', true],
    ['the day after', '2026-11-22', false],
    ['in a later year', '2027-01-01', false],
  ])('%s', (_, today, open) => {
    expect(openPositions([position], today)).toHaveLength(open ? 1 : 0);
  });

  test('forever without a last day', () => {
    expect(openPositions([positionOf('A')], '9999-12-31')).toHaveLength(1);
  });
});

describe('A category', () => {
  const positions = [positionOf('A'), positionOf('B', { category: design }), positionOf('C')];

  test.each([
    ['', ['A', 'B', 'C']],
    ['engineering', ['A', 'C']],
    ['design', ['B']],
    ['sales', []],
    ['__proto__', []],
  ])('%j contains %j', (category, expected) => {
    expect(idsOf(positionsOf(positions, category))).toEqual(expected);
  });

  test('contains a position of several categories, and all positions contain it once', () => {
    const both = [positionOf('A', { further_categories: [design] }), positionOf('B', { category: design })];
    const counted = countCategories([engineering, design], both);
    expect(counted.map(({ count }) => count)).toEqual([1, 2]);
    expect(idsOf(positionsOf(both, 'design'))).toEqual(['A', 'B']);
    expect(idsOf(positionsOf(both, ''))).toEqual(['A', 'B']);
  });

  test('is counted, also without positions; together they contain all positions once', () => {
    const counted = countCategories([engineering, design, { slug: 'data', name: 'Data' }], positions);
    expect(counted.map(({ slug, count }) => [slug, count])).toEqual([
      ['engineering', 2],
      ['design', 1],
      ['data', 0],
    ]);
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(new Set(idsOf(positions)).size);
  });
});
