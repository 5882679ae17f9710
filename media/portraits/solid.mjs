/**
 * Bodies as signed distance fields: negative inside, zero on the surface. Units: a head is about 2 high; x to the right of the
 * picture, y up, z towards the viewer.
 */

/** Farther than anything else: the distance to what a person does not wear. */
export const ABSENT = 9;

export const clamp = (v, low = 0, high = 1) => Math.max(low, Math.min(high, v));
export const lerp = (a, b, t) => a + (b - a) * t;

/** 0 below `from`, 1 above `to`, smooth between; `from` may be the greater one. */
export function step(from, to, v) {
  const t = clamp((v - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** A hill of height 1 at `at`, `width` to either side. */
export const hill = (v, at, width) => Math.exp(-(((v - at) / width) ** 2));

const length = (x, y, z) => Math.sqrt(x * x + y * y + z * z);

/** Ellipsoid with centre c and radii r, as a close estimate. */
export function ellipsoid(x, y, z, cx, cy, cz, rx, ry, rz) {
  const a = (x - cx) / rx;
  const b = (y - cy) / ry;
  const c = (z - cz) / rz;
  const k0 = length(a, b, c);
  const k1 = length(a / rx, b / ry, c / rz);
  return k1 ? (k0 * (k0 - 1)) / k1 : -Math.min(rx, ry, rz);
}

/** Rod from a to b whose radius runs from r0 to r1. */
export function rod(x, y, z, a, b, r0, r1 = r0) {
  const [bx, by, bz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [px, py, pz] = [x - a[0], y - a[1], z - a[2]];
  const t = clamp((px * bx + py * by + pz * bz) / (bx * bx + by * by + bz * bz));
  return length(px - bx * t, py - by * t, pz - bz * t) - (r0 + (r1 - r0) * t);
}

/** Ring about the vertical axis through (0, cy, cz), `flat` times as deep as wide. */
export function ring(x, y, z, cy, cz, radius, thickness, flat = 1) {
  return Math.hypot(Math.hypot(x, (z - cz) / flat) - radius, y - cy) - thickness;
}

/** Union of two bodies with a fillet of k. */
export function join(a, b, k) {
  const h = Math.max(k - Math.abs(a - b), 0) / k;
  return Math.min(a, b) - (h * h * k) / 4;
}

/** Intersection of two bodies with a fillet of k; a negated body is carved out. */
export const meet = (a, b, k) => -join(-a, -b, k);

/** Waves in all three directions, -1 to 1: locks, folds, curls. */
export const waves = (x, y, z, fx, fy, fz) => Math.sin(x * fx) * Math.sin(y * fy + 1) * Math.sin(z * fz + 2);
