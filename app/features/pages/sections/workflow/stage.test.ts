import { describe, expect, it } from 'vitest';
import { stageOf } from './stage.ts';

describe('stageOf', () => {
  it('takes four steps through the four stages', () => {
    expect([0, 1, 2, 3].map((step) => stageOf(step, 4))).toEqual(['survey', 'towers', 'cable', 'load']);
  });

  it.each([2, 3, 5])('begins with the survey and ends under load, never going back (%i steps)', (steps) => {
    const order = ['survey', 'towers', 'cable', 'load'];
    const places = Array.from({ length: steps }, (_, step) => order.indexOf(stageOf(step, steps)));
    expect(places.at(0)).toBe(0);
    expect(places.at(-1)).toBe(3);
    expect(places).toEqual(places.toSorted());
  });
});
