/** A point in the drawing's units: x to the right, y downwards. */
interface Point {
  x: number;
  y: number;
}

/** One stone with the line that leads to its label. */
export interface Stone {
  outline: string;
  /** From the stone to the label. */
  leader: string;
  /** Where the leader begins, in the middle of the stone. */
  foot: Point;
  /** Box of the label, as percentages of the drawing, and the side on which the leader meets it. */
  label: { x: string; y: string; width: string; height: string; meets: 'start' | 'end' };
}

/** Size of the drawing, in units of its `viewBox`. */
export const archSize = { width: 1260, height: 512 } as const;

/** The line on which the arch stands. */
export const archGround = 484;

const centre: Point = { x: archSize.width / 2, y: archGround - 3 };
const outer = 350;
const inner = 225;
/** Half the joint between two stones. */
const halfJoint = 2.6;
const labelHeight = 96;
/** Between the end of a leader and its label. */
const labelSpace = 12;

/** Numbers of stones for whose labels there is space. */
export const archItems = { min: 2, max: 6 } as const;

/**
 * Returns the stones of an arch in the items' order. The first item of an odd number is the keystone, and of five the
 * second stands at the right springing, the third left of the keystone, the fourth right of it, the fifth at the left springing; all
 * others stand from left to right.
 * @param count of the items, within `archItems`
 */
export function archStones(count: number): Stone[] {
  const others = Array.from({ length: count }, (_, item) => item);
  if (count % 2 === 1) others.splice((count - 1) / 2, 0, ...others.splice(0, 1));
  const places = count === 5 ? [4, 2, 0, 3, 1] : others;
  const fromLeft = places.map((item, place) => ({ item, stone: stoneAt(place, count) }));
  return fromLeft.sort((a, b) => a.item - b.item).map(({ stone }) => stone);
}

function stoneAt(place: number, stones: number): Stone {
  const step = Math.PI / stones;
  const left = Math.PI - place * step;
  const right = left - step;
  const middle = (left + right) / 2;
  const corner = (radius: number, angle: number, inwards: 1 | -1) =>
    pointAt(radius, angle + inwards * Math.asin(halfJoint / radius));
  const outline = [
    `M${at(corner(inner, left, -1))}L${at(corner(outer, left, -1))}`,
    `A${outer} ${outer} 0 0 1 ${at(corner(outer, right, 1))}L${at(corner(inner, right, 1))}`,
    `A${inner} ${inner} 0 0 0 ${at(corner(inner, left, -1))}Z`,
  ].join('');

  const isKeystone = stones % 2 === 1 && place === (stones - 1) / 2;
  const foot = pointAt(isKeystone ? outer : (inner + outer) / 2 + 16, middle);
  const side = isKeystone || middle < Math.PI / 2 ? 1 : -1;
  const bend = isKeystone ? { x: foot.x, y: labelHeight / 2 - 12 } : pointAt(outer + 34, middle);
  const end = { x: bend.x + side * (isKeystone ? 118 : 52), y: bend.y };
  const labelEdge = end.x + side * labelSpace;
  const width = isKeystone ? 250 : side === 1 ? archSize.width - labelEdge : labelEdge;
  return {
    outline,
    leader: `M${at(foot)}L${at(bend)}H${round(end.x)}`,
    foot,
    label: {
      x: percent(side === 1 ? labelEdge : labelEdge - width, archSize.width),
      y: percent(end.y - labelHeight / 2, archSize.height),
      width: percent(width, archSize.width),
      height: percent(labelHeight, archSize.height),
      meets: side === 1 ? 'start' : 'end',
    },
  };
}

const pointAt = (radius: number, angle: number): Point => ({
  x: centre.x + radius * Math.cos(angle),
  y: centre.y - radius * Math.sin(angle),
});
const round = (value: number) => Math.round(value * 10) / 10;
const at = ({ x, y }: Point) => `${round(x)} ${round(y)}`;
const percent = (value: number, whole: number) => `${Math.round((value / whole) * 10_000) / 100}%`;
