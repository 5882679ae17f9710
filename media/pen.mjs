/**
 * The drawing pen shared by plates, scenes and elevations: collects lines and writes them as a small SVG file in ink and one
 * paint. Lines of one style become one path, written in tenths with relative coordinates.
 *
 * @typedef {[x: number, y: number]} Point In units of the drawing, y downwards.
 * @typedef {object} Style
 * @property {number} [w] Stroke width, 1 unless given.
 * @property {number} [a] Opacity, 1 unless given.
 * @property {boolean} [close] Joins the last point to the first.
 * @property {boolean} [fill] Fills the figure instead of stroking it.
 * @property {string} [dash] Dash pattern.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { lightColours } from '../app/shared/palette.ts';
import { BUDGETS } from './budgets.mjs';

export const TAU = Math.PI * 2;
export const { ink: INK, paint: PAINT } = lightColours;
const LIMIT = BUDGETS['{plates,scenes}/*.svg'];

export const lerp = (a, b, t) => a + (b - a) * t;
export const mix = ([ax, ay], [bx, by], t) => [lerp(ax, bx, t), lerp(ay, by, t)];
export const clamp = (value, low = 0, high = 1) => Math.min(high, Math.max(low, value));
/** n + 1 values of f at equal steps from a to b. */
export const sampled = (a, b, n, f) => Array.from({ length: n + 1 }, (_, i) => f(lerp(a, b, i / n), i));
/** The integers 0 to n − 1. */
export const range = (n) => Array.from({ length: n }, (_, i) => i);
/** A point at angle t (radians, clockwise on the sheet) and distance r from a centre. */
export const polar = ([cx, cy], r, t) => [cx + r * Math.cos(t), cy + r * Math.sin(t)];

/** Linear congruential generator of numbers from 0 to 1. */
export function random(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** True when the point lies inside the polygon. */
export function inside([x, y], polygon) {
  let within = false;
  for (let i = 0, j = polygon.length - 1; i < polygon.length; j = i, i += 1) {
    const [ax, ay] = polygon[i];
    const [bx, by] = polygon[j];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

/** The stretches of a polyline whose points pass the test; draw finely sampled lines only. */
export function where(points, test) {
  const parts = [];
  let part = [];
  for (const point of points)
    if (test(point)) part.push(point);
    else {
      if (part.length > 1) parts.push(part);
      part = [];
    }
  if (part.length > 1) parts.push(part);
  return parts;
}

const tenths = (value) => Math.round(value * 10);
const shortest = (n) => String(n / 10).replace(/^(-?)0\./, '$1.');

/** Leaves out the points that lie within a twentieth of a unit of the line without them (Douglas and Peucker). */
function simplified(points) {
  const [[ax, ay], [bx, by]] = [points[0], points.at(-1)];
  const size = Math.hypot(bx - ax, by - ay);
  let [farthest, at] = [0.05, 0];
  for (let i = 1; i < points.length - 1; i += 1) {
    const [x, y] = points[i];
    const away = size ? Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / size : Math.hypot(x - ax, y - ay);
    if (away > farthest) [farthest, at] = [away, i];
  }
  if (!at) return [points[0], points.at(-1)];
  return [...simplified(points.slice(0, at + 1)), ...simplified(points.slice(at)).slice(1)];
}

/** Path data of one polyline. */
function pathData(points, close) {
  let [px, py] = [0, 0];
  let count = 0;
  let d = '';
  for (const [x, y] of simplified(points)) {
    const [a, b] = [tenths(x), tenths(y)];
    if (count && a === px && b === py) continue;
    d += `${['M', 'l'][count] ?? ' '}${shortest(a - px)} ${shortest(b - py)}`;
    [px, py] = [a, b];
    count += 1;
  }
  return (close ? `${d}z` : d).replaceAll(' -', '-');
}

/** One sheet. Strokes in ink through the methods; the one painted element through `paint`. */
export class Pen {
  #width;
  #height;
  #paths = new Map();
  #painted = null;
  #colour = INK;

  /** @param {number} width @param {number} height Size of the sheet in units. */
  constructor(width, height) {
    this.#width = width;
    this.#height = height;
  }

  /** A polyline. @param {Point[]} points @param {Style} [style] */
  line(points, { w = 1, a = 1, close = false, fill = false, dash } = {}) {
    if (points.length < 2) return;
    const style = [
      fill ? `fill="${this.#colour}"` : `stroke="${this.#colour}" stroke-width="${w}"`,
      a < 1 ? `opacity="${a}"` : '',
      dash ? `stroke-dasharray="${dash}"` : '',
    ];
    const key = style.filter(Boolean).join(' ');
    const paths = this.#colour === INK ? this.#paths : this.#painted;
    paths.set(key, (paths.get(key) ?? '') + pathData(points, close || fill));
  }

  /** A straight line. @param {Point} from @param {Point} to @param {Style} [style] */
  segment(from, to, style) {
    this.line([from, to], style);
  }

  /** Several polylines of one style. */
  lines(all, style) {
    for (const points of all) this.line(points, style);
  }

  /** A closed figure. */
  shape(points, style = {}) {
    this.line(points, { ...style, close: true });
  }

  /** A rectangle from its top left corner. */
  box(x, y, width, height, style) {
    this.shape(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      style,
    );
  }

  /** A circle as arcs: exact and short. */
  circle([x, y], r, style = {}) {
    const { w = 1, a = 1, fill = false } = style;
    const key = [
      fill ? `fill="${this.#colour}"` : `stroke="${this.#colour}" stroke-width="${w}"`,
      a < 1 ? `opacity="${a}"` : '',
    ]
      .filter(Boolean)
      .join(' ');
    const paths = this.#colour === INK ? this.#paths : this.#painted;
    const [radius, turn] = [shortest(tenths(r)), shortest(2 * tenths(r))];
    const d = `M${shortest(tenths(x - r))} ${shortest(tenths(y))}a${radius} ${radius} 0 1 0 ${turn} 0a${radius} ${radius} 0 1 0-${turn} 0`;
    paths.set(key, (paths.get(key) ?? '') + d);
  }

  /** An arc of a circle from angle `from` to `to`, in radians. */
  arc(centre, r, from, to, style) {
    const steps = Math.max(4, Math.ceil((Math.abs(to - from) * Math.sqrt(r)) / 0.9));
    this.line(
      sampled(from, to, steps, (t) => polar(centre, r, t)),
      style,
    );
  }

  /** Parallel lines inside a polygon, `gap` apart, at `angle` in radians. */
  hatch(polygon, { angle = Math.PI / 4, gap = 7, offset = 0, ...style } = {}) {
    const [c, s] = [Math.cos(angle), Math.sin(angle)];
    const turned = polygon.map(([x, y]) => [x * c + y * s, y * c - x * s]);
    const levels = turned.map(([, v]) => v);
    for (let v = Math.ceil((Math.min(...levels) - offset) / gap) * gap + offset; v < Math.max(...levels); v += gap) {
      const crossings = [];
      turned.forEach(([ax, ay], i) => {
        const [bx, by] = turned[(i + 1) % turned.length];
        if (ay > v !== by > v) crossings.push(ax + ((v - ay) / (by - ay)) * (bx - ax));
      });
      crossings.sort((a, b) => a - b);
      for (let i = 0; i + 1 < crossings.length; i += 2)
        this.line(
          [crossings[i], crossings[i + 1]].map((u) => [u * c - v * s, u * s + v * c]),
          { w: 0.8, a: 0.7, ...style },
        );
    }
  }

  /** A dimension line with oblique ticks. */
  dimension(a, b, { tick = 6, ...style } = {}) {
    this.line([a, b], { w: 0.8, ...style });
    for (const [x, y] of [a, b])
      this.line(
        [
          [x - tick, y + tick],
          [x + tick, y - tick],
        ],
        { w: 1.2, ...style },
      );
  }

  /** Level water lines between x0 and x1 that thin out downwards. */
  water(x0, x1, y0, rows, seed = 3, { gap = 11, test = () => true } = {}) {
    const next = random(seed);
    for (let i = 0; i < rows; i += 1) {
      const y = y0 + gap * (i + i * i * 0.06);
      let x = x0 - next() * 60;
      while (x < x1) {
        const length = (60 + next() * 150) * (1 - (0.5 * i) / rows);
        const parts = where(
          sampled(Math.max(x0, x), Math.min(x1, x + length), 40, (u) => [u, y + Math.sin(u / 17 + i * 2) * 0.9]),
          test,
        );
        this.lines(parts, { w: 0.9, a: 0.6 });
        x += length + 24 + next() * (60 + i * 30);
      }
    }
  }

  /** Draws the one painted element of the sheet. @throws {Error} when there is already one. */
  paint(draw) {
    if (this.#painted) throw new Error('A sheet has exactly one painted element');
    this.#painted = new Map();
    this.#colour = PAINT;
    draw();
    this.#colour = INK;
  }

  /** The drawing as SVG text. @throws {Error} when nothing is painted or the file is too large. */
  svg() {
    if (!this.#painted?.size) throw new Error('The sheet has no painted element');
    const markup = (paths) => [...paths].map(([style, d]) => `<path ${style} d="${d}"/>`).join('');
    const size = `viewBox="0 0 ${this.#width} ${this.#height}" width="${this.#width}" height="${this.#height}"`;
    const fillNone = (text) => text.replaceAll('<path stroke', '<path fill="none" stroke');
    const body = fillNone(`${markup(this.#paths)}<g>${markup(this.#painted)}</g>`);
    const text = `<svg xmlns="http://www.w3.org/2000/svg" ${size} stroke-linecap="round" stroke-linejoin="round">${body}</svg>\n`;
    if (text.length > LIMIT) throw new Error(`The sheet takes ${text.length} bytes; the limit is ${LIMIT}`);
    return text;
  }
}

/**
 * Draws every sheet of a collection and writes it as <name>.svg.
 * @param {Record<string, (pen: Pen) => void>} sheets
 * @param {{ out: URL, width: number, height: number, only?: string[] }} options
 */
export function writeSheets(sheets, { out, width, height, only = [] }) {
  mkdirSync(out, { recursive: true });
  for (const [name, draw] of Object.entries(sheets)) {
    if (only.length && !only.includes(name)) continue;
    const pen = new Pen(width, height);
    draw(pen);
    const svg = pen.svg();
    writeFileSync(new URL(`${name}.svg`, out), svg);
    console.log(`${name}.svg`, `${(svg.length / 1000).toFixed(1)} KB`);
  }
}
