/**
 * What an engraver draws rather than shades: lids, irises, brows, lips, nostrils, creases, glasses. Strokes are given in head
 * space and carry their width in units of the picture.
 */
import { eyeOf } from './head.mjs';
import { clamp, lerp } from './solid.mjs';

/** How far an iris moves for a full turn of the head, in units of the sculpture: that of a true eyeball. */
const TURN = 0.105;

const range = (count) => Array.from({ length: count }, (_, i) => i);
const spread = (count) => range(count).map((i) => i / (count - 1));

/** A small repeatable unevenness, -1 to 1: a hand is never quite even. */
const uneven = (n) => {
  const v = Math.sin(n * 127.1 + 11.7) * 43758.5453;
  return (v - Math.floor(v)) * 2 - 1;
};

/** Points of a smooth curve through three places. */
const arc = (a, b, c, count = 9) =>
  spread(count).map((t) => [0, 1, 2].map((k) => (1 - t) ** 2 * a[k] + 2 * t * (1 - t) * b[k] + t * t * c[k]));

/**
 * @typedef {object} Stroke
 * @property {number[][]} points Places in head space; z is undefined where the point lies on the skin.
 * @property {(t: number) => number} width Width at share t of the way.
 *
 * @param {import('./people.mjs').Person} person
 * @param {number[]} gaze Direction of the camera in head space.
 * @returns {{ strokes: Stroke[], irises: { outer: number[][], light: number[][], pupil: number[][], spokes: number[][][], pale: boolean }[], frames: { rim: number[][], width: number }[] }}
 */
export function featuresOf(person, gaze) {
  const { age = 0.3, brows = {}, eyes = {}, long = 0, female = false, lips = 1, nose = {} } = person;
  const eye = eyeOf(person);
  const strokes = [];
  const irises = [];
  const drawn = (points, width) => strokes.push({ points, width });
  const drop = (y) => (y < 0 ? y * (1 + long) : y);
  const swell =
    (from, most, to = from) =>
    (t) =>
      lerp(lerp(from, to, t), most, Math.sin(Math.PI * t));

  for (const side of [-1, 1]) {
    const lid = (x, y, over = 0) => [side * x, y, eye.depth(x, y) + over];
    const xs = spread(15).map((t) => lerp(eye.inner, eye.outer, t));
    /* upper lid: the darkest line of a face, and the fold above it */
    drawn(
      xs.map((x, i) => lid(x, eye.upper(x) + 0.006 - (i === 14 ? 0.006 : 0), 0.004)),
      (t) => lerp(0.45, female ? 1.75 : 1.35, Math.sin(Math.PI * clamp(t * 0.86 + 0.05)) ** 0.7),
    );
    if (female) {
      const [x, y] = [eye.outer, eye.upper(eye.outer - 0.012)];
      drawn(
        [lid(x - 0.03, y - 0.002, 0.006), lid(x + 0.004, y + 0.006, 0.004), lid(x + 0.03, y + 0.024)],
        (t) => 1.2 * (1 - t) + 0.2,
      );
    }
    const { fold = 0.032 } = eyes;
    if (fold)
      drawn(
        xs
          .slice(1, 15)
          .map((x, i) =>
            lid(x + 0.004, eye.upper(x) + fold - 0.0012 * Math.abs(i - 6) - (i > 9 ? (i - 9) * age * 0.006 : 0)),
          ),
        swell(0.2, 0.62),
      );
    drawn(
      xs.slice(3).map((x) => lid(x, eye.lower(x) - 0.004)),
      (t) => lerp(0.2, 0.55, t ** 0.6),
    );
    /* the tear duct */
    drawn(
      [lid(eye.inner - 0.012, eye.centre[1] - 0.022), lid(eye.inner + 0.02, eye.upper(eye.inner + 0.02) - 0.008)],
      () => 0.5,
    );
    if (age > 0.4) {
      drawn(
        arc([side * (eye.inner + 0.03), -0.075], [side * eye.centre[0], -0.125], [side * (eye.outer - 0.02), -0.07]),
        swell(0.1, 0.25 + age * 0.35),
      );
      for (const k of range(Math.round(age * 4)))
        drawn(
          [
            [side * (eye.outer + 0.045), 0.05 - 0.028 * k],
            [side * (eye.outer + 0.075), 0.055 - 0.038 * k],
            [side * (eye.outer + 0.11), 0.065 - 0.052 * k],
          ],
          (t) => 0.15 + 0.4 * t * (1 - t) * 4 * age,
        );
    }

    /* iris: turned to the camera, cut by the lids */
    const [cx, cy, cz] = [side * eye.centre[0], eye.centre[1], eye.centre[2]];
    const disc = (radius, count, dx = 0, dy = 0) =>
      range(count).map((i) => {
        const a = (i / count) * Math.PI * 2;
        const x = cx + gaze[0] * TURN + Math.cos(a) * radius + dx;
        const y = cy + 0.006 + gaze[1] * TURN + Math.sin(a) * radius + dy;
        const ax = clamp(Math.abs(x), eye.inner, eye.outer);
        const inside = clamp(y, eye.lower(ax) - 0.002, eye.upper(ax) + 0.004);
        return [side * ax, inside, cz + Math.sqrt(Math.max(0.01, eye.ball ** 2 - (x - cx) ** 2 - (inside - cy) ** 2))];
      });
    irises.push({
      outer: disc(0.066, 22),
      inner: disc(0.054, 20),
      pupil: disc(0.031, 12),
      light: disc(0.0155, 8, -0.02, 0.026),
      second: disc(0.008, 6, 0.024, -0.022),
      pale: eyes.pale ?? false,
    });

    /* brow: a row of hairs that lean outwards */
    const { thick = 1, rise = 0.06, low = 0, gap = 0.125, grey = 0 } = brows;
    const count = 24;
    for (const i of range(count)) {
      const t = i / (count - 1);
      const x = lerp(gap, 0.485, t);
      const y = 0.196 - low + rise * Math.sin(Math.PI * (t * 0.7 + 0.02)) - 0.03 * t ** 3;
      const height = thick * lerp(0.062, 0.022, t ** 1.3) * (1 + 0.16 * uneven(i + side));
      const lean = lerp(0.012, 0.06, t ** 0.6);
      drawn(
        [
          [side * (x - lean * 0.3), y - height * 0.55],
          [side * (x + lean * 0.4), y + height * 0.1],
          [side * (x + lean), y + height * lerp(0.6, 0.12, t)],
        ],
        (s) =>
          (0.3 + 1.75 * thick ** 0.5 * Math.sin(Math.PI * (0.2 + 0.75 * s)) * lerp(0.8, 0.62, t)) * (1 - 0.55 * grey),
      );
    }

    /* nostril and wing of the nose */
    const { wide = 1 } = nose;
    drawn(
      arc([side * 0.028 * wide, drop(-0.322)], [side * 0.06 * wide, drop(-0.3)], [side * 0.1 * wide, drop(-0.315)], 6),
      swell(0.5, 1.5),
    );
    drawn(
      arc(
        [side * 0.165 * wide, drop(-0.235)],
        [side * 0.2 * wide, drop(-0.28)],
        [side * 0.155 * wide, drop(-0.315)],
        6,
      ),
      swell(0.15, 0.7),
    );
    if (age > 0.3)
      drawn(
        arc(
          [side * 0.2 * wide, drop(-0.27)],
          [side * 0.27, drop(-0.37)],
          [side * (0.29 + 0.02 * age), drop(-0.5 - 0.06 * age)],
          8,
        ),
        swell(0.15, 0.25 + 0.7 * age),
      );
    if (age > 0.7)
      drawn(
        arc([side * 0.255, drop(-0.565)], [side * 0.29, drop(-0.63)], [side * 0.3, drop(-0.72)], 6),
        swell(0.1, 0.5),
      );
  }

  /* mouth: the line between the lips, a shade under the lower one, the corners a little up */
  const { smile = 0.026 } = person;
  drawn(
    spread(17).map((t) => {
      const x = lerp(-0.205, 0.205, t);
      const y = -0.522 - 0.01 * Math.cos(x * 30) * (1 - Math.abs(x) / 0.205) + smile * (Math.abs(x) / 0.2) ** 2;
      return [x, drop(y)];
    }),
    (t) => lerp(0.5, 1.25, Math.sin(Math.PI * t) ** 0.5),
  );
  for (const side of [-1, 1])
    drawn(
      [
        [side * 0.2, drop(-0.518 + smile)],
        [side * 0.222, drop(-0.53 + smile * 1.2)],
      ],
      () => 0.7,
    );
  drawn(
    arc([-0.1, drop(-0.622 - 0.02 * lips)], [0, drop(-0.64 - 0.02 * lips)], [0.1, drop(-0.622 - 0.02 * lips)], 7),
    swell(0.15, 0.7),
  );

  /* the forehead's furrows and the frown */
  for (const k of range(Math.max(0, Math.round((age - 0.45) * 6)))) {
    const y = 0.4 + k * 0.085;
    const half = 0.34 - 0.05 * k;
    drawn(
      spread(11).map((t) => [lerp(-half, half, t), y + 0.018 * Math.cos(lerp(-half, half, t) * 9 + k)]),
      (t) => 0.1 + 0.42 * Math.sin(Math.PI * t) * (1 + 0.4 * uneven(t * 9 + k)),
    );
  }
  if (age > 0.5)
    for (const side of [-1, 1])
      drawn(
        [
          [side * 0.055, 0.2],
          [side * 0.06, 0.25],
          [side * 0.05, 0.31],
        ],
        swell(0.1, 0.5),
      );

  return { strokes, irises, frames: framesOf(person, eye) };
}

/** Rims, bridge and temples of glasses, before the face. */
function framesOf({ glasses }, eye) {
  if (!glasses) return [];
  const { shape, weight = 1 } = glasses;
  const [w, h, power] = { round: [0.2, 0.19, 2], square: [0.225, 0.155, 4.2], oval: [0.21, 0.15, 2.5] }[shape];
  const z = (x) => 0.94 - 0.28 * x * x;
  const y0 = 0.025;
  const frames = [];
  const cx = eye.centre[0] + 0.005;
  for (const side of [-1, 1]) {
    const rim = range(37).map((i) => {
      const a = (i / 36) * Math.PI * 2;
      const round = (v) => Math.sign(v) * Math.abs(v) ** (2 / power);
      const x = cx + w * round(Math.cos(a));
      return [side * x, y0 + h * round(Math.sin(a)), z(x)];
    });
    frames.push({ points: rim, width: 1.5 * weight });
    frames.push({
      points: [
        [side * (cx + w), 0.07, z(cx + w)],
        [side * 0.66, 0.08, 0.5],
        [side * 0.755, 0.07, 0.02],
      ],
      width: 1.5 * weight,
    });
  }
  const inner = cx - w;
  frames.push({
    points: arc([-inner, 0.05, z(inner)], [0, 0.1, 0.97], [inner, 0.05, z(inner)], 7),
    width: 1.6 * weight,
  });
  return frames;
}
