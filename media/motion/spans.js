/**
 * The moving drawing behind every hero: a pure function of page, frame, seed, format and palette. No clock, no Math.random, no
 * network.
 *
 * The ground is part of the drawing, in the colour of the page's paper. Blending a film into the page instead would depend on
 * how a browser composites video, and WebKitGTK loses `mix-blend-mode` there.
 */
import { bridge, lerp } from './bridges.js';
import { CAMERA, PAGES } from './pages.js';

const TAU = Math.PI * 2;

/**
 * Colours of a drawing: red, green and blue, 0 to 255.
 * @typedef {{ ground: number[], ink: number[], paint: number[] }} Palette
 */

/** The palette of each colour scheme: `paper`, `ink` and `paint` of app/shared/palette.ts; a browser loads this file and no TypeScript. */
export const PALETTES = {
  light: { ground: [233, 236, 232], ink: [14, 26, 29], paint: [236, 76, 24] },
  dark: { ground: [14, 26, 29], ink: [233, 236, 232], paint: [236, 76, 24] },
};

/** The way of the loads in metres: where it starts, how far it goes in one loop, the half-length of a load's effect. */
const WAY = { start: -260, length: 1760, spread: 62 };
/** Nearest distance that is still drawn, in metres. */
const NEAR = 30;
/** Wide pictures lower what stands over the deck, so that towers stay clear of the navigation. */
const WIDE_HEIGHT = 0.88;

/** mulberry32: a small seeded generator of numbers from 0 to 1. */
function random(seed) {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The camera of a page in pixels at phase u of the loop; it sways by a few metres and returns. */
function cameraAt(page, w, h, u) {
  const format = h > w ? 'tall' : 'wide';
  const { x, y, z, f, cx, horizon, yaw = 0 } = { ...CAMERA[format], ...page[format] };
  const drift = page.drift ?? 1;
  return {
    x,
    y: y + Math.sin(u * TAU) * 1.6 * drift,
    z: z + Math.cos(u * TAU) * 5 * drift,
    f: f * w,
    cx: cx * w,
    cy: horizon * h,
    cos: Math.cos((yaw * TAU) / 360),
    sin: Math.sin((yaw * TAU) / 360),
  };
}

/** Level lines on the water that brighten, fade and drift. */
function drawWater(ctx, ripples, cam, u, { ink, lineWidth }) {
  ctx.lineWidth = lineWidth;
  for (const ripple of ripples) {
    const scale = cam.f / (ripple.distance + 90);
    const y = cam.cy + scale * 64;
    const x = cam.cx + scale * (ripple.z + 300 + 14 * Math.sin((u + ripple.phase) * TAU));
    const alpha = 0.13 * Math.exp(-ripple.distance / 500) * (0.6 + 0.4 * Math.sin((u + ripple.phase) * TAU));
    ctx.strokeStyle = `rgba(${ink},${alpha})`;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + scale * ripple.length, y);
    ctx.stroke();
  }
}

/**
 * @param {object} options
 * @param {string} options.page Key of PAGES.
 * @param {number} options.w Width in pixels.
 * @param {number} options.h Height in pixels; a picture higher than wide uses the tall camera.
 * @param {number} [options.seed] Same seed, same water and same starting place of the load.
 * @param {number} [options.fps] Frames in a second.
 * @param {number} [options.seconds] Length of the loop.
 * @param {Palette} [options.palette] The light scheme's unless given.
 * @returns {{ frames: number, draw: (ctx: CanvasRenderingContext2D, frame: number) => void }}
 * @throws {RangeError} when the page has no entry.
 */
export function createSpan({ page: name, w, h, seed = 7, fps = 25, seconds = 8, palette = PALETTES.light }) {
  const page = PAGES[name];
  if (!page) throw new RangeError(`No drawing for the page ${name}; known: ${Object.keys(PAGES).join(', ')}`);
  const { ground, ink, paint } = palette;
  const { loads: count = 2, trips = 1 } = page;
  const next = random(seed);
  const lines = bridge(page.kind);
  const frames = fps * seconds;
  const phase = (page.phase ?? 0.3) + 0.04 * next();
  const ripples = Array.from({ length: 26 }, (_, i) => ({
    distance: 40 * 1.155 ** i,
    z: -60 - next() * 240,
    length: 60 + next() * 240,
    phase: next(),
  }));
  const heightScale = h > w ? 1 : WIDE_HEIGHT;
  const strokeScale = (w / 1600) * (h > w ? 1.5 : 1);

  function draw(ctx, frame) {
    const u = (frame % frames) / frames;
    const cam = cameraAt(page, w, h, u);
    const loads = Array.from(
      { length: count },
      (_, i) => WAY.start + ((u * trips + phase + i / count) % 1) * WAY.length,
    );
    const loadAt = (x) =>
      Math.min(
        1,
        loads.reduce((sum, load) => sum + Math.exp(-(((x - load) / WAY.spread) ** 2)), 0),
      );

    /** Camera space: distance d, offset (ox, oy) in metres before the division by distance. */
    const place = (point, line) => {
      let [x, y, z] = line.move ? line.move(point, u) : point;
      if (y > 0) y *= heightScale;
      if (!line.move && line.heat) y -= page.sag * loadAt(x) * line.heat;
      const [dx, dz] = [x - cam.x, z - cam.z];
      return { x, d: dx * cam.cos + dz * cam.sin, ox: dz * cam.cos - dx * cam.sin, oy: y - cam.y };
    };
    /** The point of segment a–b at the near plane. */
    const clip = (a, b) => {
      const t = (NEAR - a.d) / (b.d - a.d);
      return { x: lerp(a.x, b.x, t), d: NEAR, ox: lerp(a.ox, b.ox, t), oy: lerp(a.oy, b.oy, t) };
    };
    const project = (p) => [cam.cx + (cam.f * p.ox) / p.d, cam.cy - (cam.f * p.oy) / p.d];

    const segment = (from, to, line) => {
      if (from.d <= NEAR && to.d <= NEAR) return;
      const a = from.d < NEAR ? clip(from, to) : from;
      const b = to.d < NEAR ? clip(from, to) : to;
      const d = (a.d + b.d) / 2;
      const { alpha = 1, glow: ownGlow = 0 } = line.life?.(u) ?? {};
      const visible = Math.exp(-Math.max(0, d - 260) / page.fog) * line.alpha * alpha;
      const [ax, ay] = project(a);
      const [bx, by] = project(b);
      if (visible <= 0.012 || Math.min(ax, bx) > w + 60 || Math.max(ay, by) < -60) return;
      const glow = line.life ? ownGlow : loadAt((a.x + b.x) / 2) * line.heat;
      const colour = ink.map((v, i) => Math.round(lerp(v, paint[i], Math.min(1, glow * 1.5))));
      ctx.strokeStyle = `rgba(${colour},${Math.min(1, visible * (0.8 + 0.5 * glow))})`;
      ctx.lineWidth = Math.max(0.55, Math.min(3.2, (line.width * 420) / (d + 90))) * strokeScale * (1 + 0.7 * glow);
      ctx.beginPath();
      ctx.moveTo(ax, ay);
      ctx.lineTo(bx, by);
      ctx.stroke();
    };

    ctx.fillStyle = `rgb(${ground})`;
    ctx.fillRect(0, 0, w, h);
    ctx.lineCap = 'butt';
    drawWater(ctx, ripples, cam, u, { ink, lineWidth: 1.1 * strokeScale });
    for (const line of lines) {
      let previous = null;
      for (const point of line.points) {
        const placed = place(point, line);
        if (previous) segment(previous, placed, line);
        previous = placed;
      }
    }
  }

  return { frames, draw };
}
