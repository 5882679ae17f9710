import { describe, expect, it } from 'vitest';
import { archSize, archStones } from './arch.ts';

const number = (percentage: string) => Number.parseFloat(percentage);
const boxOf = ({ label }: ReturnType<typeof archStones>[number]) => ({
  left: number(label.x),
  top: number(label.y),
  right: number(label.x) + number(label.width),
  bottom: number(label.y) + number(label.height),
});

describe('archStones', () => {
  it('makes five stones, the first at the crown and the others in pairs beside it', () => {
    const [key, rightFoot, leftShoulder, rightShoulder, leftFoot] = archStones(5);
    expect(archStones(5)).toHaveLength(5);
    expect(key?.foot.y).toBeLessThan(leftShoulder?.foot.y ?? 0);
    expect(leftShoulder?.foot.y).toBeCloseTo(rightShoulder?.foot.y ?? 0);
    expect(leftFoot?.foot.y).toBeCloseTo(rightFoot?.foot.y ?? 0);
    expect(leftFoot?.foot.x).toBeLessThan(leftShoulder?.foot.x ?? 0);
    expect(rightShoulder?.foot.x).toBeLessThan(rightFoot?.foot.x ?? 0);
  });

  it.each([2, 3, 4, 5, 6])('makes %i stones that meet in pairs, an odd one at the crown', (count) => {
    const stones = archStones(count);
    expect(stones).toHaveLength(count);
    expect(new Set(stones.map(({ outline }) => outline)).size).toBe(count);
    const crown = stones.filter(({ foot }) => Math.abs(foot.x - archSize.width / 2) < 1);
    expect(crown).toEqual(count % 2 === 1 ? [stones[0]] : []);
  });

  it.each([2, 3, 4, 5, 6])(
    'keeps each of %i labels between the edges of the drawing, and clear of every other',
    (count) => {
      const boxes = archStones(count).map(boxOf);
      for (const box of boxes) {
        expect(box.left).toBeGreaterThanOrEqual(0);
        expect(box.right).toBeLessThanOrEqual(100.01);
        expect(box.bottom).toBeLessThanOrEqual(100);
      }
      for (const [index, one] of boxes.entries()) {
        for (const other of boxes.slice(index + 1)) {
          const apart =
            one.right < other.left || other.right < one.left || one.bottom < other.top || other.bottom < one.top;
          expect(apart).toBe(true);
        }
      }
    },
  );
});
