import { expect, test } from 'vitest';
import { layOutBridge } from './bridge.ts';

const place = (heading: string, distance_to_next?: number, headquarters = false) => ({
  heading,
  headquarters,
  distance_to_next,
});

test('spans are to scale with the distances', () => {
  const { spans } = layOutBridge([place('New York', 5570, true), place('London', 8210), place('Chennai')]);
  const [first, second] = spans.map(({ from, to }) => to - from);
  expect((second ?? 0) / (first ?? 1)).toBeCloseTo(8210 / 5570);
  expect(spans.map(({ distance }) => distance)).toEqual([5570, 8210]);
});

test('the loaded span begins at the headquarters, or ends there if it is the last office', () => {
  const loaded = (places: Parameters<typeof layOutBridge>[0]) => layOutBridge(places).spans.map((span) => span.loaded);
  expect(loaded([place('A', 100), place('B', 100, true), place('C')])).toEqual([false, true]);
  expect(loaded([place('A', 100), place('B', 100), place('C', undefined, true)])).toEqual([false, true]);
  expect(loaded([place('A', 100), place('B', 100), place('C')])).toEqual([false, false]);
});

test('an unknown distance counts as the mean and has no label', () => {
  const { spans } = layOutBridge([place('A', 100), place('B'), place('C', 300), place('D')]);
  expect(spans.map(({ distance }) => distance)).toEqual([100, undefined, 300]);
  const [first, second] = spans.map(({ from, to }) => to - from);
  expect((second ?? 0) / (first ?? 1)).toBeCloseTo(2);
});

test('a short span gets space for its name from long ones', () => {
  const { towers, spans } = layOutBridge([place('A', 50), place('B', 9000), place('C')]);
  expect(towers.map(({ named }) => named)).toEqual([true, true, true]);
  expect(spans.map(({ distance }) => distance)).toEqual([50, 9000]);
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  '%i offices stand inside the drawing, each by its name, whatever lies between',
  (count) => {
    const places = Array.from({ length: count }, (_, index) => place(`Office ${index}`, index % 2 === 0 ? 30 : 9000));
    const { towers, spans } = layOutBridge(places);
    expect(towers.map(({ named }) => named)).toEqual(places.map(() => true));
    expect(spans).toHaveLength(count - 1);
    // The deck is 170 below the towers' tops, of 1200.
    for (const { sag } of spans) expect(sag).toBeLessThan(170 / 1200);
    const along = towers.map((tower) => tower.along);
    expect(along).toEqual(along.toSorted((a, b) => a - b));
    expect([along[0], along.at(-1)]).toEqual(count === 1 ? [0.5, 0.5] : [expect.closeTo(0.058), expect.closeTo(0.942)]);
  },
);

test('long names have space on a tablet, and one that would run out of the window is left out', () => {
  const names = ['San Francisco', 'Mountain View', 'Frankfurt am Main', 'Ho Chi Minh City and Da Nang'];
  const { towers } = layOutBridge(names.map((name, index) => place(name, index === 0 ? 60 : 9000)));
  expect(towers.map(({ named }) => named)).toEqual([true, true, true, false]);
  const [first, second] = towers.map(({ along }) => along);
  expect(((second ?? 0) - (first ?? 0)) * 694).toBeGreaterThan(13 * 8);
});

test('towers that are too close for their names share one', () => {
  const places = Array.from({ length: 12 }, (_, index) => place(`Office ${index}`, 1000));
  expect(layOutBridge(places).towers.filter(({ named }) => named)).toHaveLength(6);
});

test('one office is one tower without a span', () => {
  const { towers, spans } = layOutBridge([place('A', undefined, true)]);
  expect(towers).toHaveLength(1);
  expect(spans).toEqual([]);
});
