/** The bare head: skull, face, lids and ears, as one solid. */
import { ellipsoid, join, lerp, meet, rod } from './solid.mjs';

/** Radius of the eyeball and how much thicker the lids are. */
const BALL = 0.165;
const LID = 0.02;

/**
 * Where an eye stands and how its lids run, in head space, for the sitter's eye at positive x; the other mirrors it.
 * @param {import('./people.mjs').Person} person
 */
export function eyeOf({ eyes = {} }) {
  const { apart = 0.3, open = 1, tilt = 0.014, width = 0.142 } = eyes;
  const centre = [apart, 0.04, 0.53];
  const [inner, outer] = [apart - width * 0.98, apart + width];
  const along = (x) => (x - inner) / (outer - inner);
  const base = (t) => centre[1] + lerp(-0.016, tilt, t);
  const within = (t) => t > 0 && t < 1;
  return {
    centre,
    ball: BALL,
    inner,
    outer,
    /** Upper and lower edge of the opening above place x. */
    upper: (x) => {
      const t = along(x);
      return base(t) + (within(t) ? 0.068 * open * Math.sin(Math.PI * t ** 0.86) ** 0.82 : 0);
    },
    lower: (x) => {
      const t = along(x);
      return base(t) - (within(t) ? 0.047 * Math.sin(Math.PI * t ** 1.15) ** 0.9 : 0);
    },
    /** Depth of the lids' surface at (x, y). */
    depth: (x, y) => {
      const rest = (BALL + LID) ** 2 - (x - centre[0]) ** 2 - (y - centre[1]) ** 2;
      return centre[2] + Math.sqrt(Math.max(0.004, rest));
    },
  };
}

/** Distance to the opening between the lids, seen from the front. */
function opening(eye, ax, y) {
  if (ax < eye.inner || ax > eye.outer) return Math.max(eye.inner - ax, ax - eye.outer);
  return Math.max(y - eye.upper(ax), eye.lower(ax) - y);
}

/**
 * @param {import('./people.mjs').Person} person
 * @returns {{ skin: (x: number, y: number, z: number) => number, eyeballs: (x: number, y: number, z: number) => number }}
 */
export function headOf(person) {
  const { jaw = 1, chin = 1, long = 0, full = 0, nose = {}, brow = 0, age = 0.3, lips = 1, smile = 0.026 } = person;
  const eye = eyeOf(person);
  const [ex, ey, ez] = eye.centre;
  const { wide = 1, out = 0, drop = 0 } = nose;
  const skin = (x, y, z) => {
    const ax = Math.sqrt(x * x + 0.0008); // rounded, so that the halves meet without a crease
    const low = y < 0 ? y / (1 + long) : y; // a long face is drawn out below the eyes
    let d = ellipsoid(x, y, z, 0, 0.28, -0.14, 0.74, 0.82, 0.88); // skull
    d = join(d, ellipsoid(x, y, z, 0, 0.2, 0.2, 0.61, 0.64, 0.55), 0.12); // forehead
    d = join(d, ellipsoid(x, low, z, 0, -0.4, 0.14, 0.5 * jaw, 0.52, 0.5), 0.2); // lower face
    d = join(d, rod(ax, low, z, [0.47 * jaw, -0.4, 0.0], [0.13 * chin, -0.84, 0.46], 0.13, 0.12), 0.16); // jawbone
    d = join(d, ellipsoid(ax, low, z, 0.4, -0.13, 0.42, 0.2, 0.17, 0.2), 0.18); // cheekbones
    d = join(d, ellipsoid(ax, low, z, 0.3, -0.36, 0.44, 0.18 + full, 0.2 + full, 0.18 + full * 0.6), 0.16); // cheeks
    d = join(d, ellipsoid(x, low, z, 0, -0.47, 0.47, 0.28, 0.24, 0.26), 0.14); // mouth
    d = join(d, ellipsoid(x, low, z, 0, -0.85, 0.52, 0.17 * chin, 0.13, 0.15), 0.12); // chin
    d = join(d, rod(ax, y, z, [0.06, 0.2, 0.7], [0.42, 0.24, 0.54], 0.06 + brow, 0.05), 0.12); // brow
    d = meet(d, -ellipsoid(ax, y, z, ex, ey + 0.01, 0.88, 0.19, 0.12, 0.24), 0.12); // sockets
    d = meet(d, -ellipsoid(ax, y, z, 0.13, 0.06, 0.86, 0.07, 0.12, 0.14), 0.1); // beside the bridge
    d = join(d, ellipsoid(ax, y, z, ex, ey, ez, BALL + LID, BALL + LID, BALL + LID), 0.05); // lids
    if (z > ez) d = meet(d, -opening(eye, ax, y), 0.012);
    const tip = -0.24 - drop;
    d = join(d, rod(x, low, z, [0, 0.14, 0.68], [0, tip + 0.05, 0.9 + out], 0.06 * wide, 0.075 * wide), 0.08); // nose
    d = join(d, ellipsoid(x, low, z, 0, tip, 0.9 + out, 0.1 * wide, 0.085, 0.1), 0.05);
    d = join(d, ellipsoid(ax, low, z, 0.115 * wide, -0.265, 0.8, 0.07 * wide, 0.06, 0.09), 0.04);
    d = meet(d, -ellipsoid(ax, low, z, 0.06 * wide, -0.335, 0.86, 0.032 * wide, 0.03, 0.06), 0.02);
    d = meet(d, -rod(x, low, z, [0, -0.33, 0.87], [0, -0.41, 0.82], 0.022), 0.05); // philtrum
    const lip = low - smile * Math.min(1.4, (ax / 0.2) ** 2);
    d = join(d, ellipsoid(x, lip, z, 0, -0.476, 0.7, 0.2, 0.05 * lips, 0.1), 0.04); // lips
    d = join(d, ellipsoid(x, lip, z, 0, -0.572, 0.69, 0.17, 0.058 * lips, 0.1), 0.045);
    d = meet(d, -ellipsoid(x, lip, z, 0, -0.524, 0.84, 0.23, 0.012, 0.1), 0.025);
    d = meet(d, -ellipsoid(x, low, z, 0, -0.69, 0.74, 0.15, 0.045, 0.06), 0.08); // under the lip
    if (age > 0.25) {
      const fold = (age - 0.2) * 0.05;
      d = meet(d, -rod(ax, low, z, [0.19 * wide, -0.27, 0.8], [0.3, -0.55, 0.62], fold), 0.07);
    }
    d = join(d, ellipsoid(ax, y, z, 0.735, 0.0, -0.1, 0.06, 0.2, 0.13), 0.05); // ears
    return meet(d, -ellipsoid(ax, y, z, 0.8, 0.03, -0.06, 0.05, 0.12, 0.07), 0.04);
  };
  const eyeballs = (x, y, z) => ellipsoid(Math.abs(x), y, z, ex, ey, ez, BALL, BALL, BALL);
  return { skin, eyeballs };
}
