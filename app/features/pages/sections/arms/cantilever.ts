/** The drawing's box; it is stretched to the width it gets. */
export const box = { width: 1200, height: 326 } as const;

/** Heights: where trains run, what a pier stands on, the highest and the lowest chord. */
const deck = 176;
const crown = 20;
const keel = 262;
const ground = box.height;

/** Half of the left cantilever from its pier outwards: both arms are alike. */
const pier = 300;
const reach = 196;
/** Depth of the truss at the tip, above and below the deck. */
const tip = { above: 26, below: 16 };
/** Half the width of the tower over the pier. */
const tower = 26;
const panels = 5;

interface Point {
  x: number;
  y: number;
}

/**
 * A cantilever bridge in elevation: two balanced trusses, deepest over their piers, and the span that is set in between
 * their tips. Paths by what they are; the right half is the left one mirrored.
 */
export function drawCantilevers(): Record<'chords' | 'braces' | 'deck' | 'masonry' | 'courses' | 'suspended', string> {
  const arms = [1, -1].flatMap((side) => [armFrom(pier, side), armFrom(box.width - pier, side)]);
  const gapStart = pier + tower + reach;
  const gapEnd = box.width - gapStart;
  return {
    chords: arms.map(({ chords }) => chords).join(''),
    braces: arms.map(({ braces }) => braces).join('') + [pier, box.width - pier].map(towerOver).join(''),
    deck: `M0 ${deck}H${gapStart}M${gapEnd} ${deck}H${box.width}`,
    masonry: [pier, box.width - pier].map(pierUnder).join('') + abutments(),
    courses: courses(),
    suspended: suspendedSpan(gapStart, gapEnd),
  };
}

/** One arm of a cantilever, `side` 1 to the right. Chords curve as the bending moment does, with the square of the reach. */
function armFrom(x: number, side: number): { chords: string; braces: string } {
  const at = (share: number) => {
    const left = (1 - share) ** 2;
    const along = x + side * (tower + share * reach);
    return {
      top: { x: along, y: deck - tip.above - (deck - tip.above - crown) * left },
      bottom: { x: along, y: deck + tip.below + (keel - deck - tip.below) * left },
    };
  };
  const nodes = Array.from({ length: panels + 1 }, (_, index) => at(index / panels));
  const top = path(nodes.map((node) => node.top));
  const bottom = path(nodes.map((node) => node.bottom));
  const braces = nodes.slice(1).map((node, index) => {
    const before = nodes[index] ?? node;
    return path([before.top, node.bottom]) + path([before.bottom, node.top]) + path([node.top, node.bottom]);
  });
  return { chords: top + bottom, braces: braces.join('') };
}

function towerOver(x: number): string {
  const [left, right] = [x - tower, x + tower];
  const corners = [
    { x: left, y: crown },
    { x: right, y: crown },
    { x: right, y: keel },
    { x: left, y: keel },
  ];
  return `${path(corners)}Z${path([corners[0], corners[2]])}${path([corners[1], corners[3]])}`;
}

const pierUnder = (x: number) =>
  `M${x - tower - 8} ${keel}H${x + tower + 8}L${x + tower + 16} ${ground}H${x - tower - 16}Z`;

/** The banks, stepped: how far each step reaches and how high it stands. The highest carries the end of an arm. */
const steps = [
  { reach: 100, top: deck + tip.below },
  { reach: 128, top: deck + 62 },
  { reach: 158, top: deck + 106 },
] as const;

function abutments(): string {
  const left = steps.flatMap(({ reach, top }, index) => [
    { x: steps[index - 1]?.reach ?? 0, y: top },
    { x: reach, y: top },
  ]);
  left.push({ x: steps.at(-1)?.reach ?? 0, y: ground });
  return path(left) + path(left.map(({ x, y }) => ({ x: box.width - x, y })));
}

/** The joints between the courses of stone, in banks and piers. */
function courses(): string {
  const height = 14;
  const lines: string[] = [];
  for (let y = deck + tip.below + height; y < ground; y += height) {
    const reach = steps.findLast((step) => step.top < y)?.reach ?? 0;
    lines.push(`M0 ${y}H${reach}M${box.width - reach} ${y}H${box.width}`);
    if (y <= keel) continue;
    const half = tower + 8 + (8 * (y - keel)) / (ground - keel);
    for (const x of [pier, box.width - pier]) lines.push(`M${round(x - half)} ${y}H${round(x + half)}`);
  }
  return lines.join('');
}

/** A light truss between the tips, its top chord bowed. */
function suspendedSpan(from: number, to: number): string {
  const count = 8;
  const nodes = Array.from({ length: count + 1 }, (_, index) => {
    const share = index / count;
    return { x: from + share * (to - from), y: deck - tip.above - 64 * share * (1 - share) };
  });
  const webs = nodes.slice(0, -1).map((node, index) => {
    const next = nodes[index + 1] ?? node;
    return index < count / 2
      ? path([node, { x: next.x, y: deck }, next])
      : path([next, { x: node.x, y: deck }]) + path([node, { x: node.x, y: deck }]);
  });
  return `${path(nodes)}${webs.join('')}${path([
    { x: from, y: deck },
    { x: to, y: deck },
  ])}`;
}

const round = (value: number) => Math.round(value * 10) / 10;
const path = (points: readonly (Point | undefined)[]) =>
  points.map((point, index) => point && `${index === 0 ? 'M' : 'L'}${round(point.x)} ${round(point.y)}`).join('');
