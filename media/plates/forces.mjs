/** Plates that draw what cannot be seen: forces, flow, levels, weather. Sheets of 800 by 500. */
import { clamp, lerp, polar, range, sampled, TAU, where } from '../pen.mjs';

const LEFT = 70;
const RIGHT = 730;

/** A family of catenaries between the same two points; the one of least thrust is painted. */
export function chains(pen) {
  const [top, bottom] = [70, 486];
  const chain = (a) => {
    const end = a * Math.cosh(310 / a);
    if (top + end - a <= bottom) return [sampled(90, 710, 80, (x) => [x, top + end - a * Math.cosh((x - 400) / a)])];
    const branch = (side) => sampled(top, bottom, 40, (y) => [400 + side * a * Math.acosh((top + end - y) / a), y]);
    return [branch(-1), branch(1)];
  };
  for (const i of range(26)) if (i !== 11) pen.lines(chain(46 + i * i * 1.15), { a: 0.85 });
  pen.paint(() => pen.lines(chain(46 + 11 * 11 * 1.15), { w: 3 }));
  for (const x of [90, 710]) {
    pen.segment([x, 44], [x, 486], { w: 2.4 });
    pen.circle([x, 70], 4, { fill: true });
  }
}

/** The first five modes of a taut string. */
export function modes(pen) {
  const wave = (mode, k, y) =>
    sampled(LEFT, RIGHT, 24 * mode, (x) => [
      x,
      y + (k / 5) * 36 * Math.sin((mode * Math.PI * (x - LEFT)) / (RIGHT - LEFT)),
    ]);
  for (const mode of [1, 2, 3, 4, 5]) {
    const y = 48 + (mode - 1) * 101;
    for (const k of range(10)) pen.line(wave(mode, k - 5, y), { w: 0.8, a: 0.45 });
    if (mode === 3) pen.paint(() => pen.line(wave(mode, 5, y), { w: 2.6 }));
    else pen.line(wave(mode, 5, y), { w: 2 });
    for (const x of [LEFT, RIGHT]) pen.circle([x, y], 4, { fill: true });
  }
}

/** Wind past a deck section, with the wake it sheds. */
export function flow(pen) {
  for (const i of range(31)) {
    const y0 = 20 + i * 15.4;
    const dy = y0 - 250;
    pen.line(
      sampled(0, 800, 110, (x) => {
        const dx = x - 360;
        const distance = Math.sqrt((dx * dx) / 9 + dy * dy + 1200);
        const aside = ((Math.sign(dy || 1) * 2108) / distance) * Math.exp(-(dx * dx) / 42000 - Math.abs(dy) / 120);
        const shed = Math.exp(-((dy / 60) ** 2)) * clamp((x - 400) / 200) * 15;
        return [x, y0 + aside + (x > 400 ? shed * Math.sin((x - 400) / 29 + dy / 24) : 0)];
      }),
      { a: 0.8 },
    );
  }
  pen.paint(() =>
    pen.shape(
      [
        [262, 250],
        [300, 232],
        [424, 232],
        [462, 250],
        [424, 272],
        [300, 272],
      ],
      { fill: true },
    ),
  );
}

/** Michell's cantilever: two families of spirals grow from one circle and carry a load with the least weight. */
export function michell(pen) {
  const centre = [130, 250];
  const radius = 118;
  const fan = 1.5;
  const spiral = (start, sense) =>
    sampled(0, (fan + start) / 2, 40, (t) => polar(centre, radius * Math.exp(t), sense * (start - t)));
  const count = 14;
  for (const i of range(count + 1)) {
    const start = lerp(-fan, fan, i / count);
    for (const sense of [-1, 1]) {
      if (i === 9 && sense === -1) pen.paint(() => pen.line(spiral(start, sense), { w: 3.2 }));
      else pen.line(spiral(start, sense), { w: i === count ? 2.6 : 1 });
    }
  }
  pen.circle(centre, radius, { w: 2.6 });
  pen.circle(centre, radius - 10, { w: 0.8, a: 0.6 });
  for (const i of range(24))
    pen.line([polar(centre, radius - 10, (TAU * i) / 24), polar(centre, radius, (TAU * i) / 24)], { w: 0.8, a: 0.6 });
  pen.circle(centre, 5, { fill: true });
  for (const t of [0, Math.PI / 2, Math.PI, -Math.PI / 2])
    pen.line([polar(centre, 14, t), polar(centre, radius - 22, t)], { w: 0.8, dash: '12 5 2 5' });
  const tip = centre[0] + radius * Math.exp(fan);
  pen.segment([tip, 258], [tip, 330], { w: 2.6 });
  pen.shape(
    [
      [tip - 8, 322],
      [tip + 8, 322],
      [tip, 344],
    ],
    { fill: true },
  );
}

/** Shear and moment under a load that crosses a simple beam; the curve is their envelope. */
export function moment(pen) {
  const [y0, scale] = [190, 1100];
  pen.segment([60, 130], [740, 130], { w: 4 });
  for (const x of [60, 740])
    pen.shape(
      [
        [x, 132],
        [x - 18, 164],
        [x + 18, 164],
      ],
      { w: 2 },
    );
  const peak = (t) => [60 + 680 * t, y0 + scale * t * (1 - t)];
  const triangle = (t) => [[60, y0], peak(t), [740, y0]];
  for (let i = 1; i < 24; i += 1) if (i !== 15) pen.line(triangle(i / 24), { w: 0.8, a: 0.7 });
  pen.line(sampled(0, 1, 70, peak), { w: 2.2 });
  pen.paint(() => {
    pen.line(triangle(15 / 24), { w: 3 });
    pen.segment([485, 40], [485, 112], { w: 3 });
    pen.shape(
      [
        [475, 104],
        [485, 126],
        [495, 104],
      ],
      { fill: true },
    );
  });
}

/** One pylon and its stays. */
export function stays(pen) {
  const head = (t) => [250 + 30 * t, 460 - 430 * t];
  const stay = (i) => [head(i / 34), [280 + (i / 34) * 494, 460]];
  for (const i of range(35)) {
    if (i !== 20) pen.line(stay(i));
    pen.line([head(i / 34), [250 - (i / 34) * 220, 460]], { w: 0.9, a: 0.7 });
  }
  pen.paint(() => pen.line(stay(20), { w: 3 }));
  pen.segment([20, 460], [790, 460], { w: 3 });
  pen.segment([246, 480], [282, 22], { w: 5 });
}

/** Poleni's proof: a hanging chain of equal links, and the arch that it becomes when turned over. */
export function catenary(pen) {
  const links = 27;
  const [half, mid] = [250, 250];
  const a = 152;
  const arcLength = a * Math.sinh(half / a);
  const sagAt = (x) => a * (Math.cosh(half / a) - Math.cosh(x / a));
  const along = (s) => a * Math.asinh(s / a);
  const nodes = range(links).map((i) => {
    const x = along(lerp(-arcLength, arcLength, i / (links - 1)));
    return [400 + x, sagAt(x) * 0.75];
  });
  const curve = sampled(-half, half, 90, (x) => [400 + x, sagAt(x) * 0.75]);

  /* below: the chain */
  const hang = nodes.map(([x, y]) => [x, mid + y + 6]);
  pen.line(hang, { w: 0.9 });
  for (const point of hang) pen.circle(point, 7);
  for (const point of hang) pen.circle(point, 2.2, { fill: true });
  for (const [x, y] of hang.filter((_, i) => i > 0 && i < links - 1 && i % 2 === 0))
    pen.segment([x, y + 7], [x, Math.max(y + 16, 486)], { w: 0.7, a: 0.45 });

  /* above: the arch, its joints square to the thrust */
  const rise = curve.map(([x, y]) => [x, mid - y - 6]);
  const normal = (i, points) => {
    const [[ax, ay], [bx, by]] = [points[Math.max(0, i - 1)], points[Math.min(points.length - 1, i + 1)]];
    const size = Math.hypot(bx - ax, by - ay);
    return [(by - ay) / size, -(bx - ax) / size];
  };
  const offset = (d) => rise.map(([x, y], i) => [x + normal(i, rise)[0] * d, y + normal(i, rise)[1] * d]);
  const [outer, inner] = [offset(19), offset(-19)];
  pen.line(outer, { w: 2.2 });
  pen.line(inner, { w: 2.2 });
  nodes.forEach(([x], k) => {
    if (k === 0 || k === links - 1) return;
    const i = Math.round(((x - 150) / 500) * 90);
    pen.line([outer[i], inner[i]], { w: 1 });
  });
  pen.line([inner[0], outer[0]], { w: 2.2 });
  pen.line([inner.at(-1), outer.at(-1)], { w: 2.2 });
  pen.paint(() => pen.line(rise, { w: 3.2 }));
  pen.segment([40, mid], [760, mid], { w: 0.9, dash: '14 5 2 5' });
  for (const x of [150, 650]) pen.circle([x, mid], 4.5, { fill: true });
}

/** Principal stresses in a simply supported girder: tension and compression cross everywhere at right angles. */
export function girder(pen) {
  const [x0, x1, y0, y1] = [60, 740, 120, 380];
  const [half, mid] = [(y1 - y0) / 2, (y0 + y1) / 2];
  const span = x1 - x0;
  /** Direction of the principal tension at a point under uniform load. */
  const direction = (x, y) => {
    const [u, v] = [(x - x0) / span, (y - mid) / half];
    const bending = 6 * u * (1 - u) * v * (span / half) * 0.5;
    const shear = (1 - 2 * u) * (1 - v * v) * 1.5;
    return 0.5 * Math.atan2(2 * shear, bending);
  };
  const contains = ([x, y]) => x >= x0 && x <= x1 && y >= y0 && y <= y1;
  const trace = (start, turn) => {
    const way = (sign) => {
      const points = [];
      let [x, y] = start;
      let last = null;
      for (let i = 0; i < 700 && contains([x, y]); i += 1) {
        if (i % 6 === 0) points.push([x, y]);
        let t = direction(x, y) + turn;
        if (last === null) t += sign > 0 ? 0 : Math.PI;
        else if (Math.cos(t - last) < 0) t += Math.PI;
        last = t;
        x += Math.cos(t) * 1.5;
        y += Math.sin(t) * 1.5;
      }
      points.push([clamp(x, x0, x1), clamp(y, y0, y1)]);
      return points;
    };
    return [...way(-1).reverse(), ...way(1).slice(1)];
  };
  /* every trajectory crosses the neutral axis left of the middle */
  for (const i of range(15)) {
    const seed = [400 - 8 - i * 23, mid];
    if (i === 9) pen.paint(() => pen.line(trace(seed, 0), { w: 3.2 }));
    else pen.line(trace(seed, 0), { w: 1 });
    pen.line(trace(seed, Math.PI / 2), { w: 1, a: 0.7 });
  }
  for (const y of [y0 - 14, y0, y1, y1 + 14]) pen.segment([x0 - 14, y], [x1 + 14, y], { w: 2.2 });
  for (const x of [x0 - 14, x1 + 14]) pen.segment([x, y0 - 14], [x, y1 + 14], { w: 2.2 });
  for (const x of [x0, x1])
    pen.shape(
      [
        [x, y1 + 16],
        [x - 20, y1 + 50],
        [x + 20, y1 + 50],
      ],
      { w: 2 },
    );
  for (const i of range(29)) {
    const x = x0 + (span * i) / 28;
    pen.segment([x, 66], [x, 98], { w: 0.9 });
    pen.shape(
      [
        [x - 3.4, 94],
        [x + 3.4, 94],
        [x, 104],
      ],
      { fill: true },
    );
  }
  pen.segment([x0, 66], [x1, 66], { w: 0.9 });
}

/** Twenty-nine days of tide, one line a day: neaps, springs, neaps. */
export function tide(pen) {
  const days = 29;
  const horizon = new Array(661).fill(Number.POSITIVE_INFINITY);
  const level = (day, hour) => {
    const t = day * 24 + hour;
    const moon = Math.cos((TAU * t) / 12.42);
    const sun = 0.46 * Math.cos((TAU * t) / 12);
    const daily = 0.22 * Math.cos((TAU * t) / 25.82 + 1) + 0.13 * Math.cos((TAU * t) / 23.93);
    return moon + sun + daily;
  };
  for (let day = days - 1; day >= 0; day -= 1) {
    const base = 78 + day * 13.6;
    const all = sampled(0, 660, 165, (i) => [LEFT + i, base - 21 * level(day, (i / 660) * 36)]);
    const visible = where(all, ([x, y]) => y <= horizon[Math.round(x - LEFT)] + 0.2);
    for (let i = 0; i <= 660; i += 1) {
      const [p, q] = [all[Math.floor(i / 4)], all[Math.min(165, Math.floor(i / 4) + 1)]];
      horizon[i] = Math.min(horizon[i], lerp(p[1], q[1], (i % 4) / 4));
    }
    if (day === 14) pen.paint(() => pen.lines(visible, { w: 3 }));
    else pen.lines(visible, { w: day % 7 === 0 ? 1.8 : 1, a: 0.9 });
  }
  for (const x of [LEFT - 14, RIGHT + 14]) pen.segment([x, 40], [x, 478], { w: 1.6 });
  for (const i of range(days))
    for (const x of [LEFT - 14, RIGHT + 14])
      pen.segment([x - (i % 7 ? 5 : 10), 78 + i * 13.6], [x, 78 + i * 13.6], { w: 0.9 });
}

/** A wind rose over the axis of the bridge. */
export function wind(pen) {
  const centre = [400, 250];
  const share = [8, 7, 9, 12, 15, 13, 9, 7, 8, 11, 17, 21, 19, 14, 10, 8];
  const sector = TAU / 16;
  const scale = 10.2;
  for (const r of [5, 10, 15, 20]) pen.circle(centre, r * scale, { w: 0.8, a: 0.6 });
  pen.circle(centre, 226, { w: 1.8 });
  for (const i of range(72)) {
    const t = (TAU * i) / 72;
    pen.line([polar(centre, 226, t), polar(centre, i % 6 ? 232 : 240, t)], { w: i % 6 ? 0.8 : 1.8 });
  }
  for (const i of range(16)) {
    const t = i * sector - Math.PI / 2;
    pen.line([polar(centre, 26, t), polar(centre, 226, t)], { w: 0.6, a: 0.35 });
    const bands = [0.26, 0.52, 0.78, 1];
    for (const [k, band] of bands.entries()) {
      const [from, to] = [20 + (k ? bands[k - 1] : 0) * (share[i] * scale - 20), 20 + band * (share[i] * scale - 20)];
      const width = 0.62 + 0.1 * k;
      const petal = [
        ...sampled(t - sector * width * 0.5, t + sector * width * 0.5, 8, (u) => polar(centre, to, u)),
        ...sampled(t + sector * width * 0.5, t - sector * width * 0.5, 8, (u) => polar(centre, from, u)),
      ];
      if (i === 11 && k === 3) pen.paint(() => pen.shape(petal, { fill: true }));
      else pen.shape(petal, { w: 1.2 });
      if (k % 2 === 1) pen.hatch(petal, { angle: t, gap: 4, w: 0.7 });
    }
  }
  pen.circle(centre, 20, { w: 1.8 });
  pen.circle(centre, 3.4, { fill: true });
  /* the deck whose wind this is */
  for (const d of [-7, 7]) {
    const shift = ([x, y]) => [x + d * Math.sin(-0.42), y + d * Math.cos(-0.42)];
    const [a, b] = [polar(centre, 390, -0.42 + Math.PI), polar(centre, 390, -0.42)].map(shift);
    pen.line([a, shift(polar(centre, 244, -0.42 + Math.PI))], { w: 2 });
    pen.line([b, shift(polar(centre, 244, -0.42))], { w: 2 });
  }
}
