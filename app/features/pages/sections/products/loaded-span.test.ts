import { describe, expect, it } from 'vitest';
import { deckY, loadedSpan, spanSize } from './loaded-span.ts';

const numbers = (path: string) => [...path.matchAll(/-?\d+(?:\.\d+)?/gu)].map(([text]) => Number(text));

describe('loadedSpan', () => {
  it.each([1, 30, 40, 60, 100])('paints %i per cent of the deck', (percentage) => {
    expect(loadedSpan(percentage).loadEnd).toBeCloseTo((percentage / 100) * spanSize.width);
  });

  it.each([1, 30, 60, 100])('hangs the cable from both ends of the deck (%i per cent)', (percentage) => {
    const points = numbers(loadedSpan(percentage).cable);
    expect(points.slice(0, 2)).toEqual([0, deckY]);
    expect(points.slice(-2)).toEqual([spanSize.width, deckY]);
  });

  it('keeps the cable inside the drawing under the whole load', () => {
    const deepest = Math.max(...loadedSpan(100).struts.split('V').slice(1).map(Number.parseFloat));
    expect(deepest).toBeLessThan(spanSize.height);
  });

  it('sets struts under the load only', () => {
    const places = [...loadedSpan(40).struts.matchAll(/M(\d+(?:\.\d+)?)/gu)].map(([, x]) => Number(x));
    expect(Math.max(...places)).toBeLessThan(0.4 * spanSize.width);
    expect(loadedSpan(1).struts).toBe('');
  });
});
