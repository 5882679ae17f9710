/** Hair, beards and head coverings, as solids over the bare head, with the run of their strands. */
import { ABSENT, clamp, ellipsoid, hill, join, meet, rod, step, waves } from './solid.mjs';

/**
 * How far a point lies inside the scalp's hairline: positive where hair grows. It runs over the forehead, back at the temples,
 * down before the ears and round behind them to the nape.
 * @param {object} [line]
 * @param {number} [line.recede] 0 for a full head, 1 for bare temples and a bare crown's front.
 * @param {number} [line.arch] How far it comes down at the temples.
 * @param {number} [line.part] Where the hair falls to both sides and opens the forehead.
 * @param {number} [line.open] How far it opens there.
 * @param {boolean} [line.ears] Whether the ears stay bare.
 */
function scalp(x, y, z, { recede = 0, arch = 0, part = 0, open = 0, ears = false } = {}) {
  const ax = Math.abs(x);
  const high = step(0.3, 0.55, y);
  const front = 0.08 + 0.3 * Math.max(0, y) + 1.35 * Math.max(0, y - 0.36) - 0.3 * step(-0.08, -0.26, y);
  const back = recede * (0.5 * hill(ax, 0.36, 0.16) + 0.24 * step(0.55, 0.1, ax)) * high;
  const temples = arch ? -arch * Math.max(0, ax - 0.2) * high : 0.1 * hill(ax, 0.42, 0.14) * high;
  const bare = ears ? 0.9 * step(0.66, 0.71, ax) * step(0.3, 0.2, Math.hypot(y, (z + 0.1) * 1.45)) : 0;
  const nape = ears ? 0.9 * step(-0.28, -0.42, y) : 0;
  return front - back - temples - bare - nape - open * hill(x, part, 0.2) * step(0.3, 0.6, y) - z;
}

/** Lines that separate strands, -1 to 1, from a coordinate across the strands and one along them. */
const strands = (across, along) =>
  0.5 * Math.sin(across * 31 + 1.6 * Math.sin(along * 3)) +
  0.3 * Math.sin(across * 57 + 2.1 * Math.sin(along * 4 + 1)) +
  0.2 * Math.sin(across * 97 + along * 2);

/** @typedef {(x: number, y: number, z: number, skin: number) => number} Cover Distance to hair, given that to the skin. */

/** Short hair follows the skull; `depth` is its length at (x, y, z). */
const shell =
  (depth, line, soft = 0.16) =>
  (x, y, z, skin) => {
    const inside = scalp(x, y, z, line);
    return skin - depth(x, y, z) * step(-0.02, soft, inside) + 0.02 * step(0.03, -0.05, inside);
  };

/** A body cut along the hairline. */
const grown = (x, y, z, d, line) => meet(d, -scalp(x, y, z, line), 0.08);

const STYLES = {
  /** Nothing but what a razor leaves. */
  bald: { cover: () => ABSENT, run: () => 0 },
  /** Close to the skull, tightly curled. */
  close: {
    cover: shell((_, y) => 0.035 + 0.05 * step(0.3, 0.9, y), { recede: 0.1, ears: true }, 0.1),
    run: (x, y, z) => waves(x, y, z, 46, 44, 47),
  },
  /** Receding and short, brushed forward. */
  thin: {
    cover: shell((_, y, z) => 0.04 + 0.05 * step(0.4, 0.9, y) * step(0.7, 0.1, z), { recede: 0.75, ears: true }),
    run: (x, y, z) => strands(Math.atan2(x, y + 0.3) * 1.3, z),
  },
  /** Short at the sides, longer on the crown, brushed to the sitter's left from a parting. */
  parted: {
    cover: (x, y, z, skin) => {
      const crown = ellipsoid(x, y, z, 0.05, 0.62, 0.02, 0.7, 0.56, 0.8) + 0.012 * strands(z * 0.6 + y * 0.5, x);
      const front = ellipsoid(x, y, z, 0.2, 0.86, 0.42, 0.42, 0.2, 0.26);
      const parting = 0.07 * hill(x + 0.36, 0, 0.035) * step(0.6, 0.8, y);
      const d = grown(x, y, z, join(crown, front, 0.16), { recede: 0.16, ears: true }) + parting;
      return join(d, shell((_, b) => 0.07 * step(-0.4, 0.2, b), { recede: 0.16, ears: true })(x, y, z, skin), 0.06);
    },
    run: (x, y, z) => strands(z * 0.8 + y * 0.55 - x * 0.35, x),
  },
  /** Black and straight, short, swept across the forehead. */
  swept: {
    cover: (x, y, z, skin) => {
      const crown = ellipsoid(x, y, z, 0, 0.5, -0.06, 0.8, 0.68, 0.88);
      const fringe = rod(x, y, z, [-0.4, 0.86, 0.36], [0.46, 0.62, 0.5], 0.2, 0.13);
      const d = join(grown(x, y, z, crown, { ears: true }), fringe, 0.12) + 0.016 * strands(x * 0.7 + y * 0.6, y);
      return join(d, shell((_, b) => 0.06 * step(-0.45, 0.1, b), { ears: true })(x, y, z, skin), 0.06);
    },
    run: (x, y, z) => strands(y * 0.9 + x * 0.3 + z * 0.2, x),
  },
  /** Waves of middle length, thrown back from the forehead, short over the ears. */
  tousled: {
    cover: (x, y, z, skin) => {
      const crown = ellipsoid(x, y, z, 0, 0.56, -0.1, 0.78, 0.66, 0.88);
      const front = rod(x, y, z, [-0.36, 0.82, 0.4], [0.34, 0.98, 0.34], 0.17, 0.2);
      const locks = 0.045 * waves(x + 0.3 * y, y, z, 8, 7, 8) + 0.012 * strands(x * 0.8, y);
      const top = grown(x, y, z, join(crown, front, 0.14) + locks, { arch: 0.2, part: 0.12, open: 0.14, ears: true });
      return join(top, shell((_, b) => 0.1 * step(-0.42, 0.3, b), { ears: true })(x, y, z, skin), 0.08);
    },
    run: (x, y, z) => strands(x * 0.8 + 0.16 * Math.sin(y * 9 + z * 5), y),
  },
  /** Silver, thrown straight back from a high forehead. */
  back: {
    cover: (x, y, z) => {
      const crown = ellipsoid(x, y, z, 0, 0.38, -0.2, 0.82, 0.78, 0.9);
      const sides = ellipsoid(Math.abs(x), y, z, 0.64, 0.02, -0.32, 0.2, 0.4, 0.36);
      return grown(x, y, z, join(crown, sides, 0.2) + 0.012 * strands(x, z), { recede: 0.62, ears: true });
    },
    run: (x, y, z) => strands(Math.atan2(x, y + 0.2) * 1.2, z),
  },
  /** A woman's short crop with a fringe. */
  crop: {
    cover: (x, y, z) => {
      const crown = ellipsoid(x, y, z, 0, 0.42, -0.14, 0.84, 0.8, 0.92);
      const locks = ellipsoid(Math.abs(x), y, z, 0.66, 0.12, 0.1, 0.16, 0.32, 0.2);
      const fringe = rod(x, y, z, [-0.5, 0.6, 0.44], [0.34, 0.76, 0.5], 0.16, 0.16);
      const d = join(join(grown(x, y, z, crown), locks, 0.1), fringe, 0.1);
      return d + 0.022 * strands(x * 0.55 - y * 0.35, y) + 0.02 * waves(x, y, z, 10, 7, 9);
    },
    run: (x, y, z) => strands(x * 0.8 - y * 0.5 + z * 0.3, y),
  },
  /** To the shoulders, waved, parted at the side. */
  waved: {
    cover: (x, y, z) => {
      const ax = Math.abs(x);
      const crown = ellipsoid(x, y, z, 0, 0.38, -0.16, 0.88, 0.84, 0.96);
      const sway = 0.07 * Math.sin(y * 6 + (x > 0 ? 0 : 1.2));
      const lengths = rod(ax + sway, y, z, [0.72, 0.2, -0.1], [0.74, -1.12, -0.02], 0.22, 0.26);
      const sweep = rod(x, y, z, [-0.16, 0.92, 0.34], [0.64, 0.36, 0.3], 0.1, 0.15);
      const nape = ellipsoid(x, y, z, 0, -0.4, -0.5, 0.7, 0.8, 0.4);
      const d = join(
        join(join(grown(x, y, z, crown, { arch: 0.9, part: -0.24, open: 0.55 }), lengths, 0.18), sweep, 0.12),
        nape,
        0.2,
      );
      return d + 0.018 * strands(ax * 0.5, y);
    },
    run: (x, y, z) => strands(Math.atan2(x, z + 0.5) * 0.9 + 0.09 * Math.sin(y * 6), y),
  },
  /** Long and straight, parted in the middle, one side before the shoulder. */
  long: {
    cover: (x, y, z) => {
      const ax = Math.abs(x);
      const crown = ellipsoid(x, y, z, 0, 0.36, -0.16, 0.85, 0.84, 0.94);
      const parting = 0.05 * hill(x, 0, 0.03) * step(0.5, 0.8, y);
      const veil = rod(ax, y, z, [0.46, 0.72, 0.3], [0.74, 0.0, 0.12], 0.14, 0.15);
      const sway = 0.04 * Math.sin(y * 4.2 + 0.6);
      const before = rod(x + sway, y, z, [0.72, 0.0, 0.0], [0.6, -2.5, 0.22], 0.21, 0.19) + 0.012 * strands(x * 0.7, y);
      const behind = rod(x, y, z, [-0.74, 0.0, 0.0], [-0.6, -1.4, -0.5], 0.2, 0.3);
      const nape = ellipsoid(x, y, z, 0, -0.5, -0.5, 0.68, 1, 0.36);
      return (
        join(
          join(grown(x, y, z, crown, { arch: 0.9, part: 0, open: 0.6 }), veil, 0.12),
          Math.min(join(before, behind, 0.1), nape),
          0.16,
        ) + parting
      );
    },
    run: (x, y, z) => strands(Math.atan2(x, z + 0.5), y * 0.5),
  },
  /** White, drawn up into a knot. */
  knot: {
    cover: (x, y, z, skin) => {
      const cap = shell((_, y) => 0.1 + 0.05 * step(0.5, 1, y), { arch: 0.5, open: 0.12 })(x, y, z, skin);
      const bun = ellipsoid(x, y, z, 0.08, 1.28, -0.2, 0.27, 0.19, 0.26) + 0.02 * strands(x * 0.6 + y, z);
      return join(cap + 0.008 * strands(x * 0.9, y), bun, 0.015);
    },
    run: (x, y, z) => (y > 1.02 ? strands(y * 1.3 + x * 0.4, x) : strands(Math.atan2(x, 1.3 - y) * 0.9, z)),
  },
  /** To the jaw, straight, with a fringe. */
  bob: {
    cover: (x, y, z) => {
      const ax = Math.abs(x);
      const crown = ellipsoid(x, y, z, 0, 0.36, -0.14, 0.9, 0.86, 0.96);
      const sides = meet(rod(ax, y, z, [0.68, 0.3, -0.02], [0.74, -0.9, 0.02], 0.22, 0.27), -0.78 - y - 0.1 * z, 0.06);
      const fringe = meet(ellipsoid(x, y, z, 0, 0.42, 0.3, 0.68, 0.5, 0.52), 0.4 - y + 0.05 * x * x, 0.05);
      const nape = meet(ellipsoid(x, y, z, 0, -0.1, -0.36, 0.84, 0.9, 0.5), -0.8 - y, 0.06);
      return join(join(join(grown(x, y, z, crown), sides, 0.14), fringe, 0.1), nape, 0.1) + 0.008 * strands(x, y);
    },
    run: (x, y, z) => strands(Math.atan2(x, z + 0.6) * 1.1, y * 0.4),
  },
  /** A cloud of curls. */
  curls: {
    cover: (x, y, z) => {
      const body = ellipsoid(x, y, z, 0, 0.34, -0.3, 1.14, 0.98, 0.96);
      const lower = ellipsoid(Math.abs(x), y, z, 0.78, -0.26, -0.24, 0.4, 0.56, 0.42);
      const curl = 0.06 * waves(x, y, z, 9.5, 9, 10) + 0.03 * waves(x + 0.3, y, z, 19, 17, 18);
      const face = ellipsoid(x, y, z, 0, -0.02, 0.76, 0.63, 0.72, 0.74);
      return meet(join(body, lower, 0.2) + curl, -face, 0.08);
    },
    run: (x, y, z) => 0.6 * waves(x, y, z, 19, 18, 17) + 0.5 * waves(x + 0.2, y + 0.4, z, 31, 29, 33),
  },
  /** A scarf over the hair, drawn round the throat and over one shoulder. */
  scarf: {
    cover: (x, y, z) => {
      const cap = ellipsoid(x, y, z, 0, 0.3, -0.16, 0.86, 0.88, 0.96);
      const under = rod(x, y, z, [0, -0.4, -0.16], [0, -1.2, -0.22], 0.68, 0.5);
      const drape = ellipsoid(x, y, z, 0.06, -1.46, -0.12, 0.82, 0.32, 0.6);
      const tail = rod(x, y, z, [-0.3, -1.4, 0.06], [-0.46, -2.5, 0.1], 0.36, 0.42);
      const opening = ellipsoid(x, y, z, 0, -0.13, 0.84, 0.61, 0.8, 0.84);
      const folds = 0.03 * Math.sin(y * 12 - x * 6 + z * 3) * step(-0.6, -1.1, y);
      const pleats = 0.012 * Math.sin(Math.atan2(y - 0.1, x) * 10 + z * 5) * step(0.2, 0.6, Math.hypot(x, y));
      return meet(join(join(join(cap, under, 0.25), drape, 0.2), tail, 0.1), -opening, 0.04) + folds + pleats;
    },
    run: (x, y, z) =>
      y < -0.7 ? 0.5 * Math.sin(y * 12 - x * 6 + z * 3) : 0.5 * Math.sin(Math.atan2(y - 0.1, x) * 10 + z * 5),
  },
};

/**
 * @param {import('./people.mjs').Person} person
 * @returns {{ cover: Cover, run: (x: number, y: number, z: number) => number }}
 */
export const hairOf = ({ hair }) => STYLES[hair];

/** How dense a beard grows at a place of the face, 0 to 1, and how thick it stands at the most. */
const BEARDS = {
  full: {
    depth: 0.12,
    growth: (ax, y, z) => {
      const edge = -0.32 - 0.13 * step(0.36, 0.16, ax) + 0.36 * step(0.46, 0.66, ax);
      return step(edge + 0.05, edge - 0.08, y) * step(-0.24, -0.02, z) * (1 - step(1.3, 1.0, lipsAt(ax, y)));
    },
  },
  short: { depth: 0.028, growth: (ax, y, z) => BEARDS.full.growth(ax, y, z) },
  stubble: { depth: 0, growth: (ax, y, z) => 0.5 * BEARDS.full.growth(ax, y, z) },
  moustache: {
    depth: 0.05,
    growth: (ax, y) =>
      step(0.062, 0.03, Math.abs(y + 0.412 + 0.5 * Math.max(0, ax - 0.06) ** 1.6)) * step(0.29, 0.2, ax),
  },
  goatee: {
    depth: 0.024,
    growth: (ax, y, z) => {
      const around = hill(Math.hypot(ax / 0.25, (y + 0.58) / 0.24), 0.92, 0.16);
      const chin = step(0.24, 0.14, ax) * step(-0.68, -0.76, y);
      return clamp(around + chin) * (1 - step(1.25, 1.05, lipsAt(ax, y))) * step(0.25, 0.45, z) * step(-0.36, -0.41, y);
    },
  },
};

/** Below 1 on the lips. */
const lipsAt = (ax, y) => Math.hypot(ax / 0.215, (y + 0.527) / 0.078);

/**
 * @param {import('./people.mjs').Person} person
 * @returns {{ cover: Cover, growth: (x: number, y: number, z: number) => number }}
 */
export function beardOf({ beard, long = 0 }) {
  if (!beard) return { cover: () => ABSENT, growth: () => 0 };
  const { depth, growth: growsAt } = BEARDS[beard];
  const growth = (x, y, z) => (y < 0.1 ? growsAt(Math.abs(x), y < 0 ? y / (1 + long) : y, z) : 0);
  const cover = (x, y, z, skin) => {
    const thickness = depth && skin < 0.3 ? depth * growth(x, y, z) : 0;
    const close =
      thickness < 0.012 ? ABSENT : skin - thickness - 0.012 * waves(x, y, z, 34, 20, 30) * (thickness / 0.1);
    if (beard !== 'full') return close;
    const hanging =
      ellipsoid(x, y / (1 + long), z, 0, -0.98, 0.34, 0.36, 0.3, 0.32) + 0.016 * waves(x, y, z, 30, 8, 26);
    return join(close, hanging, 0.08);
  };
  return { cover, growth };
}
