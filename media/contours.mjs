import { mix, range } from './pen.mjs';

/** Contour lines of f at one level, by marching squares, joined into polylines. */
export function contours(f, level, grid, width, height) {
  const segments = new Map();
  const key = ([x, y]) => `${x.toFixed(2)},${y.toFixed(2)}`;
  const connect = (a, b) => {
    for (const [p, q] of [
      [a, b],
      [b, a],
    ]) {
      const at = key(p);
      if (!segments.has(at)) segments.set(at, { point: p, next: [] });
      segments.get(at).next.push(key(q));
    }
  };
  for (let x = 0; x < width; x += grid)
    for (let y = 0; y < height; y += grid) {
      const corners = [
        [x, y],
        [x + grid, y],
        [x + grid, y + grid],
        [x, y + grid],
      ];
      const values = corners.map(([cx, cy]) => f(cx, cy) - level);
      const crossings = [];
      for (const k of range(4)) {
        const [a, b] = [values[k], values[(k + 1) % 4]];
        if (a * b < 0) {
          /* from the lower corner to the higher, so that both neighbours find the same point */
          const [from, to, t] = k < 2 ? [k, k + 1, a / (a - b)] : [(k + 1) % 4, k, b / (b - a)];
          crossings.push(mix(corners[from], corners[to], t));
        }
      }
      for (let k = 0; k + 1 < crossings.length; k += 2) connect(crossings[k], crossings[k + 1]);
    }
  const lines = [];
  const walk = (start) => {
    const points = [];
    let at = start;
    while (at) {
      const place = segments.get(at);
      points.push(place.point);
      const next = place.next.pop();
      if (next) segments.get(next).next.splice(segments.get(next).next.indexOf(at), 1);
      at = next;
    }
    if (points.length > 1) lines.push(points);
  };
  for (const [at, { next }] of segments) if (next.length === 1) walk(at);
  for (const [at, { next }] of segments) if (next.length) walk(at);
  return lines;
}
