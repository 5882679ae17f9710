/**
 * The bridges of the hero drawings, as lists of lines in metres.
 *
 * Axes: x runs along the bridge and away from the viewer, y is height over the deck (water lies at −64), z goes across.
 * Every bridge repeats its span often enough to reach into the fog.
 *
 * @typedef {[x: number, y: number, z: number]} Point
 * @typedef {object} Line
 * @property {Point[]} points Polyline in metres.
 * @property {number} width Stroke width at a distance of about 330 m, in pixels of the wide format.
 * @property {number} alpha Opacity in clear air, 0 to 1.
 * @property {number} heat How far the line follows the passing load, in sag and in paint: 0 not at all, 1 fully.
 * @property {(point: Point, u: number) => Point} [move] Motion of a machine part at phase u of the loop, 0 to 1. Moving parts do not sag.
 * @property {(u: number) => { alpha: number, glow: number }} [life] How much of a part is there at phase u, and how far it is painted
 *   whatever the loads do; both 0 to 1.
 */

const TAU = Math.PI * 2;

/** Linear interpolation. */
export const lerp = (a, b, t) => a + (b - a) * t;

/** n + 1 values of f at equal steps from a to b. */
const sampled = (a, b, n, f) => Array.from({ length: n + 1 }, (_, i) => f(lerp(a, b, i / n)));

/** 0 before a, 1 after b, in between a smooth step. */
const ramp = (v, a, b) => {
  const t = Math.min(1, Math.max(0, (v - a) / (b - a)));
  return t * t * (3 - 2 * t);
};

/** Collects lines; `near` and `far` name the two sides of the deck. */
class Drawing {
  /** @type {Line[]} */
  lines = [];

  add(points, width, alpha, heat = 0, move = undefined, life = undefined) {
    this.lines.push({ points, width, alpha, heat, move, life });
  }

  /** A straight line. */
  segment(from, to, ...style) {
    this.add([from, to], ...style);
  }

  /** The roadway: edges, bottom chords, floor beams and, where asked for, the stiffening truss. */
  deck(near, far, { start = -300, length = 2600, depth = 7, panel = 16, diagonals = true } = {}) {
    const steps = Math.ceil(((length - start) * 380) / 2900);
    for (const z of [near, far]) {
      this.add(
        sampled(start, length, steps, (x) => [x, 0, z]),
        1.5,
        0.95,
        0.75,
      );
      if (depth)
        this.add(
          sampled(start, length, steps, (x) => [x, -depth, z]),
          1.1,
          0.8,
        );
    }
    for (let x = start; x < Math.min(length, 1612); x += panel) {
      this.segment([x, 0, near], [x, 0, far], 0.8, 0.55, 0.5);
      if (!depth || !diagonals) continue;
      this.add(
        [
          [x, 0, near],
          [x + panel / 2, -depth, near],
          [x + panel, 0, near],
        ],
        0.8,
        0.6,
      );
      this.segment([x, -depth, near], [x, -depth, far], 0.7, 0.35);
    }
  }

  /** A laced leg that tapers from half-width t at the foot to 0.55 t at the head. */
  leg(x, z, foot, head, t = 5) {
    const half = (u) => lerp(t, t * 0.55, u);
    for (const side of [-1, 1]) this.segment([x + side * t, foot, z], [x + side * half(1), head, z], 1.5, 1);
    for (let i = 0; i < 9; i += 1) {
      const a = i / 9;
      const b = (i + 1) / 9;
      this.segment([x - half(a), lerp(foot, head, a), z], [x + half(b), lerp(foot, head, b), z], 0.7, 0.5);
    }
  }

  /** Two legs and the cross-beams between them. */
  portal(x, near, far, foot, head, beams = 4, t = 5) {
    this.leg(x, near, foot, head, t);
    this.leg(x, far, foot, head, t);
    for (let i = 0; i <= beams; i += 1) {
      const y = lerp(Math.max(foot, 14), head, i / beams);
      for (const drop of [0, 3.2]) this.segment([x, y - drop, near], [x, y - drop, far], 1.2, 0.9);
    }
  }

  /** A Warren truss between two chords of constant height. */
  warren(x0, x1, bays, bottom, top, z, front, { heat = 1, move } = {}) {
    const bay = (x1 - x0) / bays;
    const alpha = front ? 1 : 0.45;
    for (const y of [bottom, top])
      this.add(
        sampled(x0, x1, bays * 2, (x) => [x, y, z]),
        1.6,
        alpha,
        heat,
        move,
      );
    for (let i = 0; i < bays; i += 1) {
      const x = x0 + i * bay;
      this.add(
        [
          [x, bottom, z],
          [x + bay / 2, top, z],
          [x + bay, bottom, z],
        ],
        1.1,
        alpha * 0.9,
        heat,
        move,
      );
      this.segment([x, bottom, z], [x, top, z], 0.7, alpha * 0.5, heat, move);
    }
  }
}

/** Parabola over a span: 1 at its ends, 0 in the middle. */
const dip = (x, x0, span) => ((2 * (x - x0)) / span - 1) ** 2;

/** The bridge of the home page: its spans in metres, the two sides of its deck, its towers' heads, its cable. */
const home = { start: -230, span: 420, head: 118, near: 34, far: 62 };
const homeCable = (x, x0) => 7 + (home.head - 7) * dip(x, x0, home.span);

const KINDS = {
  suspension(d) {
    const { span, head, near, far } = home;
    d.deck(near, far);
    for (let k = 0; k < 6; k += 1) {
      const x0 = home.start + k * span;
      const cable = (x) => homeCable(x, x0);
      for (const z of [near, far]) {
        d.add(
          sampled(x0, x0 + span, 96, (x) => [x, cable(x), z]),
          2.1,
          1,
          1,
        );
        d.add(
          sampled(x0, x0 + span, 96, (x) => [x, cable(x) + 0.9, z]),
          0.8,
          0.6,
          1,
        );
      }
      for (let x = x0 + 12; x < x0 + span && k < 4; x += 12)
        for (const z of [near, far]) d.segment([x, 0, z], [x, cable(x), z], 0.75, z === near ? 0.8 : 0.4, 1);
      d.portal(x0 + span, near, far, -60, head + 2);
    }
  },

  /** The bridge of the home page while it is built: the sections of its deck are hoisted from the water one after another. */
  erection(d) {
    const { span, head, near, far } = home;
    const [panel, sections] = [28, 9];
    const open = [home.start + span + 84, home.start + span + 84 + sections * panel];
    d.deck(near, far, { length: open[0], panel: 14 });
    d.deck(near, far, { start: open[1], panel: 14 });
    for (let k = 0; k < 6; k += 1) {
      const x0 = home.start + k * span;
      const cable = (x) => homeCable(x, x0);
      for (const z of [near, far]) {
        for (const t of [0, 0.9])
          d.add(
            sampled(x0, x0 + span, 96, (x) => [x, cable(x) + t, z]),
            t ? 0.8 : 2.1,
            t ? 0.6 : 1,
          );
        for (let x = x0 + 14; x < x0 + span && k < 4; x += 14)
          if (x <= open[0] || x >= open[1]) d.segment([x, 0, z], [x, cable(x), z], 0.75, z === near ? 0.8 : 0.4);
      }
      d.portal(x0 + span, near, far, -60, head + 2);
    }
    const x0 = home.start + span;
    for (let i = 0; i < sections; i += 1) {
      const [a, b] = [open[0] + i * panel, open[0] + (i + 1) * panel];
      const begins = 0.04 + i * 0.065;
      const lands = begins + 0.3;
      /* the poster, phase 0, shows the work half done */
      const since = (u) => (u + 0.3) % 1;
      const lift = (u) => -58 * (1 - ramp(since(u), begins, lands));
      /* painted while it hangs; the last of the loop fades into the fog that the first comes out of */
      const life = (u) => ({
        alpha: ramp(since(u), 0, 0.05) * (1 - ramp(since(u), 0.93, 1)),
        glow: ramp(since(u), begins, begins + 0.04) * (1 - ramp(since(u), lands, lands + 0.12)),
      });
      const hoist = ([x, y, z], u) => [x, y + lift(u), z];
      const part = (points, width, alpha) => d.add(points, width, alpha, 1, hoist, life);
      for (const z of [near, far]) {
        const alpha = z === near ? 1 : 0.6;
        for (const y of [0, -7])
          part(
            sampled(a, b, 4, (x) => [x, y, z]),
            1.5,
            alpha,
          );
        part(
          [
            [a, -7, z],
            [a, 0, z],
            [(a + b) / 2, -7, z],
            [b, 0, z],
            [b, -7, z],
          ],
          0.9,
          alpha * 0.8,
        );
        /* the ropes hang from the cable and take in what the section rises */
        for (const x of [a + 7, b - 7])
          d.segment(
            [x, 0, z],
            [x, homeCable(x, x0), z],
            0.8,
            alpha * 0.8,
            1,
            ([px, y, pz], u) => [px, y === 0 ? lift(u) : y, pz],
            life,
          );
      }
      for (const x of [a, (a + b) / 2, b])
        for (const y of [0, -7])
          part(
            [
              [x, y, near],
              [x, y, far],
            ],
            0.8,
            0.6,
          );
    }
  },

  /** The bridge of the home page in a net: hangers that cross, and storm cables below the deck, so that all share every load. */
  net(d) {
    const { span, head, near, far } = home;
    d.deck(near, far, { panel: 20 });
    for (let k = 0; k < 6; k += 1) {
      const x0 = home.start + k * span;
      const cable = (x) => homeCable(x, x0);
      const storm = (x) => -12 - 40 * dip(x, x0, span);
      const out = (x, z) => (z === near ? z - 16 : z + 16) + (z === near ? 16 : -16) * (1 - dip(x, x0, span));
      const nodes = 24;
      const at = (i) => x0 + (span * i) / nodes;
      for (const z of [near, far]) {
        const alpha = z === near ? 1 : 0.45;
        for (const t of [0, 0.9])
          d.add(
            sampled(x0, x0 + span, 96, (x) => [x, cable(x) + t, z]),
            t ? 0.8 : 2.1,
            alpha,
            1,
          );
        d.add(
          sampled(x0, x0 + span, 72, (x) => [x, storm(x), out(x, z)]),
          1.5,
          alpha * 0.9,
          1,
        );
        if (k > 3) continue;
        for (let i = 1; i < nodes; i += 1) {
          for (const side of [-2, 2]) {
            const foot = at(i + side);
            if (foot <= x0 || foot >= x0 + span) continue;
            d.add(
              sampled(0, 1, 10, (u) => [lerp(foot, at(i), u), lerp(0, cable(at(i)), u), z]),
              0.8,
              alpha * 0.85,
              1,
            );
          }
          for (const side of [-1, 1])
            d.add(
              sampled(0, 1, 5, (u) => [
                lerp(at(i + side), at(i), u),
                lerp(-7, storm(at(i)), u),
                lerp(z, out(at(i), z), u),
              ]),
              0.7,
              alpha * 0.7,
              1,
            );
        }
      }
      d.portal(x0 + span, near, far, -60, head + 2);
    }
  },

  /** Cable-stayed, all stays to the head of an A-shaped pylon. */
  fan(d) {
    const head = 116;
    const [near, far, axis] = [34, 60, 47];
    d.deck(near, far, { depth: 4 });
    for (let k = 0; k < 6; k += 1) {
      const x = 120 + k * 360;
      for (const side of [1, -1])
        for (let i = 1; i <= 15; i += 1)
          for (const z of [near, far])
            d.add(
              sampled(0, 1, 14, (u) => [lerp(x + side * i * 11.6, x, u), lerp(0, head - i * 1.8, u), lerp(z, axis, u)]),
              0.95,
              z === near ? 0.9 : 0.45,
              1,
            );
      for (const z of [near - 3, far + 3])
        for (const t of [-3, 3]) d.segment([x + t, -60, lerp(z, axis, -0.2)], [x + t * 0.5, head + 6, axis], 1.7, 1);
      for (const y of [-4, 58]) {
        const inward = Math.max(0, y / head);
        d.segment([x, y, lerp(near - 3, axis, inward)], [x, y, lerp(far + 3, axis, inward)], 1.2, 0.9);
      }
    }
  },

  /** Cable-stayed, parallel stays. */
  harp(d) {
    const head = 116;
    const [near, far] = [34, 58];
    d.deck(near, far, { depth: 4 });
    for (let k = 0; k < 6; k += 1) {
      const x = 140 + k * 400;
      d.portal(x, near, far, -60, head + 6, 2, 4);
      for (const side of [1, -1])
        for (let i = 1; i <= 14; i += 1)
          for (const z of [near, far])
            d.add(
              sampled(0, 1, 12, (u) => [lerp(x + side * i * 13, x, u), lerp(0, (i * head) / 14, u), z]),
              1,
              z === near ? 0.9 : 0.4,
              1,
            );
    }
  },

  /** Cable-stayed, one leaning pylon that holds its deck by its own weight. */
  inclined(d) {
    const head = 124;
    const [near, far, axis] = [34, 58, 46];
    d.deck(near, far, { depth: 5 });
    for (let k = 0; k < 6; k += 1) {
      const x = 250 + k * 380;
      for (const t of [-4, 0, 5]) d.segment([x + t, -10, axis], [x + 78 + t * 0.4, head, axis], 1.8, 1);
      for (const t of [-9, 9]) d.segment([x + t, -60, axis], [x + t * 0.5, -5, axis], 1.5, 1);
      for (let i = 1; i <= 22; i += 1)
        for (const z of [near, far])
          d.add(
            sampled(0, 1, 14, (u) => [
              lerp(x - 14 - i * 11, x + 10 + (68 * i) / 22, u),
              lerp(0, 20 + ((head - 20) * i) / 22, u),
              lerp(z, axis, u),
            ]),
            0.95,
            z === near ? 0.9 : 0.45,
            1,
          );
    }
  },

  /** Cable-stayed with crossed stays: the highest stay lands nearest, so that the straight lines draw a curve. */
  crossed(d) {
    const head = 116;
    const stays = 24;
    const [near, far, axis] = [34, 58, 46];
    d.deck(near, far, { depth: 5 });
    for (let k = 0; k < 6; k += 1) {
      const x = 190 + k * 400;
      for (const t of [-5, 0, 5]) d.segment([x + t, -60, axis], [x - 16 + t * 0.3, head + 8, axis], 1.8, 1);
      for (let i = 0; i < stays; i += 1) {
        const y = lerp(18, head, i / (stays - 1));
        const foot = x - 16 * ((y + 60) / (head + 68));
        for (const z of [near, far])
          d.add(
            sampled(0, 1, 14, (u) => [lerp(x - 20 - (stays - i) * 9.6, foot, u), lerp(0, y, u), lerp(z, axis, u)]),
            0.95,
            z === near ? 0.9 : 0.45,
            1,
          );
        if (i % 2 === 0)
          d.add(
            sampled(0, 1, 10, (u) => [lerp(x + 24 + i * 4.6, foot, u), lerp(0, y, u), axis]),
            1.25,
            1,
            1,
          );
      }
    }
  },

  truss(d) {
    const [near, far, top, panel, length] = [30, 60, 46, 34, 2400];
    d.deck(near, far, { depth: 0, panel: panel / 2 });
    for (const z of [near, far]) {
      const alpha = z === near ? 1 : 0.5;
      d.add(
        sampled(-306, length, 240, (x) => [x, top, z]),
        2,
        1,
        0.4,
      );
      for (let x = -306; x < 1500; x += panel) {
        d.add(
          sampled(0, 1, 6, (u) => [x + (panel / 2) * u, top * u, z]),
          1.4,
          alpha,
          1,
        );
        d.add(
          sampled(0, 1, 6, (u) => [x + (panel / 2) * (1 + u), top * (1 - u), z]),
          1.4,
          alpha,
          1,
        );
        d.segment([x + panel / 2, 0, z], [x + panel / 2, top, z], 0.7, 0.5);
      }
    }
    for (let x = -306 + panel / 2; x < 1300; x += panel) {
      d.segment([x, top, near], [x, top, far], 1.1, 0.7, 0.6);
      d.segment([x, top, near], [x + panel, top, far], 0.7, 0.4);
      d.segment([x, top, far], [x + panel, top, near], 0.7, 0.4);
    }
    for (let x = 120; x < 1800; x += 290) for (const z of [near, far]) d.leg(x, z, -70, -1, 6);
  },

  arch(d) {
    const span = 330;
    const [near, far] = [30, 62];
    d.deck(near, far, { depth: 4, panel: 18 });
    for (let k = -1; k < 7; k += 1) {
      const x0 = -150 + k * span;
      const rib = (x, rise) => rise * (1 - dip(x, x0, span - 6)) - 26;
      for (let r = 0; r < 7; r += 1)
        for (const z of [near, far])
          d.add(
            sampled(x0 + r * 3.2, x0 + span - 6 - r * 3.2, 64, (x) => [x, rib(x, 128 - r * 5.5), z]),
            r === 0 ? 2.1 : 1,
            (z === near ? 1 : 0.5) * (r === 0 || r === 6 ? 1 : 0.55),
            1,
          );
      for (let i = 1; i < 30; i += 1) {
        const x = x0 + (span * i) / 30;
        const y = rib(x, 128);
        if (y > 3) for (const z of [near, far]) d.segment([x, 0, z], [x, y, z], 0.75, z === near ? 0.75 : 0.3, 1);
        if (y > 26) d.segment([x, y, near], [x, y, far], 0.8, 0.5, 0.6);
      }
    }
  },

  /** Tied arch whose hangers cross each other. */
  network(d) {
    const span = 340;
    const [near, far] = [32, 60];
    d.deck(near, far, { depth: 4 });
    for (let k = 0; k < 6; k += 1) {
      const x0 = -130 + k * span;
      const rib = (x) => 104 * (1 - dip(x, x0, span));
      for (const z of [near, far]) {
        for (const t of [0, 3])
          d.add(
            sampled(x0, x0 + span, 72, (x) => [x, rib(x) + t, z]),
            1.8,
            1,
            0.8,
          );
        for (let i = 1; i < 26; i += 1)
          for (const side of [1, -1]) {
            const xa = x0 + (span * i) / 26;
            const xb = xa + side * 46;
            if (xb > x0 && xb < x0 + span)
              d.add(
                sampled(0, 1, 8, (u) => [lerp(xb, xa, u), rib(xa) * u, z]),
                0.8,
                z === near ? 0.8 : 0.35,
                1,
              );
          }
      }
      for (let i = 5; i < 22; i += 2) {
        const x = x0 + (span * i) / 26;
        d.segment([x, rib(x), near], [x, rib(x), far], 1, 0.7, 0.4);
      }
      for (const z of [near, far]) d.leg(x0, z, -66, -5, 7);
    }
  },

  /** One rib that passes over and under the deck in turn. */
  wave(d) {
    const period = 420;
    const [near, far] = [32, 60];
    d.deck(near, far, { depth: 4 });
    const rib = (x) => {
      const s = Math.sin((TAU * (x + 108)) / period);
      return s > 0 ? 88 * s : 40 * s;
    };
    for (const z of [near, far]) {
      const alpha = z === near ? 1 : 0.5;
      for (const t of [0, 2.6, 5.2])
        d.add(
          sampled(-300, 2200, 420, (x) => [x, rib(x) + t, z]),
          t === 2.6 ? 0.8 : 2,
          alpha,
          1,
        );
      for (let x = -300; x < 1700; x += 10.5)
        if (Math.abs(rib(x)) > 5) d.segment([x, rib(x) > 0 ? 0 : -4, z], [x, rib(x), z], 0.8, alpha * 0.75, 1);
    }
    for (let x = -300; x < 1700; x += 21) d.segment([x, rib(x) + 5.2, near], [x, rib(x) + 5.2, far], 0.9, 0.6, 0.5);
    for (let k = 0; k < 6; k += 1) {
      const crossing = -108 + period * (k + 0.5);
      for (const at of [crossing, crossing + period / 2]) for (const z of [near, far]) d.leg(at, z, -66, -5, 5);
    }
  },

  /** Lens-shaped girders: arch and cable in one, each taking the other's thrust. */
  lenticular(d) {
    const span = 260;
    const [near, far, axis] = [32, 58, 46];
    d.deck(near, far, { depth: 0, panel: 18 });
    for (let k = 0; k < 8; k += 1) {
      const x0 = -90 + k * span;
      const half = (x) => 42 * (1 - dip(x, x0, span));
      for (const z of [near, far])
        for (const side of [1, -1])
          for (const t of [0, 2.4])
            d.add(
              sampled(x0, x0 + span, 60, (x) => [x, axis + side * (half(x) + t), z]),
              t ? 0.8 : 1.9,
              z === near ? 1 : 0.5,
              1,
            );
      for (let i = 1; i < 18; i += 1) {
        const x = x0 + (span * i) / 18;
        const next = x + span / 18;
        for (const z of [near, far]) {
          d.segment([x, axis - half(x), z], [x, axis + half(x), z], 0.8, 0.7, 1);
          if (i < 17) d.segment([x, axis - half(x), z], [next, axis + half(next), z], 0.7, 0.4);
          d.segment([x, 0, z], [x, axis - half(x), z], 0.6, 0.45, 0.6);
        }
      }
      d.portal(x0 + span, near, far, -60, 52, 1, 4);
    }
  },

  cantilever(d) {
    const span = 400;
    const [near, far, axis] = [28, 64, 46];
    const reach = span / 2 - 22;
    const across = (z, y) => lerp(z, axis, Math.max(0, y) / 300);
    const top = (u) => lerp(122, 16, u ** 0.92);
    const bottom = (u) => lerp(-52, -5, u ** 0.7);
    d.deck(near + 6, far - 6, { depth: 5 });
    for (let k = -1; k < 6; k += 1) {
      const xc = 130 + k * span;
      for (const side of [1, -1])
        for (const z of [near, far]) {
          const along = (u) => xc + side * (14 + u * (reach - 14));
          for (const chord of [top, bottom])
            for (const t of [0, 3.4])
              d.add(
                sampled(0, 1, 40, (u) => [along(u), chord(u) + t, across(z, chord(u))]),
                t ? 1 : 2,
                z === near ? 1 : 0.5,
                1,
              );
          const brace = (from, to, a, b) =>
            sampled(0, 1, 8, (u) => {
              const y = lerp(from(a), to(b), u);
              return [along(lerp(a, b, u)), y, across(z, y)];
            });
          for (let i = 0; i < 6; i += 1) {
            d.add(brace(bottom, top, i / 6, (i + 1) / 6), 1.5, z === near ? 1 : 0.45, 1);
            d.add(brace(top, bottom, i / 6, (i + 1) / 6), 1, z === near ? 0.85 : 0.4, 1);
          }
          for (const t of [-3, 3])
            d.segment([xc + side * 14 + t, -70, z], [xc + side * 12 + t, 124, across(z, 124)], 1.7, 1);
        }
      for (const y of [-40, 20, 70, 122])
        for (const side of [1, -1])
          d.segment([xc + side * 13, y, across(near, y)], [xc + side * 13, y, across(far, y)], 1.1, 0.8);

      /* the suspended span between two arms */
      const xa = xc + reach;
      const xb = xc + span - reach;
      const bay = (xb - xa) / 4;
      for (const z of [near, far]) {
        const alpha = z === near ? 1 : 0.5;
        for (const y of [16, -5])
          d.add(
            sampled(xa, xb, 8, (x) => [x, y, across(z, y)]),
            1.6,
            alpha,
            1,
          );
        for (let i = 0; i <= 4; i += 1)
          d.segment([xa + i * bay, -5, z], [xa + i * bay, 16, across(z, 16)], 1.1, alpha, 1);
        for (let i = 0; i < 4; i += 1)
          d.segment([xa + i * bay, i % 2 ? 16 : -5, z], [xa + (i + 1) * bay, i % 2 ? -5 : 16, z], 0.9, alpha * 0.85, 1);
      }
    }
  },

  /** Haunched girders built outwards from their piers, held by temporary stays; the closing segments are still missing. */
  balanced(d) {
    const span = 330;
    const arm = span / 2 - 9;
    const [near, far] = [32, 60];
    const head = 84;
    const depth = (u) => 5 + 36 * (1 - u) ** 2;
    for (let k = -1; k < 7; k += 1) {
      const xc = 150 + k * span;
      for (const side of [1, -1]) {
        const along = (u) => xc + side * u * arm;
        for (const z of [near, far]) {
          const alpha = z === near ? 1 : 0.5;
          d.add(
            sampled(0, 1, 40, (u) => [along(u), 0, z]),
            1.9,
            alpha,
            0.8,
          );
          for (const t of [0, 2.6])
            d.add(
              sampled(0, 1, 40, (u) => [along(u), -depth(u) + t, z]),
              t ? 0.8 : 1.9,
              alpha,
              0.8,
            );
          for (let i = 0; i <= 15; i += 1) {
            const u = i / 15;
            d.segment([along(u), 0, z], [along(u), -depth(u), z], i === 15 ? 1.6 : 0.9, alpha * 0.8, 0.8);
          }
          for (let i = 1; i <= 10; i += 1) {
            const u = i / 10.6;
            d.add(
              sampled(0, 1, 12, (v) => [lerp(along(u), xc, v), lerp(0, head - (10 - i) * 3.6, v), z]),
              1,
              alpha * 0.9,
              1,
            );
          }
          /* the traveller that carries the formwork of the next segment */
          const tip = along(1);
          d.add(
            [
              [tip - side * 16, 0, z],
              [tip - side * 8, 11, z],
              [tip + side * 7, 11, z],
              [tip - side * 4, 0, z],
            ],
            1.2,
            alpha,
            0.8,
          );
          for (const t of [0, 7]) d.segment([tip + side * t, 11, z], [tip + side * t, -7, z], 0.8, alpha * 0.8, 0.8);
        }
        for (let i = 0; i <= 15; i += 1) d.segment([along(i / 15), 0, near], [along(i / 15), 0, far], 0.8, 0.5, 0.5);
      }
      d.portal(xc, near, far, -66, -depth(0), 0, 7);
      d.portal(xc, near, far, 0, head + 4, 2, 3.4);
    }
  },

  viaduct(d) {
    const span = 96;
    const [near, far] = [30, 62];
    const radius = span / 2 - 7;
    d.deck(near, far, { depth: 5, diagonals: false, panel: 24 });
    for (let k = 0; k < 20; k += 1) {
      const xc = -60 + (k + 0.5) * span;
      const soffit = (t, r, z) => [xc + Math.cos(t) * r, -56 + Math.sin(t) * r, z];
      for (const z of [near, far])
        for (let ring = 0; ring < 5; ring += 1) {
          const r = radius - ring * 1.2;
          d.add(
            [[xc - r, -96, z], ...sampled(Math.PI, 0, 26, (t) => soffit(t, r, z)), [xc + r, -96, z]],
            ring ? 0.7 : 1.7,
            (z === near ? 1 : 0.45) * (ring ? 0.5 : 1),
            1,
          );
        }
      for (let i = 1; i < 12; i += 1) {
        const t = (Math.PI * i) / 12;
        d.add([soffit(t, radius, near), soffit(t, radius, far)], 0.7, 0.4, 0.5);
      }
    }
  },

  /** Two leaves that open and close once in a loop. */
  bascule(d) {
    const span = 330;
    const [near, far] = [32, 60];
    const length = span / 2 - 30;
    const soffit = (x) => -16 * (1 - x / length) - 2;
    for (let k = -1; k < 7; k += 1) {
      const xc = 70 + k * span;
      for (const side of [1, -1]) {
        const pivot = xc - side * length;
        const turn = ([x, y, z], u) => {
          const angle = 0.4 + 0.24 * Math.cos(u * TAU);
          const [c, s] = [Math.cos(angle), Math.sin(angle)];
          return [pivot + side * (x * c - y * s), x * s + y * c, z];
        };
        for (const z of [near, far]) {
          const leaf = (points, width, alpha, heat) =>
            d.add(
              points.map(([x, y]) => [x, y, z]),
              width,
              alpha * (z === near ? 1 : 0.5),
              heat,
              turn,
            );
          leaf(
            sampled(0, length, 30, (x) => [x, 0]),
            1.7,
            1,
            1,
          );
          leaf(
            sampled(0, length, 30, (x) => [x, soffit(x)]),
            1.3,
            0.9,
            0.6,
          );
          for (let i = 0; i < 12; i += 1) {
            const a = (length * i) / 12;
            const b = (length * (i + 1)) / 12;
            leaf(
              [
                [a, soffit(a)],
                [b, 0],
              ],
              0.8,
              0.7,
              1,
            );
            leaf(
              [
                [a, 0],
                [a, soffit(a)],
              ],
              0.8,
              0.6,
              0.5,
            );
          }
        }
        d.portal(xc + side * (span / 2 - 24), near, far, -60, 62, 2, 6);
      }
      const fixed = xc + span / 2;
      for (let x = fixed - 30; x < fixed + 30; x += 6) d.segment([x, 0, near], [x, 0, far], 0.8, 0.5);
      for (const z of [near, far]) for (const y of [0, -16]) d.segment([fixed - 30, y, z], [fixed + 30, y, z], 1.5, 1);
    }
  },

  /** A span that rises between two towers while its counterweights sink. */
  lift(d) {
    const span = 430;
    const [near, far] = [30, 60];
    const [half, head, depth] = [92, 98, 26];
    const rise = (u) => 16 + 13 * (1 - Math.cos(u * TAU));
    const raise = ([x, y, z], u) => [x, y + rise(u), z];
    const lower = ([x, y, z], u) => [x, y - rise(u), z];
    for (let k = 0; k < 6; k += 1) {
      const xc = 60 + k * span;
      for (const z of [near, far]) {
        const front = z === near;
        const alpha = front ? 1 : 0.5;
        d.warren(xc - half + 4, xc + half - 4, 9, 0, depth, z, front, { move: raise });
        d.warren(xc + half + 22, xc + span - half - 22, 10, 0, depth, z, front, { heat: 0.8 });
        for (const side of [1, -1]) {
          const x = xc + side * (half + 11);
          for (const t of [-11, 11]) d.segment([x + t, -60, z], [x + t, head, z], 1.7, alpha);
          for (let i = 0; i < 9; i += 1) {
            const [a, b] = [lerp(-60, head, i / 9), lerp(-60, head, (i + 1) / 9)];
            d.segment([x - 11, a, z], [x + 11, b, z], 0.8, alpha * 0.7);
            d.segment([x + 11, a, z], [x - 11, b, z], 0.8, alpha * 0.7);
            d.segment([x - 11, b, z], [x + 11, b, z], 0.9, alpha * 0.8);
          }
          /* sheave, lifting rope, counterweight */
          d.add(
            sampled(0, TAU, 28, (t) => [x + Math.cos(t) * 9, head + 9 + Math.sin(t) * 9, z]),
            1.6,
            alpha,
          );
          d.add(
            sampled(0, TAU, 20, (t) => [x + Math.cos(t) * 2, head + 9 + Math.sin(t) * 2, z]),
            1,
            alpha,
          );
          for (const t of [-0.8, 0.8])
            d.segment([x - side * 9 + t, head + 9, z], [x - side * 9 + t, depth + 16, z], 0.8, alpha * 0.9);
          for (const y of [72, 80, 88]) d.segment([x + side * 3, y, z], [x + side * 15, y, z], 1.4, alpha, 0, lower);
          for (const t of [3, 9, 15]) d.segment([x + side * t, 72, z], [x + side * t, 88, z], 1.4, alpha, 0, lower);
        }
      }
      for (const side of [1, -1])
        for (const t of [-11, 11])
          for (const y of [-20, 40, head])
            d.segment([xc + side * (half + 11) + t, y, near], [xc + side * (half + 11) + t, y, far], 1.1, 0.8);
      for (let x = xc - half + 4; x < xc + half; x += 10) d.segment([x, 0, near], [x, 0, far], 0.8, 0.5, 0.6, raise);
      for (let x = xc + half + 22; x < xc + span - half - 20; x += 10)
        d.segment([x, 0, near], [x, 0, far], 0.8, 0.5, 0.5);
    }
  },

  /** A high beam with a car slung below it: the crossing without a roadway. */
  transporter(d) {
    const span = 380;
    const [near, far] = [34, 60];
    const [beam, depth, head] = [74, 12, 108];
    for (const z of [near, far]) {
      const front = z === near;
      d.warren(-322, 1958, 120, beam, beam + depth, z, front, { heat: 0.8 });
    }
    for (let x = -322; x < 1500; x += 19) d.segment([x, beam, near], [x, beam, far], 0.7, 0.45, 0.5);
    for (let k = 0; k < 6; k += 1) {
      const x0 = 130 + k * span;
      for (const z of [near, far]) {
        const alpha = z === near ? 1 : 0.5;
        for (const side of [1, -1]) {
          d.add(
            [
              [x0 + side * 20, -64, z],
              [x0 + side * 3, beam, z],
              [x0 + side * 2, head, z],
            ],
            1.7,
            alpha,
          );
          for (let i = 1; i <= 7; i += 1)
            d.add(
              sampled(0, 1, 8, (u) => [lerp(x0, x0 + side * i * 23, u), lerp(head, beam + depth, u), z]),
              1,
              alpha * 0.85,
              0.8,
            );
        }
        for (let i = 0; i < 9; i += 1) {
          const half = (u) => lerp(20, 3, u);
          const [a, b] = [i / 9, (i + 1) / 9];
          const y = (u) => lerp(-64, beam, u);
          d.segment([x0 - half(a), y(a), z], [x0 + half(b), y(b), z], 0.8, alpha * 0.7);
          d.segment([x0 + half(a), y(a), z], [x0 - half(b), y(b), z], 0.8, alpha * 0.7);
          d.segment([x0 - half(b), y(b), z], [x0 + half(b), y(b), z], 0.9, alpha * 0.8);
        }
      }
      for (const y of [-30, 20, beam, head]) d.segment([x0, y, near], [x0, y, far], 1.2, 0.9);

      const centre = x0 + span / 2;
      const travel = ([x, y, z], u) => [x - 96 * Math.cos(u * TAU), y, z];
      const car = [near + 3, far - 3];
      for (const z of car) {
        for (const y of [-8, -5, 4])
          d.add(
            sampled(-26, 26, 12, (x) => [centre + x, y, z]),
            1.6,
            1,
            1,
            travel,
          );
        for (let x = -26; x <= 26; x += 6.5) d.segment([centre + x, -8, z], [centre + x, 4, z], 0.9, 0.9, 1, travel);
        for (const x of [-26, -13, 0, 13, 26])
          for (const drift of [-9, 9])
            d.segment([centre + x, 4, z], [centre + x * 0.8 + drift, beam, z], 0.8, 0.75, 1, travel);
        d.segment([centre - 32, beam, z], [centre + 32, beam, z], 2, 1, 1, travel);
      }
      for (const x of [-26, 0, 26]) d.segment([centre + x, 4, car[0]], [centre + x, 4, car[1]], 1, 0.8, 1, travel);
    }
  },

  /** Stress ribbon: the deck is the cable. */
  ribbon(d) {
    const span = 300;
    const [near, far] = [32, 58];
    for (let k = -1; k < 8; k += 1) {
      const x0 = -120 + k * span;
      const ribbon = (x) => -18 + 60 * dip(x, x0, span);
      for (let i = 0; i <= 8; i += 1) {
        const edge = i % 8 === 0;
        d.add(
          sampled(x0, x0 + span, 72, (x) => [x, ribbon(x), lerp(near, far, i / 8)]),
          edge ? 2 : 0.9,
          edge ? 1 : 0.6,
          1,
        );
      }
      for (let x = x0; x < x0 + span; x += 7) {
        d.segment([x, ribbon(x), near], [x, ribbon(x), far], 0.7, 0.5, 0.6);
        for (const z of [near, far]) d.segment([x, ribbon(x), z], [x, ribbon(x) + 10, z], 0.6, 0.5, 0.6);
      }
      for (const z of [near, far])
        d.add(
          sampled(x0, x0 + span, 72, (x) => [x, ribbon(x) + 10, z]),
          1,
          0.8,
          0.8,
        );
      d.portal(x0 + span, near, far, -70, 44, 1, 5);
    }
  },

  /** Footbridge inside two tubes of steel that wind against each other. */
  helix(d) {
    const [near, far, centre, axis] = [37, 55, 46, 24];
    const period = 150;
    d.deck(near, far, { depth: 2, diagonals: false, panel: 9 });
    const strand = (radius, turn, start) => (x) => {
      const t = (turn * TAU * x) / period + start;
      return [x, axis + radius * Math.cos(t), centre + radius * Math.sin(t) * 0.8];
    };
    const outer = [0, 1, 2].map((i) => strand(46, 1, (i * TAU) / 3));
    const inner = [0, 1, 2].map((i) => strand(36, -1, (i * TAU) / 3 + 0.4));
    for (const f of outer) d.add(sampled(-300, 2200, 640, f), 2, 1, 1);
    for (const f of inner) d.add(sampled(-300, 2200, 640, f), 1.3, 0.75, 1);
    for (let x = -300; x < 1500; x += 12.5) {
      const ring = sampled(0, TAU, 22, (t) => [x, axis + 41 * Math.cos(t), centre + 41 * Math.sin(t) * 0.8]);
      d.add(ring, 0.7, 0.4, 0.8);
      d.add(
        [
          [x, 0, near],
          [x, axis - 36, centre],
          [x, 0, far],
        ],
        0.7,
        0.5,
        0.6,
      );
    }
    for (let x = 150; x < 1900; x += 300)
      for (const [z, lean] of [
        [near, -16],
        [far, 16],
      ])
        for (const t of [-3, 3]) d.segment([x + t, -66, z + lean], [x + t, axis - 36, centre + lean * 0.4], 1.6, 1);
  },
};

/** Names of the bridges that `bridge` can draw. */
export const BRIDGES = Object.keys(KINDS);

/**
 * Lines of one bridge.
 * @param {string} kind One of BRIDGES.
 * @returns {Line[]}
 * @throws {RangeError} when there is no such bridge.
 */
export function bridge(kind) {
  if (!Object.hasOwn(KINDS, kind)) throw new RangeError(`No bridge is called ${kind}; known: ${BRIDGES.join(', ')}`);
  const drawing = new Drawing();
  KINDS[kind](drawing);
  return drawing.lines;
}
