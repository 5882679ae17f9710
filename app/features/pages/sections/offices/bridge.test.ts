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

test('the loaded span begins at the headquarters, or ends there when it is the last place', () => {
  const loaded = (places: Parameters<typeof layOutBridge>[0]) => layOutBridge(places).spans.map((span) => span.loaded);
  expect(loaded([place('A', 100), place('B', 100, true), place('C')])).toEqual([false, true]);
  expect(loaded([place('A', 100), place('B', 100), place('C', undefined, true)])).toEqual([false, true]);
  expect(loaded([place('A', 100), place('B', 100), place('C')])).toEqual([false, false]);
});

test('a distance that is not given counts as the mean and is not written', () => {
  const { spans } = layOutBridge([place('A', 100), place('B'), place('C', 300), place('D')]);
  expect(spans.map(({ distance }) => distance)).toEqual([100, undefined, 300]);
  const [first, second] = spans.map(({ from, to }) => to - from);
  expect((second ?? 0) / (first ?? 1)).toBeCloseTo(2);
});

test('towers that stand too close share one name', () => {
  const { towers, spans } = layOutBridge([place('A', 50), place('B', 9000), place('C')]);
  expect(towers.map(({ named }) => named)).toEqual([true, false, true]);
  expect(spans[0]?.distance).toBeUndefined();
});

test('one office is one tower without a span', () => {
  const { towers, spans } = layOutBridge([place('A', undefined, true)]);
  expect(towers).toHaveLength(1);
  expect(spans).toEqual([]);
});
