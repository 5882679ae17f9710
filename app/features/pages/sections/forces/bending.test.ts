import { expect, test } from 'vitest';
import { bendingOf } from './bending.ts';

test('has no bending at the supports, and the maximum under a single load', () => {
  const { corners } = bendingOf([0.5], 4);
  expect(corners).toEqual([
    { along: 0, bending: 0 },
    { along: 0.5, bending: 1 },
    { along: 1, bending: 0 },
  ]);
});

test('three equal loads at the quarter points give moments of 3 : 4 : 3', () => {
  const { corners } = bendingOf([0.25, 0.5, 0.75], 4);
  expect(corners.map(({ bending }) => bending)).toEqual([
    0,
    expect.closeTo(0.75),
    1,
    expect.closeTo(0.75),
    expect.closeTo(0),
  ]);
});

test('between two loads the diagram is straight', () => {
  const { stations } = bendingOf([0.25, 0.75], 8);
  expect(stations[0]?.bending).toBeCloseTo(0.5);
  expect(stations[3]?.bending).toBeCloseTo(1);
});
