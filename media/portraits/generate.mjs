/**
 * Engraved portraits: a sculpted person is ray-marched and drawn again as horizontal burin lines whose height is the relief
 * and whose thickness is the shade; eyes, brows, lips and creases are drawn in strokes over them. Every person is invented. A
 * photograph of the same 4:5 ratio replaces a portrait one for one.
 *
 *   node generate.mjs            writes content/media/portraits/<slug>.svg of everyone
 *   node generate.mjs dev-raman  only of these
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { lightColours } from '../../app/shared/palette.ts';
import { BUDGETS } from '../budgets.mjs';
import { featuresOf } from './features.mjs';
import { clothAt, garmentOf, MATERIAL, seamsOf } from './garments.mjs';
import { beardOf, hairOf } from './hair.mjs';
import { headOf } from './head.mjs';
import { PEOPLE } from './people.mjs';
import { ABSENT, clamp, join, lerp, meet, rod, step } from './solid.mjs';

const OUT = new URL('../../content/media/portraits/', import.meta.url);
const WIDTH = 200;
const HEIGHT = 250;
const [INK, PAINT] = [lightColours.ink, lightColours.paint].map((colour) => colour.toUpperCase());
const LIMIT = BUDGETS['portraits/*.svg'];
/** Distance of the burin lines, and of the places where the surface is looked up. */
const PITCH = 2.1;
const STEP = 0.9;
/** How far lines go on beyond the picture's sides, so that broad shoulders are cut by its edge and not before it. */
const BLEED = 1.6;
/** Units of the picture in one of the sculpture, and how far a line rises where the surface is one unit nearer: it falls, as seen from above. */
const SCALE = 65;
const RELIEF = -4.5;
/** Where the sculpture's origin stands in the picture. */
const ORIGIN = [100, 103];
/** Where the camera stands, and how far it looks. */
const CAMERA = 2;
const REACH = 4;
/** Point about which a head turns. */
const PIVOT = [0, -0.7, -0.2];
/** How far a simplified outline may stray, in units of the picture. */
const TOLERANCE = 0.085;

const unit = (v) => {
  const size = Math.hypot(...v) || 1;
  return v.map((c) => c / size);
};
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** The rotation yaw, then pitch, then roll, as rows of a matrix from head to world. */
function rotation(yaw, pitch, roll) {
  const [cy, sy, cp, sp, cr, sr] = [yaw, pitch, roll].flatMap((a) => [Math.cos(a), Math.sin(a)]);
  const turn = ([x, y, z]) => [x * cy + z * sy, y, -x * sy + z * cy];
  const nod = ([x, y, z]) => [x, y * cp - z * sp, y * sp + z * cp];
  const tilt = ([x, y, z]) => [x * cr + y * sr, -x * sr + y * cr, z];
  const columns = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ].map((axis) => tilt(nod(turn(axis))));
  return [0, 1, 2].map((row) => columns.map((column) => column[row]));
}

/** Everything about one person that can be asked at a place of the world. */
function sculpt(person) {
  /* the relief looks down on the face; the nod takes that back */
  const { yaw, pitch = -0.05, roll = 0, turn = 0, wide = 1, high = 1 } = person;
  const matrix = rotation(yaw, pitch, roll);
  const [px, py, pz] = PIVOT;
  const toWorld = ([hx, hy, hz]) =>
    matrix.map((row, k) => dot(row, [hx * wide - px, (hy - py) * high, hz - pz]) + PIVOT[k]);
  const [m0, m1, m2] = matrix;
  const [ct, st] = [Math.cos(turn), Math.sin(turn)];
  const { skin: face, eyeballs } = headOf(person);
  const hair = hairOf(person);
  const beard = beardOf(person);
  const garment = garmentOf(person);
  const shirtCollar = (x, y, z) => {
    if (!garment.shirt) return ABSENT;
    const band = Math.abs(rod(x, y, z, [0, -1.06, -0.2], [0, -1.5, -0.24], 0.43 * (person.neck ?? 1), 0.53)) - 0.025;
    const height = y + 1.13 + 0.16 * step(-0.2, 0.3, z);
    const gap = garment.tie ? ABSENT : 0.1 - Math.abs(x) - (y + 1.2) * 0.25;
    const cut = meet(band, height, 0.02);
    return z > 0 && !garment.tie ? meet(cut, gap, 0.02) : cut;
  };

  /** Distance and material at a place of the world. */
  const field = (x, y, z) => {
    const [dx, dy, dz] = [x - px, y - py, z - pz];
    const hx = (m0[0] * dx + m1[0] * dy + m2[0] * dz + px) / wide;
    const hy = (m0[1] * dx + m1[1] * dy + m2[1] * dz) / high + py;
    const hz = m0[2] * dx + m1[2] * dy + m2[2] * dz + pz;
    const bx = x * ct - z * st;
    const bz = x * st + z * ct;
    let nearest = ABSENT;
    let material = MATERIAL.skin;
    if (hy > -1.5) {
      const bare = face(hx, hy, hz);
      nearest = y < 0 ? join(bare, garment.neck(bx, y, bz), 0.14) : bare;
      const consider = (d, made) => {
        if (d < nearest) [nearest, material] = [d, made];
      };
      consider(eyeballs(hx, hy, hz), MATERIAL.eye);
      consider(beard.cover(hx, hy, hz, bare), MATERIAL.beard);
      consider(hair.cover(hx, hy, hz, bare), MATERIAL.hair);
    } else {
      nearest = garment.neck(bx, y, bz);
      const d = hair.cover(hx, hy, hz, ABSENT);
      if (d < nearest) [nearest, material] = [d, MATERIAL.hair];
    }
    if (y < -0.8) {
      const trunk = garment.trunk(bx, y, bz);
      if (trunk < nearest) [nearest, material] = [trunk, clothAt(garment, bx, y, bz)];
      const collar = shirtCollar(bx, y, bz);
      if (collar < nearest) [nearest, material] = [collar, MATERIAL.shirt];
    }
    return [nearest, material, hx, hy, hz, bx, bz];
  };
  const distance = (x, y, z) => field(x, y, z)[0];
  /** A place of the trunk's front, in the world. */
  const toTrunk = ([x, y]) => {
    const z = depthAt((a, b, c) => Math.min(garment.trunk(a, b, c), garment.neck(a, b, c)), x, y, 1.3) ?? 0;
    return [x * ct + z * st, y, -x * st + z * ct];
  };
  return {
    field,
    distance,
    toWorld,
    toTrunk,
    face,
    run: hair.run,
    growth: beard.growth,
    weave: garment.weave,
    gaze: m2,
  };
}

/** Place of the sculpture at a point of the picture, and back. */
function placeOf({ size = 1, seat = [0, 0] }, px, py) {
  return [(px - ORIGIN[0] - seat[0]) / (SCALE * size), (ORIGIN[1] + seat[1] - py) / (SCALE * size)];
}
function pointOf({ size = 1, seat = [0, 0] }, [x, y, z]) {
  return [ORIGIN[0] + seat[0] + x * SCALE * size, ORIGIN[1] + seat[1] - y * SCALE * size - z * RELIEF];
}

/** Depth at which the ray through (x, y) meets the body; null for the ground. */
function depthAt(body, x, y, from = CAMERA) {
  let z = from;
  while (z > CAMERA - REACH) {
    const d = body(x, y, z);
    if (d < 0.0025) return z;
    z -= Math.max(0.004, d * 0.75);
  }
  return null;
}

/** How much of the light reaches a place: 1 in the open. */
function shadowAt(body, [x, y, z], light) {
  let reached = 1;
  for (let t = 0.05; t < 1.4; ) {
    const d = body(x + light[0] * t, y + light[1] * t, z + light[2] * t);
    reached = Math.min(reached, (5 * d) / t);
    if (reached <= 0.02) return 0;
    t += Math.max(0.03, d * 0.8);
  }
  return clamp(reached);
}

/** How open a place lies, 0 in a crevice. */
function opennessAt(body, [x, y, z], [nx, ny, nz]) {
  let closed = 0;
  for (const [reach, weight] of [
    [0.05, 2.2],
    [0.12, 1.2],
    [0.24, 0.7],
  ])
    closed += Math.max(0, reach - body(x + nx * reach, y + ny * reach, z + nz * reach)) * weight;
  return clamp(1 - closed * 1.9);
}

/** What stands at a place of the picture: its relief, shade from 0 to 1, and whether it is painted; null for the ground. */
function look(figure, person, px, row) {
  const [x, y] = placeOf(person, px, row);
  const z = depthAt(figure.distance, x, y);
  if (z === null) return null;
  const [, material, hx, hy, hz, bx] = figure.field(x, y, z);
  const e = 0.008;
  const at = figure.distance;
  const normal = unit([
    at(x + e, y, z) - at(x - e, y, z),
    at(x, y + e, z) - at(x, y - e, z),
    at(x, y, z + e) - at(x, y, z - e),
  ]);
  const light = unit([0.62 * person.light, 0.62, 0.66]);
  const place = [x + normal[0] * 0.02, y + normal[1] * 0.02, z + normal[2] * 0.02];
  const facing = Math.max(0, dot(normal, light));
  const shadow = facing > 0 ? shadowAt(at, place, light) : 0;
  const lit = facing * lerp(material === MATERIAL.skin && hy > -0.8 ? 0.5 : 0.2, 1, shadow);
  const open = opennessAt(at, place, normal);
  const fill = 0.5 + 0.5 * dot(normal, unit([-0.7 * person.light, 0.1, 0.7]));
  const brightness = clamp((0.86 * lit + 0.3 * fill) * lerp(0.35, 1, open));
  const glint = Math.max(0, dot(normal, unit([light[0], light[1], light[2] + 1]))) ** 14;
  const edge = (1 - Math.max(0, normal[2])) ** 3;
  return {
    z,
    material,
    painted: material === MATERIAL.coat,
    shade: shadeOf(figure, person, material, { brightness, glint, edge, lit, open }, [hx, hy, hz, bx, y]),
  };
}

/** Lines of single hairs in a beard, -1 to 1. */
const bristles = (x, y) => 0.6 * Math.sin(x * 70 + y * 12) + 0.4 * Math.sin(x * 41 - y * 33);

/** How much ink a place takes, 0 to 1. */
function shadeOf(figure, person, material, { brightness, glint, edge, lit, open }, [hx, hy, hz, bx, wy]) {
  const dark = 1 - brightness;
  if (material === MATERIAL.skin) {
    const { tone, lips = 1, female, long = 0, beardColour = 0.5, smile = 0.026 } = person;
    const ly = (hy < 0 ? hy / (1 + long) : hy) - smile * Math.min(1.4, (hx / 0.2) ** 2);
    let shade =
      lerp(-0.1, 0.38, tone) + lerp(0.95, 0.74, tone) * dark ** 1.45 + 0.1 * edge - lerp(0.08, 0.4, tone) * glint;
    const mouth = Math.hypot(hx / 0.215, (ly + 0.525) / (0.08 * lips));
    if (hz > 0.4) shade += (female ? 0.22 : 0.12) * step(1.1, 0.9, mouth) * (ly > -0.52 ? 1.25 : 0.7);
    const growth = figure.growth(hx, hy, hz);
    if (growth > 0) shade += growth * (lerp(0.1, 0.42, beardColour) + 0.14 * bristles(hx, hy));
    return clamp(shade, 0, 0.97);
  }
  if (material === MATERIAL.eye) return clamp(0.02 + 0.5 * step(0.5, 0.1, open) * dark);
  if (material === MATERIAL.hair || material === MATERIAL.beard) {
    const isBeard = material === MATERIAL.beard;
    const colour = isBeard ? (person.beardColour ?? person.colour) : person.colour;
    const run = isBeard ? bristles(hx, hy) : figure.run(hx, hy, hz);
    const sheen = lerp(0.1, 0.5, colour) * glint ** 0.6;
    return clamp(
      lerp(0.06, 0.72, colour) + lerp(0.62, 0.36, colour) * dark - sheen + 0.15 * run + 0.06 * edge,
      0.06,
      1,
    );
  }
  if (material === MATERIAL.tie) return clamp(0.62 + 0.4 * dark - 0.15 * glint + 0.12 * Math.sin((bx + wy) * 42));
  if (material === MATERIAL.shirt) return clamp(-0.1 + 0.62 * dark);
  return clamp(0.24 + 0.8 * dark ** 1.1 - 0.1 * lit + figure.weave(bx, wy), 0.12, 1);
}

/** A closed outline in tenths and with relative coordinates: the shortest form. */
function closed(points) {
  const tenths = (v) => Math.round(v * 10);
  let [px, py, d] = [0, 0, ''];
  points.forEach(([x, y], i) => {
    const [a, b] = [tenths(x), tenths(y)];
    if (i && a === px && b === py) return;
    d += i ? `${d.endsWith('l') ? '' : ' '}${a - px} ${b - py}` : `M${a} ${b}l`;
    [px, py] = [a, b];
  });
  return `${d.replaceAll(' -', '-')}z`;
}

/** Leaves out the points that a straight line passes within TOLERANCE. */
function simplify(points) {
  if (points.length < 3) return points;
  const [[ax, ay], [bx, by]] = [points[0], points.at(-1)];
  const size = Math.hypot(bx - ax, by - ay) || 1;
  let [farthest, most] = [0, TOLERANCE];
  for (let i = 1; i < points.length - 1; i += 1) {
    const off = Math.abs((bx - ax) * (ay - points[i][1]) - (ax - points[i][0]) * (by - ay)) / size;
    if (off > most) [farthest, most] = [i, off];
  }
  if (!farthest) return [points[0], points.at(-1)];
  return [...simplify(points.slice(0, farthest + 1)).slice(0, -1), ...simplify(points.slice(farthest))];
}

/** Shades that are lighter than this leave the paper bare. */
const BARE = 0.03;

/** The burin lines of one person, in ink and in paint. */
function engrave(figure, person) {
  const outlines = { ink: '', paint: '' };
  for (let row = 2; row < HEIGHT + 4; row += PITCH) {
    let run = [];
    let last = null;
    const finish = () => {
      if (run.length > 1) {
        const edge = (side) => simplify(run.map(({ x, y, thickness }) => [x, y + (side * thickness) / 2]));
        outlines[last.painted ? 'paint' : 'ink'] += closed([...edge(-1), ...edge(1).toReversed()]);
      }
      run = [];
    };
    const add = (x, seen) =>
      run.push({
        x,
        y: row - seen.z * RELIEF,
        thickness: 0.2 * Math.min(1, seen.shade / 0.1) + PITCH * (seen.painted ? 0.8 : 0.9) * seen.shade,
      });
    const marked = (seen) => seen !== null && (seen.painted || seen.shade > BARE);
    const kin = (a, b) => a && b && a.painted === b.painted && Math.abs(a.z - b.z) < 0.1 && a.material === b.material;
    /* between two places the border is where the first stops being seen, halved four times */
    const border = (x0, seen0, x1) => {
      let [low, high, best] = [x0, x1, seen0];
      for (let i = 0; i < 4; i += 1) {
        const middle = (low + high) / 2;
        const seen = look(figure, person, middle, row);
        if (marked(seen) && kin(seen0, seen)) [low, best] = [middle, seen];
        else high = middle;
      }
      return [low, best];
    };
    let previous = null;
    for (let x = -BLEED; x <= WIDTH + BLEED; x += STEP) {
      const seen = look(figure, person, x, row);
      if (marked(seen)) {
        if (!(marked(previous) && kin(previous, seen))) {
          if (marked(previous)) add(...border(x - STEP, previous, x));
          finish();
          if (x > -BLEED) {
            const [start, first] = border(x, seen, x - STEP);
            last = seen;
            add(start, first);
          }
        }
        add(x, seen);
        last = seen;
      } else {
        if (marked(previous)) add(...border(x - STEP, previous, x));
        finish();
      }
      previous = seen;
    }
    finish();
  }
  return outlines;
}

/** The drawn strokes of one person. */
function draw(figure, person) {
  const { strokes, irises, frames } = featuresOf(person, figure.gaze);
  const project = (h) => {
    const [x, y, z] = figure.toWorld(h);
    return { at: pointOf(person, [x, y, z]), world: [x, y, z] };
  };
  const onSkin = ([x, y, z]) => [x, y, z ?? depthAt(figure.face, x, y, 1.3) ?? 0.4];
  const seen = ([x, y, z], reach) => {
    const hit = depthAt(figure.distance, x, y);
    return hit !== null && hit < z + reach;
  };
  const ribbon = (points, width) => {
    const sides = [[], []];
    points.forEach(([x, y], i) => {
      const [ax, ay] = points[Math.max(0, i - 1)];
      const [bx, by] = points[Math.min(points.length - 1, i + 1)];
      const size = Math.hypot(bx - ax, by - ay) || 1;
      const half = width(points.length > 1 ? i / (points.length - 1) : 0) / 2;
      const [nx, ny] = [(-(by - ay) / size) * half, ((bx - ax) / size) * half];
      sides[0].push([x + nx, y + ny]);
      sides[1].push([x - nx, y - ny]);
    });
    return closed([...sides[0], ...sides[1].toReversed()]);
  };
  let [ink, paint] = ['', ''];
  for (const { points, width, painted } of seamsOf(person)) {
    const placed = points.map(figure.toTrunk).filter((world) => seen(world, 0.06));
    const flat = placed.map((world) => pointOf(person, world));
    if (flat.length < 2) continue;
    if (painted) paint += ribbon(flat, width);
    else ink += ribbon(flat, width);
  }
  for (const { points, width } of strokes) {
    const placed = points.map((point) => project(onSkin(point)));
    const visible = placed.filter(({ world }) => seen(world, 0.05));
    if (visible.length > 1 && visible.length >= placed.length * 0.4)
      ink += ribbon(
        visible.map(({ at }) => at),
        width,
      );
  }
  for (const { outer, inner, pupil, light, second, pale } of irises) {
    const flat = (points) => points.map((point) => project(point).at);
    const reversed = (points) => closed(flat(points).toReversed());
    if (!seen(project(pupil[0]).world, 0.12)) continue;
    ink += pale ? `${closed(flat(outer))}${reversed(inner)}` : closed(flat(outer));
    ink += pale ? `${closed(flat(pupil))}` : reversed(second);
    ink += reversed(light);
    /* a pale iris is lines that run to the pupil, longer below the lid */
    if (pale)
      for (let i = 0; i < inner.length; i += 1) {
        const [a, b] = [inner[i], pupil[Math.floor((i / inner.length) * pupil.length)]];
        ink += ribbon(
          flat([a, a.map((c, k) => lerp(c, b[k], i < inner.length / 2 ? 0.72 : 0.45))]),
          (t) => 0.62 - 0.35 * t,
        );
      }
  }
  for (const { points, width } of frames) {
    const placed = points.map(project).filter(({ world }) => seen(world, 0.03));
    if (placed.length > 1)
      ink += ribbon(
        placed.map(({ at }) => at),
        () => width,
      );
  }
  return { ink, paint };
}

mkdirSync(OUT, { recursive: true });
const names = process.argv.slice(2);
for (const [slug, person] of Object.entries(PEOPLE)) {
  if (names.length && !names.includes(slug)) continue;
  const figure = sculpt(person);
  const lines = engrave(figure, person);
  const drawn = draw(figure, person);
  const size = `viewBox="0 0 ${WIDTH * 10} ${HEIGHT * 10}" width="${WIDTH * 2}" height="${HEIGHT * 2}"`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}><path fill="${PAINT}" d="${lines.paint}"/>${drawn.paint && `<path fill="${PAINT}" d="${drawn.paint}"/>`}<path fill="${INK}" d="${lines.ink}"/><path fill="${INK}" d="${drawn.ink}"/></svg>`;
  writeFileSync(new URL(`${slug}.svg`, OUT), svg);
  console.log(slug, `${(svg.length / 1000).toFixed(0)} KB`);
  if (svg.length > LIMIT) throw new Error(`${slug} is over ${LIMIT} bytes`);
}
