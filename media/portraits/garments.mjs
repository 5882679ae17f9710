/** What people wear: one body for the trunk, and what lies on it where. */
import { ellipsoid, join, lerp, meet, ring, rod, step } from './solid.mjs';

/** What a point of the surface is made of. */
export const MATERIAL = { skin: 0, hair: 1, coat: 2, shirt: 3, tie: 4, eye: 5, beard: 6 };

/** Half the width of a V-shaped opening at height y. */
const vee = (y, top, bottom, width) => (y > top ? width : (width * (y - bottom)) / (top - bottom));

/** What lies over the collarbones, under every closed collar. */
const yoke = (x, y, z) => rod(x, y, z, [0, -1.36, -0.28], [0, -1.72, -0.3], 0.48, 0.66);

/** Collars as solids, and the opening's edge as a function of place: positive inside the opening. */
const CUTS = {
  /** A jacket over a shirt with an open or tied collar. */
  jacket: {
    collar: (x, y, z) =>
      meet(rod(x, y, z, [0, -1.06, -0.3], [0, -1.5, -0.3], 0.5, 0.66), y + 1.12 - 0.34 * step(-0.1, 0.3, z), 0.03),
    opening: (x, y) => vee(y, -1.32, -2.3, 0.4) - Math.abs(x),
  },
  crew: {
    collar: (x, y, z) => join(yoke(x, y, z), ring(x, y + 0.14 * z, z, -1.31, -0.24, 0.47, 0.065, 0.95), 0.02),
    opening: () => -1,
  },
  roll: {
    collar: (x, y, z) =>
      join(
        ring(x, y + 0.1 * z, z, -1.16, -0.2, 0.44, 0.1, 0.98),
        join(ring(x, y + 0.1 * z, z, -1.33, -0.22, 0.48, 0.12, 0.98), yoke(x, y, z), 0.04),
        0.04,
      ),
    opening: () => -1,
  },
  stand: {
    collar: (x, y, z) =>
      meet(
        rod(x, y, z, [0, -1.08, -0.22], [0, -1.5, -0.26], 0.47, 0.56),
        y + 1.14 + 0.12 * z + 0.3 * step(0.12, 0.02, Math.abs(x)) * step(0, 0.2, z),
        0.03,
      ),
    opening: (x, y) => vee(y, -1.3, -1.62, 0.09) - Math.abs(x),
  },
  shawl: {
    collar: (x, y, z) => {
      const fold = (cy, r, t, tilt) =>
        ring(x, y + tilt * x + 0.16 * z, z, cy, -0.2, r, t + 0.02 * Math.sin(x * 9 + z * 7), 0.95);
      return join(
        join(fold(-1.16, 0.46, 0.13, 0.08), fold(-1.34, 0.54, 0.16, -0.08), 0.04),
        join(fold(-1.52, 0.6, 0.14, 0.08), yoke(x, y, z), 0.05),
        0.05,
      );
    },
    opening: () => -1,
  },
  scoop: {
    collar: (x, y, z) => rod(x, y, z, [0, -1.3, -0.36], [0, -1.5, -0.3], 0.4, 0.6),
    opening: (x, y) => 1 - Math.hypot(x / 0.44, (y + 1.3) / 0.4),
  },
};

/** How cloths take the burin: lighter and darker at (x, y). */
const WEAVES = {
  plain: () => 0,
  dark: () => 0.22,
  rib: (x) => 0.11 * Math.sin(x * 38),
  stripe: (x) => (Math.abs(((((x * 9) % 1) + 1) % 1) - 0.5) < 0.1 ? -0.22 : 0.16),
  check: (x, y) => 0.12 * (Math.sin(x * 30) > 0.55 ? 1 : 0) + 0.14 * (Math.sin(y * 30) > 0.55 ? 1 : 0),
  tweed: (x, y) => 0.14 * Math.sin((x + Math.abs(((y * 7) % 2) - 1) * 0.12) * 60),
};

/**
 * @param {import('./people.mjs').Person} person
 * @returns {{ neck: Function, trunk: Function, opening: Function, weave: Function, shirt: boolean, tie: boolean }}
 */
export function garmentOf({ build = 1, slope = 0, cut, shirt = false, tie = false, neck: girth = 1, cloth = 'plain' }) {
  const { collar, opening } = CUTS[cut];
  const neck = (x, y, z) => rod(x, y, z, [0, -0.45, -0.18], [0, -1.5, -0.34], 0.36 * girth, 0.39 * girth);
  const trunk = (x, y, z) => {
    const ax = Math.abs(x);
    const chest = ellipsoid(x, y, z, 0, -2.4, -0.28, 1.32 * build, 0.95, 0.64);
    const shoulder = rod(ax, y, z, [0.28, -1.5, -0.3], [1.08 * build, -1.86 - slope, -0.32], 0.16, 0.34);
    const breast = ellipsoid(x, y, z, 0, -1.78, -0.2, 0.66, 0.36, 0.42);
    return join(join(join(chest, shoulder, 0.3), breast, 0.24), collar(x, y, z), 0.04);
  };
  return { neck, trunk, opening, weave: WEAVES[cloth], shirt, tie };
}

/**
 * What a point on the trunk shows.
 * @returns {number} One of MATERIAL.
 */
export function clothAt({ opening, shirt, tie }, x, y, z) {
  const inside = z > -0.1 ? opening(x, y) : -1;
  if (inside <= 0) return MATERIAL.coat;
  if (tie && Math.abs(x) < lerp(0.075, 0.12, step(-1.42, -2, y)) && y < -1.3) return MATERIAL.tie;
  if (shirt) return MATERIAL.shirt;
  return MATERIAL.skin;
}

const mirrored = (strokes) =>
  strokes.flatMap((stroke) => [stroke, { ...stroke, points: stroke.points.map(([x, y]) => [-x, y]) }]);
const line = (from, to, count = 12) =>
  Array.from({ length: count }, (_, i) => [
    lerp(from[0], to[0], i / (count - 1)),
    lerp(from[1], to[1], i / (count - 1)),
  ]);
const button = (x, y) => ({
  points: line([x - 0.022, y], [x + 0.022, y], 5),
  width: (t) => 3 * Math.sqrt(Math.max(0.04, 1 - (2 * t - 1) ** 2)),
  painted: false,
});

/**
 * Seams, lapels and buttons, as strokes on the trunk's front.
 * @param {import('./people.mjs').Person} person
 * @returns {{ points: number[][], width: (t: number) => number, painted: boolean }[]}
 */
export function seamsOf({ cut, build = 1, shirt = false, tie = false }) {
  const leaf = tie
    ? [
        [0.3, -1.17],
        [0.05, -1.4],
        [0.2, -1.62],
        [0.36, -1.42],
      ]
    : [
        [0.3, -1.15],
        [0.13, -1.5],
        [0.27, -1.66],
        [0.38, -1.42],
      ];
  const collar = shirt
    ? mirrored([
        {
          points: leaf.slice(1).flatMap((to, i) => line(leaf[i], to, 8)),
          width: (t) => 0.35 + 0.5 * Math.sin(Math.PI * t),
          painted: false,
        },
      ])
    : [];
  const seam = (points, width = 0.9) => ({ points, width: () => width, painted: true });
  const sleeves = mirrored([seam(line([0.98 * build, -1.72], [0.86 * build, -2.3]), 0.8)]);
  if (cut === 'jacket')
    return [
      ...collar,
      ...sleeves,
      ...mirrored([
        seam(line([0.4, -1.32], [0.012, -2.28], 22), 1.9),
        seam([...line([0.58, -1.46], [0.66, -1.78], 8), ...line([0.66, -1.78], [0.46, -1.8], 5)], 1.3),
        seam([...line([0.5, -1.82], [0.6, -1.88], 4), ...line([0.6, -1.88], [0.06, -2.32], 14)], 1.3),
      ]),
    ];
  if (cut === 'stand')
    return [
      ...sleeves,
      seam(line([0.02, -1.6], [0.02, -2.4], 20), 1.4),
      ...[-1.74, -1.96, -2.18].map((y) => button(0.06, y)),
    ];
  if (cut === 'scoop')
    return [
      ...sleeves,
      ...mirrored([
        seam(
          Array.from({ length: 16 }, (_, i) => [
            0.44 * Math.cos((i / 15) * 1.57),
            -1.3 - 0.4 * Math.sin((i / 15) * 1.57),
          ]),
          1.8,
        ),
      ]),
    ];
  return sleeves;
}
