/** Pictures of the industries' feature blocks: each capability as a thing that engineers draw. Sheets of 800 by 600. */
import { contours } from '../contours.mjs';
import { clamp, inside, lerp, mix, polar, random, range, sampled, TAU, where } from '../pen.mjs';

/** A line cut finely enough to be tested point by point. */
const fine = (points, step = 3) =>
  points.flatMap((point, i) => {
    if (i === 0) return [point];
    const from = points[i - 1];
    const n = Math.max(1, Math.ceil(Math.hypot(point[0] - from[0], point[1] - from[1]) / step));
    return sampled(0, 1, n, (t) => mix(from, point, t)).slice(1);
  });

/** A closed figure as a polyline that ends where it began. */
const closed = (points) => [...points, points[0]];

/** Care: a heartbeat as a suspension bridge; its peaks are the towers. */
export function healthcareCare(pen) {
  const [deck, beat, zero] = [470, 210, 330];
  const wave = (x, centre, width, height) => height * Math.exp(-(((x - centre) / width) ** 2));
  const pulse = (x) => {
    let y = 0;
    for (const k of [-1, 0, 1, 2, 3, 4]) {
      const at = 85 + k * beat;
      y +=
        wave(x, at - 46, 12, 20) -
        wave(x, at - 11, 5, 34) +
        wave(x, at, 7, 232) -
        wave(x, at + 13, 6, 64) +
        wave(x, at + 62, 19, 42);
    }
    return zero - y;
  };
  for (let x = 0; x <= 800; x += 20) pen.segment([x, 40], [x, 560], { w: x % 100 ? 0.5 : 1, a: x % 100 ? 0.25 : 0.4 });
  for (let y = 40; y <= 560; y += 20)
    pen.segment([0, y], [800, y], { w: (y - 40) % 100 ? 0.5 : 1, a: (y - 40) % 100 ? 0.25 : 0.4 });
  const whole = sampled(0, 800, 800, (x) => [x, pulse(x)]);
  const loaded = ([x]) => x >= 85 + beat - 74 && x <= 85 + 2 * beat - 74;
  pen.lines(
    where(whole, (p) => p[0] <= 85 + beat - 74),
    { w: 2.6 },
  );
  pen.lines(
    where(whole, (p) => p[0] >= 85 + 2 * beat - 74),
    { w: 2.6 },
  );
  pen.paint(() => pen.lines(where(whole, loaded), { w: 4.4 }));
  for (let x = 5; x < 800; x += 10) pen.segment([x, pulse(x) + 4], [x, deck], { w: 0.9, a: 0.75 });
  for (const [y, w] of [
    [deck, 2.6],
    [deck + 6, 0.9],
    [deck + 24, 1.8],
  ])
    pen.segment([0, y], [800, y], { w });
  pen.line(
    range(81).map((i) => [i * 10, i % 2 ? deck + 6 : deck + 24]),
    { w: 0.9 },
  );
  for (const k of range(4)) {
    const x = 85 + k * beat;
    for (const d of [-9, 9]) pen.segment([x + d, deck + 24], [x + d * 1.5, 560], { w: 2 });
    for (const i of range(3)) pen.segment([x - 10, deck + 28 + i * 20], [x + 10, deck + 48 + i * 20], { w: 0.9 });
  }
}

/** Care agents: a spine, segment on segment, held in line by one tendon. */
export function healthcareAgents(pen) {
  const axis = (t) => [372 + 54 * Math.sin(t * TAU * 0.94 + 0.5) * (0.6 + 0.4 * t), 566 - t * 536];
  const size = (t) => lerp(66, 25, t ** 0.9);
  const heading = (t) => {
    const [[ax, ay], [bx, by]] = [axis(t - 0.01), axis(t + 0.01)];
    return Math.atan2(by - ay, bx - ax);
  };
  const count = 18;
  /* segments grow shorter towards the top in proportion to their width */
  const cuts = [0];
  for (const i of range(count)) cuts.push(cuts.at(-1) + size(i / count));
  const stations = cuts.map((c) => c / cuts.at(-1));
  for (const i of range(count)) {
    const [t0, t1] = [lerp(stations[i], stations[i + 1], 0.1), lerp(stations[i], stations[i + 1], 0.84)];
    const half = size(stations[i]);
    const at = (u, v) => {
      const t = lerp(t0, t1, v);
      const a = heading(t);
      const [x, y] = axis(t);
      return [x - Math.sin(a) * u * half, y + Math.cos(a) * u * half];
    };
    const waist = (v) => 1 - 0.2 * Math.sin(Math.PI * v);
    const body = [
      ...sampled(0, 1, 12, (v) => at(-waist(v), v)),
      ...sampled(-1, 1, 10, (u) => at(u, 1 + 0.05 * (1 - u * u))),
      ...sampled(1, 0, 12, (v) => at(waist(v), v)),
      ...sampled(1, -1, 10, (u) => at(u, -0.05 * (1 - u * u))),
    ];
    pen.shape(body, { w: 2 });
    pen.hatch(body, { gap: 6, angle: heading((t0 + t1) / 2) + Math.PI / 2, a: 0.4 });
    /* process and rib seat */
    const process = [
      at(1.04, 0.72),
      at(1.7, 0.62),
      at(2.5, 0.18),
      at(2.62, -0.1),
      at(2.4, -0.12),
      at(1.62, 0.2),
      at(1.04, 0.26),
    ];
    if (i) {
      pen.shape(process, { w: 1.7 });
      pen.circle(at(1.62, 0.42), half * 0.11, { w: 1.2 });
    }
    pen.line([at(-1.16, 0.5), at(-1.7, 0.5)], { w: 0.8, a: 0.8 });
    pen.line([at(-1.16, 0.5), at(-1.24, 0.42)], { w: 0.8, a: 0.8 });
    pen.line([at(-1.16, 0.5), at(-1.24, 0.58)], { w: 0.8, a: 0.8 });
    /* disc */
    const gap = lerp(stations[i], stations[i + 1], 0.92);
    const [gx, gy] = axis(gap);
    const a = heading(gap);
    for (const d of [-0.05, 0, 0.05])
      pen.line(
        sampled(-0.94, 0.94, 8, (u) => [
          gx - Math.sin(a) * u * half + Math.cos(a) * d * half,
          gy + Math.cos(a) * u * half + Math.sin(a) * d * half,
        ]),
        { w: 0.8, a: 0.8 },
      );
  }
  pen.paint(() => pen.line(sampled(-0.03, 1.02, 90, axis), { w: 4.4 }));
  pen.segment([130, 586], [640, 586], { w: 2.2 });
  const [fx, fy] = axis(0);
  pen.shape(
    [
      [fx - 92, 586],
      [fx - 74, fy + 4],
      [fx + 74, fy + 4],
      [fx + 92, 586],
    ],
    { w: 2 },
  );
}

/** Data security: lock gates, in plan. The higher the water, the tighter they close. */
export function healthcareSecurity(pen) {
  const [top, bottom] = [168, 432];
  const recess = [
    [150, 330],
    [470, 650],
  ];
  for (const side of [-1, 1]) {
    const wall = side < 0 ? top : bottom;
    const edge = [[0, wall]];
    for (const [a, b] of recess) edge.push([a, wall], [a, wall + side * 24], [b, wall + side * 24], [b, wall]);
    edge.push([800, wall]);
    pen.line(edge, { w: 2.6 });
    const outer = side < 0 ? 40 : 560;
    pen.segment([0, outer], [800, outer], { w: 1.4 });
    pen.hatch([...edge, [800, outer], [0, outer]], { gap: 10, angle: side * 0.8, a: 0.5 });
  }
  /* gates mitre upstream */
  const gate = (x, solid) => {
    const tip = [x - 76, 300];
    for (const side of [-1, 1]) {
      const hinge = [x, side < 0 ? top : bottom];
      const angle = Math.atan2(tip[1] - hinge[1], tip[0] - hinge[0]);
      const n = [-Math.sin(angle) * 9, Math.cos(angle) * 9];
      const leaf = [
        [hinge[0] + n[0], hinge[1] + n[1]],
        [tip[0] + n[0], tip[1]],
        [tip[0] - n[0], tip[1]],
        [hinge[0] - n[0], hinge[1] - n[1]],
      ];
      if (solid) pen.shape(leaf, { fill: true });
      else {
        pen.shape(leaf, { w: 2.2 });
        for (const i of range(9))
          pen.line([mix(leaf[0], leaf[1], (i + 0.5) / 9), mix(leaf[3], leaf[2], (i + 0.5) / 9)], { w: 0.9 });
      }
    }
  };
  const beams = (x) => {
    for (const side of [-1, 1]) {
      const hinge = [x, side < 0 ? top : bottom];
      pen.circle(hinge, 11, { w: 2 });
      pen.circle(hinge, 4, { fill: true });
      const end = [x + 46, hinge[1] + side * 112];
      for (const d of [-6, 6]) pen.segment([hinge[0] + d, hinge[1] + side * 12], [end[0] + d, end[1]], { w: 1.8 });
      pen.segment([end[0] - 6, end[1]], [end[0] + 6, end[1]], { w: 1.8 });
    }
  };
  pen.paint(() => gate(330, true));
  gate(650, false);
  beams(330);
  beams(650);
  /* high water upstream, low water in the chamber */
  const upstream = ([x, y]) => x < 330 - 76 * (1 - Math.abs(y - 300) / 132) - 16;
  const chamber = ([x, y]) => !upstream([x - 34, y]) && x < 650 - 76 * (1 - Math.abs(y - 300) / 132) - 16;
  const tail = ([x, y]) => x > 650 - 76 * (1 - Math.abs(y - 300) / 132) + 18;
  for (const i of range(30)) {
    const y = top + 8 + i * 8.6;
    pen.lines(
      where(
        sampled(0, 340, 110, (x) => [x, y + 2.4 * Math.sin(x / 26 + i * 0.6)]),
        upstream,
      ),
      { w: 0.9, a: 0.75 },
    );
  }
  for (const i of range(8)) {
    const y = top + 22 + i * 31;
    const boat = ([x, v]) => x < 346 || x > 546 || Math.abs(v - 300) > 46;
    pen.lines(
      where(
        sampled(280, 660, 126, (x) => [x, y + 2.4 * Math.sin(x / 26 + i)]),
        (p) => chamber(p) && boat(p),
      ),
      { w: 0.8, a: 0.5 },
    );
    pen.lines(
      where(
        sampled(560, 800, 80, (x) => [x, y + 2.4 * Math.sin(x / 26 + i)]),
        tail,
      ),
      { w: 0.8, a: 0.5 },
    );
  }
  /* the vessel that waits inside */
  const hull = (s) => [
    ...sampled(-1, 1, 40, (u) => [444 + u * 92 * s, 300 - 36 * s * Math.max(0, 1 - Math.abs(u) ** 3) ** 0.7]),
    ...sampled(1, -1, 40, (u) => [444 + u * 92 * s, 300 + 36 * s * Math.max(0, 1 - Math.abs(u) ** 3) ** 0.7]),
  ];
  pen.shape(hull(1), { w: 2 });
  pen.shape(hull(0.88), { w: 0.9 });
  pen.box(402, 284, 52, 32, { w: 1.4 });
  pen.box(466, 288, 30, 24, { w: 1.2 });
  pen.segment([352, 300], [402, 300], { w: 0.8 });
}

/** Secure agents: a ring of sheet-pile cells keeps the river out of the place where the work is done. */
export function healthcareSecureAgents(pen) {
  const centre = [400, 300];
  const [ring, cell, count] = [176, 31, 16];
  const outer = ring + cell + 7;
  /* stream lines of an ideal flow past a cylinder */
  const stream = (level) => {
    const points = [];
    for (let x = 0; x <= 800; x += 6) {
      const u = x - centre[0];
      let v = level;
      for (const _ of range(24)) {
        const r2 = u * u + v * v;
        const f = v * (1 - (outer * outer) / r2) - level;
        const slope = 1 - (outer * outer) / r2 + (2 * v * v * outer * outer) / (r2 * r2);
        v -= clamp(f / slope, -40, 40);
        if (Math.hypot(u, v) < outer) v = Math.sign(level) * Math.sqrt(Math.max(1, outer * outer - u * u)) * 1.02;
      }
      points.push([x, centre[1] + v]);
    }
    return points;
  };
  for (const k of range(17)) for (const side of [-1, 1]) pen.line(stream(side * (6 + k * 17)), { w: 1, a: 0.7 });
  for (const i of range(count)) {
    const at = polar(centre, ring, (TAU * (i + 0.5)) / count);
    if (i === 13)
      pen.paint(() => {
        pen.circle(at, cell, { w: 4.4 });
        for (const k of range(24))
          pen.line([polar(at, cell - 4, (TAU * k) / 24), polar(at, cell + 4, (TAU * k) / 24)], { w: 2.4 });
      });
    else {
      pen.circle(at, cell, { w: 2.2 });
      for (const k of range(24))
        pen.line([polar(at, cell - 3, (TAU * k) / 24), polar(at, cell + 3, (TAU * k) / 24)], { w: 1.2 });
    }
    /* connecting arcs between neighbours */
    const joint = (TAU * (i + 1)) / count;
    for (const r of [ring - 17, ring + 17])
      pen.arc(
        polar(centre, r, joint),
        10,
        joint + (r < ring ? Math.PI * 0.6 : -Math.PI * 0.4),
        joint + (r < ring ? Math.PI * 1.4 : Math.PI * 0.4),
        { w: 1.6 },
      );
  }
  /* the dry ground inside: the footing and its pier */
  const footing = range(8).map((k) => polar(centre, 104, (TAU * (k + 0.5)) / 8));
  pen.shape(footing, { w: 2.2 });
  pen.hatch(footing, { gap: 9, angle: 0, a: 0.45 });
  pen.hatch(footing, { gap: 9, angle: Math.PI / 2, a: 0.45 });
  for (const r of [58, 66])
    pen.shape(
      sampled(0, TAU, 60, (t) => [centre[0] + r * 0.62 * Math.cos(t), centre[1] + r * Math.sin(t)]),
      { w: r === 66 ? 2.2 : 1 },
    );
  for (const t of [0, Math.PI / 2, Math.PI, -Math.PI / 2])
    pen.line([polar(centre, 6, t), polar(centre, 122, t)], { w: 0.8, dash: '12 5 2 5' });
}

/** Compliance: a plumb line over a graduated arc; out of true can be read, not argued. */
export function financialCompliance(pen) {
  const pivot = [400, 76];
  const [inner, outer] = [404, 466];
  const span = 0.74;
  const at = (r, t) => polar(pivot, r, Math.PI / 2 + t);
  for (const [r, w] of [
    [inner - 26, 2.2],
    [inner, 1],
    [outer, 2.2],
  ])
    pen.line(
      sampled(-span, span, 80, (t) => at(r, t)),
      { w },
    );
  for (const t of [-span, span]) pen.line([at(inner - 26, t), at(outer, t)], { w: 2.2 });
  const divisions = 84;
  for (const i of range(divisions * 2 + 1)) {
    const k = i - divisions;
    const t = (k / divisions) * (span - 0.05);
    const length = k % 10 === 0 ? 34 : k % 5 === 0 ? 24 : 14;
    pen.line([at(inner, t), at(inner + length, t)], { w: k % 10 === 0 ? 2 : 0.9 });
  }
  /* vernier: nine parts of the scale are ten here */
  for (const i of range(21)) {
    const k = i - 10;
    const t = ((k * 0.9) / divisions) * (span - 0.05);
    pen.line([at(inner, t), at(inner - (k % 5 ? 9 : 15), t)], { w: k % 5 ? 0.9 : 1.8 });
  }
  pen.line(
    sampled(-0.115, 0.115, 20, (t) => at(inner - 20, t)),
    { w: 1.6 },
  );
  for (const t of [-0.115, 0.115]) pen.line([at(inner - 20, t), at(inner, t)], { w: 1.6 });
  /* frame */
  for (const side of [-1, 1]) {
    for (const d of [0, 14])
      pen.line([[pivot[0] + side * (10 + d * 0.4), pivot[1] + d], at(inner - 30, -side * (span - 0.02 - d * 0.002))], {
        w: d ? 1 : 2.2,
      });
    const [a, b] = [at(outer, side * span * 0.9), at(outer, side * span * 0.78)];
    pen.line([a, [a[0] + side * 4, 566]], { w: 2 });
    pen.line([b, [b[0] - side * 4, 566]], { w: 2 });
  }
  for (const r of [150, 158, 268, 276])
    pen.line(
      sampled(-span * 0.96, span * 0.96, 40, (t) => at(r, t)),
      { w: r % 2 ? 1 : 1.3 },
    );
  for (const k of range(25)) {
    const t = lerp(-span * 0.94, span * 0.94, k / 24);
    pen.line([at(158, t), at(268, k % 2 ? t + 0.06 : t - 0.06)], { w: 0.8, a: 0.55 });
  }
  pen.segment([70, 566], [730, 566], { w: 2.6 });
  pen.hatch(
    [
      [70, 566],
      [730, 566],
      [730, 584],
      [70, 584],
    ],
    { gap: 9, angle: -0.8, a: 0.6 },
  );
  pen.circle(pivot, 26, { w: 2.2 });
  pen.circle(pivot, 15, { w: 1 });
  pen.circle(pivot, 4, { fill: true });
  pen.segment([330, 30], [470, 30], { w: 2.4 });
  for (const x of [352, 448]) pen.segment([x, 30], [x < 400 ? 382 : 418, 58], { w: 2 });
  pen.paint(() => {
    pen.segment([400, 84], [400, 416], { w: 3 });
    pen.shape(
      [
        [393, 416],
        [407, 416],
        [413, 432],
        [412, 446],
        [400, 476],
        [388, 446],
        [387, 432],
      ],
      { fill: true },
    );
  });
}

/** Know your customer: a fingerprint, surveyed like a hill. */
export function financialKyc(pen) {
  const height = (x, y) => {
    const [u, v] = [x - 400, y - 268];
    const low = clamp((v - 60) / 190);
    const whorl = Math.hypot(u * 1.12 - v * 0.12, v * 0.8);
    const arches = 148 + (v - 60) * 0.62 - 46 * Math.exp(-((u / 92) ** 2));
    return lerp(whorl, arches, low ** 1.4) + 5 * Math.sin(u / 37 + v / 71) + 4.4 * Math.sin(v / 31 - u / 58);
  };
  const outline = ([x, y]) => (Math.abs(x - 400) / 206) ** 2.5 + (Math.abs(y - 300) / 262) ** 2.5 < 1;
  const next = random(17);
  const ends = [];
  const ridges = range(26).flatMap((i) =>
    contours(height, 7 + i * 11.4, 7, 800, 602).flatMap((line) =>
      where(fine(line, 5), outline).map((part) => ({ i, part })),
    ),
  );
  let painted = null;
  for (const { i, part } of ridges) if (i === 11 && (!painted || part.length > painted.length)) painted = part;
  for (const { part } of ridges) {
    if (part === painted) continue;
    /* ridges break and begin: the points an examiner counts */
    let from = 0;
    while (from < part.length) {
      const run = 26 + Math.floor(next() * 70);
      const piece = part.slice(from, from + run);
      pen.line(piece, { w: 3.4 });
      if (from + run < part.length - 4 && ends.length < 11 && next() > 0.62) ends.push(piece.at(-1));
      from += run + 2;
    }
  }
  pen.paint(() => pen.line(painted, { w: 5 }));
  ends.forEach(([x, y], i) => {
    pen.circle([x, y], 9, { w: 1.4 });
    const side = x < 400 ? -1 : 1;
    const label = [400 + side * (254 + (i % 2) * 26), y + (y - 300) * 0.12];
    pen.line([[x + side * 9, y], label], { w: 0.8, a: 0.8 });
    pen.segment([label[0], label[1] - 6], [label[0], label[1] + 6], { w: 1.8 });
  });
  for (const [x, y, sx, sy] of [
    [136, 28, 1, 1],
    [664, 28, -1, 1],
    [136, 572, 1, -1],
    [664, 572, -1, -1],
  ])
    pen.line(
      [
        [x, y + sy * 30],
        [x, y],
        [x + sx * 30, y],
      ],
      { w: 2 },
    );
}

/** Regulatory technology: the structure gauge. Whatever passes must stay inside its line. */
export function financialRegtech(pen) {
  const [cx, cy] = [400, 300];
  /* horseshoe: a crown, two flatter sides, an invert */
  const profile = (grow) => [
    ...sampled(Math.PI * 1.02, TAU - 0.06, 60, (t) => [
      cx + (226 + grow) * Math.cos(t),
      cy - 24 + (226 + grow) * Math.sin(t),
    ]),
    ...sampled(0, 1, 20, (t) => [cx + (226 + grow) * (1 - 0.12 * t ** 2), cy - 30 + t * (212 + grow * 0.4)]),
    ...sampled(1, -1, 30, (u) => [cx + u * (199 + grow * 0.88), cy + 182 + grow * 0.4 + 40 * (1 - u * u)]),
    ...sampled(1, 0, 20, (t) => [cx - (226 + grow) * (1 - 0.12 * t ** 2), cy - 30 + t * (212 + grow * 0.4)]),
  ];
  const [intrados, middle, extrados] = [profile(0), profile(17), profile(34)];
  pen.shape(intrados, { w: 2.6 });
  pen.shape(middle, { w: 0.9 });
  pen.shape(extrados, { w: 2.2 });
  intrados.forEach((point, i) => {
    if (i % 3 === 0) pen.line([point, middle[i]], { w: 1 });
    if (i % 3 === 1) pen.line([middle[i], extrados[i]], { w: 1 });
  });
  /* ground */
  const next = random(23);
  for (const _ of range(150)) {
    const [x, y] = [next() * 800, next() * 600];
    const t = next() * Math.PI;
    const stroke = [
      [x, y],
      [x + 12 * Math.cos(t), y + 12 * Math.sin(t)],
    ];
    if (stroke.every((p) => !inside(p, profile(44)))) pen.line(stroke, { w: 0.9, a: 0.6 });
  }
  /* wagon */
  const wagon = [
    [278, 430],
    [278, 252],
    [290, 216],
    [322, 186],
    [478, 186],
    [510, 216],
    [522, 252],
    [522, 430],
  ];
  pen.shape(wagon, { w: 2.2 });
  pen.segment([278, 252], [522, 252], { w: 1 });
  pen.segment([278, 346], [522, 346], { w: 1 });
  for (const x of [300, 414]) pen.box(x, 266, 86, 64, { w: 1.6 });
  for (const x of [318, 482]) {
    pen.circle([x, 400], 9, { w: 1.6 });
    pen.circle([x, 400], 4, { w: 1 });
  }
  for (const x of [322, 478]) {
    pen.box(x - 13, 430, 26, 40, { w: 2 });
    pen.segment([x + (x < 400 ? 13 : -13), 430], [x + (x < 400 ? 17 : -17), 472], { w: 1.6 });
    pen.line(
      [
        [x - 11, 484],
        [x - 4, 480],
        [x - 4, 474],
        [x - 8, 472],
        [x + 8, 472],
        [x + 4, 474],
        [x + 4, 480],
        [x + 11, 484],
      ],
      { w: 1.6 },
    );
  }
  pen.segment([335, 450], [465, 450], { w: 2 });
  pen.box(256, 484, 288, 16, { w: 2 });
  pen.line(
    [
      [400, 186],
      [388, 160],
      [412, 140],
      [400, 118],
    ],
    { w: 1.6 },
  );
  pen.segment([376, 118], [424, 118], { w: 2 });
  pen.segment([400, 118], [400, 78], { w: 0.9 });
  /* clearance: rays from the vehicle to the lining */
  const gauge = [
    [254, 452],
    [254, 240],
    [270, 198],
    [312, 162],
    [352, 154],
    [356, 100],
    [444, 100],
    [448, 154],
    [488, 162],
    [530, 198],
    [546, 240],
    [546, 452],
  ];
  pen.paint(() => pen.line(gauge, { w: 4 }));
  for (const point of fine(gauge, 22)) {
    const t = Math.atan2(point[1] - cy, point[0] - cx);
    let r = Math.hypot(point[0] - cx, point[1] - cy);
    while (r < 300 && inside(polar([cx, cy], r + 3, t), intrados)) r += 2;
    const end = polar([cx, cy], r, t);
    pen.line([point, end], { w: 0.8, a: 0.7 });
    pen.circle(end, 2.2, { fill: true });
  }
}

/** Zero trust: gate behind gate, and each asks again. */
export function financialZeroTrust(pen) {
  const eye = [400, 268];
  const focal = 520;
  const see = (x, y, z) => [eye[0] + (focal * x) / z, eye[1] - (focal * y) / z];
  const gates = range(11).map((i) => 520 + i * 150 + i * i * 14);
  const [half, floor, top] = [318, -262, 228];
  for (const x of range(17)) {
    const u = -half + (x * half) / 8;
    pen.line([see(u, floor, gates[0] * 0.86), see(u, floor, gates.at(-1))], { w: x % 8 ? 0.8 : 2, a: x % 8 ? 0.6 : 1 });
  }
  for (let z = 460; z < gates.at(-1); z *= 1.055)
    pen.line([see(-half, floor, z), see(half, floor, z)], { w: 0.8, a: 0.5 });
  for (const side of [-1, 1]) {
    for (const y of [top, lerp(floor, top, 0.36)])
      pen.line([see(side * half, y, gates[0]), see(side * half, y, gates.at(-1))], { w: 1, a: 0.7 });
  }
  gates.forEach((z, i) => {
    const depth = 34;
    const wall = 40;
    for (const d of [0, depth]) {
      for (const grow of d ? [0] : [0, wall])
        pen.line(
          [
            see(-half - grow, floor, z + d),
            see(-half - grow, top + grow, z + d),
            see(half + grow, top + grow, z + d),
            see(half + grow, floor, z + d),
          ],
          {
            w: d ? 1 : Math.max(1, 2.6 - i * 0.16),
          },
        );
    }
    for (const side of [-1, 1])
      for (const y of [floor, top]) pen.line([see(side * half, y, z), see(side * half, y, z + depth)], { w: 1 });
    if (i < 5)
      for (const side of [-1, 1]) {
        const pier = [
          see(side * half, floor, z),
          see(side * (half + wall), floor, z),
          see(side * (half + wall), top + wall, z),
          see(side * half, top, z),
        ];
        if (i === 0) pen.hatch(pier, { gap: 7, angle: side * 0.8, a: 0.5 });
        else
          for (const k of range(12))
            pen.line(
              [
                see(side * half, lerp(floor, top, k / 12), z),
                see(side * (half + wall), lerp(floor, top, (k + 1) / 12), z),
              ],
              { w: 0.7, a: 0.5 },
            );
      }
    /* a barrier on the left or right post, raised or down */
    const side = i % 2 ? 1 : -1;
    const pivot = [side * half * 0.86, floor + 118];
    const down = i === 2;
    const angle = down ? 0 : 1.38;
    const tip = [pivot[0] - side * Math.cos(angle) * half * 1.66, pivot[1] + Math.sin(angle) * half * 1.66];
    const bar = (w) => {
      for (const lift of [0, 17])
        pen.line([see(pivot[0], pivot[1] + lift, z), see(tip[0], tip[1] + lift * 0.7, z)], { w });
      for (const k of range(10)) {
        const a = mix(pivot, tip, k / 10);
        const b = mix(pivot, tip, (k + 1) / 10);
        pen.line([see(a[0], a[1], z), see(b[0], b[1] + 17 - k * 0.5, z)], { w: w * 0.7 });
      }
    };
    if (down) pen.paint(() => bar(3.2));
    else bar(Math.max(0.8, 1.6 - i * 0.1));
    pen.line(
      [
        see(pivot[0] - 15, floor, z),
        see(pivot[0] - 15, pivot[1] + 26, z),
        see(pivot[0] + 15, pivot[1] + 26, z),
        see(pivot[0] + 15, floor, z),
      ],
      { w: Math.max(0.9, 1.8 - i * 0.1) },
    );
  });
}

/** Sales: many straight lines narrow to one throat. Shukhov's hyperboloid. */
export function highTechSales(pen) {
  const [top, bottom] = [64, 548];
  const [wide, narrow, twist] = [292, 128, 2.05];
  const rulings = 44;
  const ring = (r, y, t) => [400 + r * Math.cos(t), y + r * 0.17 * Math.sin(t)];
  const rule = (t, sense) => [ring(wide, top, t), ring(narrow, bottom, t + sense * twist)];
  /* what lies behind is thinner */
  for (const i of range(rulings))
    for (const sense of [-1, 1]) {
      const [a, b] = rule((TAU * i) / rulings, sense);
      const t = (TAU * i) / rulings + (sense * twist) / 2;
      const front = Math.sin(t) > 0;
      if (i === 8 && sense === 1) pen.paint(() => pen.line([a, b], { w: 5 }));
      else pen.line([a, b], { w: front ? 1.7 : 0.8, a: front ? 1 : 0.45 });
    }
  for (const v of [0, 0.14, 0.28, 0.42, 0.56, 0.7, 0.85, 1]) {
    /* radius of the surface at this height: chord of two circles */
    const r = Math.hypot(lerp(wide, narrow * Math.cos(twist), v), narrow * Math.sin(twist) * v);
    const y = lerp(top, bottom, v);
    pen.shape(
      sampled(0, TAU, 72, (t) => ring(r, y, t)),
      { w: v === 0 || v === 1 ? 2.6 : 1.2, a: v === 0 || v === 1 ? 1 : 0.8 },
    );
  }
  pen.segment([130, bottom + 28], [670, bottom + 28], { w: 2.4 });
  for (const side of [-1, 1])
    pen.segment([400 + side * narrow, bottom], [400 + side * (narrow + 12), bottom + 28], { w: 2.2 });
  for (const side of [-1, 1]) pen.segment([400 + side * 340, top], [400 + side * 304, top], { w: 0.8 });
  pen.dimension([400 - wide, 26], [400 + wide, 26]);
}

/** Retrieval: every drawing in its drawer, and the right one comes out. */
export function highTechRag(pen) {
  const [x0, y0, columns, rows, w, h] = [96, 150, 5, 11, 98, 36];
  const [dx, dy] = [118, -92];
  const drawer = { column: 2, row: 6 };
  const [ax, ay] = [x0 + drawer.column * w, y0 + drawer.row * h];
  const [ox, oy] = [-74, 58];
  const face = [
    [ax + ox, ay + oy],
    [ax + ox + w, ay + oy],
    [ax + ox + w, ay + oy + h],
    [ax + ox, ay + oy + h],
  ];
  const body = [
    [ax, ay],
    [ax + w, ay],
    [ax + w, ay + h],
    [ax + ox + w, ay + oy + h],
    [ax + ox, ay + oy + h],
    [ax + ox, ay + oy],
  ];
  const hidden = (p) => inside(p, body);
  const draw = (points, style) =>
    pen.lines(
      where(fine(points, 2), (p) => !hidden(p)),
      style,
    );
  const [right, bottom] = [x0 + columns * w, y0 + rows * h];
  for (const i of range(columns + 1))
    draw(
      [
        [x0 + i * w, y0],
        [x0 + i * w, bottom],
      ],
      { w: i % columns ? 1.6 : 2.6 },
    );
  for (const j of range(rows + 1))
    draw(
      [
        [x0, y0 + j * h],
        [right, y0 + j * h],
      ],
      { w: j % rows ? 1.2 : 2.6 },
    );
  for (const i of range(columns))
    for (const j of range(rows)) {
      if (i === drawer.column && j === drawer.row) continue;
      const [x, y] = [x0 + i * w, y0 + j * h];
      draw(
        closed([
          [x + 32, y + 9],
          [x + 66, y + 9],
          [x + 66, y + 20],
          [x + 32, y + 20],
        ]),
        { w: 1 },
      );
      draw(
        sampled(0, Math.PI, 10, (t) => [x + 49 - 11 * Math.cos(t), y + 24 + 6 * Math.sin(t)]),
        { w: 1.4 },
      );
    }
  /* top and side in oblique projection */
  pen.line(
    [
      [x0, y0],
      [x0 + dx, y0 + dy],
      [right + dx, y0 + dy],
      [right, y0],
    ],
    { w: 2.6 },
  );
  pen.line(
    [
      [right + dx, y0 + dy],
      [right + dx, bottom + dy],
      [right, bottom],
    ],
    { w: 2.6 },
  );
  for (const j of range(rows))
    if (j) pen.segment([right, y0 + j * h], [right + dx, y0 + j * h + dy], { w: 0.8, a: 0.7 });
  for (const k of range(8))
    pen.line([mix([x0, y0], [x0 + dx, y0 + dy], (k + 1) / 9), mix([right, y0], [right + dx, y0 + dy], (k + 1) / 9)], {
      w: 0.7,
      a: 0.4,
    });
  /* the open drawer */
  pen.shape(face, { w: 2.4 });
  pen.line(
    [
      [ax + ox + w, ay + oy],
      [ax + w, ay],
      [ax + w, ay + h],
      [ax + ox + w, ay + oy + h],
    ],
    { w: 2.2 },
  );
  pen.line(
    [
      [ax + ox, ay + oy],
      [ax, ay],
      [ax + w, ay],
    ],
    { w: 2.2 },
  );
  pen.box(ax + ox + 32, ay + oy + 9, 34, 11, { w: 1.2 });
  pen.line(
    sampled(0, Math.PI, 10, (t) => [ax + ox + 49 - 11 * Math.cos(t), ay + oy + 24 + 6 * Math.sin(t)]),
    { w: 1.6 },
  );
  for (const k of range(3))
    pen.segment(
      [ax + w - 8 + (ox * (k + 1)) / 4, ay + 6 + (oy * (k + 1)) / 4],
      [ax + w - 8 + (ox * (k + 1)) / 4, ay + h - 4 + (oy * (k + 1)) / 4],
      { w: 0.8, a: 0.6 },
    );
  /* the sheet that answers */
  pen.paint(() => {
    const at = (u, v) => [ax + 10 + u * 78 + ox * v * 0.86 + 2, ay + oy * v * 0.86 + 4];
    pen.shape([at(0, 0.1), at(1, 0.1), at(1, 1), at(0, 1)], { w: 3.2 });
    pen.line(
      sampled(0.14, 0.86, 16, (u) => at(u, 0.36 + 0.42 * (1 - ((u - 0.5) / 0.36) ** 2))),
      { w: 2 },
    );
    pen.line([at(0.08, 0.36), at(0.92, 0.36)], { w: 2 });
  });
  pen.segment([40, bottom], [x0, bottom], { w: 2 });
  pen.segment([right, bottom], [770, bottom], { w: 2 });
}

/** Configure, price, quote: one panel, many bridges. A panel bridge taken apart. */
export function highTechCpq(pen) {
  /* axonometric: along, across, up */
  const see = (x, y, z) => [62 + x * 0.9 + y * 0.62, 482 + x * 0.13 - y * 0.4 - z];
  const [length, height] = [176, 92];
  const panel = (x, y, z, style = {}) => {
    const at = (u, v) => see(x + u * length, y, z + v * height);
    for (const v of [0, 0.09, 0.91, 1]) pen.line([at(0, v), at(1, v)], { w: v === 0 || v === 1 ? 2.2 : 1.2, ...style });
    for (const u of [0, 1]) pen.line([at(u, 0), at(u, 1)], { w: 2, ...style });
    for (const [a, b] of [
      [0, 0.5],
      [0.5, 1],
    ]) {
      const mid = (a + b) / 2;
      pen.shape([at(a, 0.5), at(mid, 0.91), at(b, 0.5), at(mid, 0.09)], { w: 1.6, ...style });
      pen.line([at(mid, 0.09), at(mid, 0.91)], { w: 1.2, ...style });
    }
    pen.line([at(0.5, 0.09), at(0.5, 0.91)], { w: 1.6, ...style });
    for (const u of [0, 1]) for (const v of [0.045, 0.955]) pen.circle(at(u, v), 3.6, { w: 1.4, ...style });
  };
  const bays = range(3).map((i) => i * (length + 54));
  for (const [i, x] of bays.entries()) {
    panel(x, 250, 0);
    if (i === 1) pen.paint(() => panel(x, -62, 0, { w: 3 }));
    else panel(x, -62, 0);
    /* transoms between the two trusses */
    for (const u of [0.12, 0.5, 0.88]) {
      const tx = x + u * length;
      for (const z of [150, 160]) pen.line([see(tx, -20, z), see(tx, 226, z)], { w: 1.6 });
      for (const y of [-20, 226]) pen.line([see(tx, y, 150), see(tx, y, 160)], { w: 1.6 });
      pen.line([see(tx, -20, 150), see(tx, -62, 8)], { w: 0.8, a: 0.7, dash: '5 5' });
      pen.line([see(tx, 226, 150), see(tx, 250, 96)], { w: 0.8, a: 0.7, dash: '5 5' });
    }
    /* stringers, then planks */
    for (const k of range(4)) pen.line([see(x, 14 + k * 58, 222), see(x + length, 14 + k * 58, 222)], { w: 1.4 });
    for (const u of [0, 1]) pen.line([see(x + u * length, 14, 222), see(x + u * length, 188, 222)], { w: 1.4 });
    const plank = (k) => x + (k * length) / 12;
    for (const k of range(12))
      pen.shape(
        [
          see(plank(k) + 2, 0, 292),
          see(plank(k + 1) - 2, 0, 292),
          see(plank(k + 1) - 2, 204, 292),
          see(plank(k) + 2, 204, 292),
        ],
        { w: 1.1 },
      );
    for (const y of [14, 188])
      for (const u of [0, 1])
        pen.line([see(x + u * length, y, 168), see(x + u * length, y, 288)], { w: 0.8, a: 0.6, dash: '5 5' });
  }
  /* pins between the panels */
  for (const x of [bays[0] + length, bays[1] + length])
    for (const y of [-62, 250])
      for (const v of [0.045, 0.955]) {
        const from = see(x, y, v * height);
        const to = see(x + 54, y, v * height);
        pen.line([from, to], { w: 0.8, dash: '5 5' });
        const m = mix(from, to, 0.5);
        pen.segment([m[0] - 7, m[1] - 1], [m[0] + 7, m[1] + 1], { w: 4 });
      }
}

/** Supply chain: one link carries what all the others carry. */
export function industrialSupplyChain(pen) {
  const pitch = 26;
  const wheels = [
    { centre: [262, 312], teeth: 38 },
    { centre: [622, 262], teeth: 18 },
  ].map((wheel) => ({ ...wheel, r: pitch / (2 * Math.sin(Math.PI / wheel.teeth)) }));
  const [big, small] = wheels;
  const [dx, dy] = [small.centre[0] - big.centre[0], small.centre[1] - big.centre[1]];
  const lean = Math.atan2(dy, dx);
  const open = Math.acos((big.r - small.r) / Math.hypot(dx, dy));
  /* the pitch line: around the big wheel, across, around the small one, back */
  const path = [
    ...sampled(lean + open, lean + TAU - open, 260, (t) => polar(big.centre, big.r, t)),
    ...sampled(0, 1, 80, (u) =>
      mix(polar(big.centre, big.r, lean - open), polar(small.centre, small.r, lean - open), u),
    ),
    ...sampled(lean - open, lean + open, 120, (t) => polar(small.centre, small.r, t)),
    ...sampled(0, 1, 80, (u) =>
      mix(polar(small.centre, small.r, lean + open), polar(big.centre, big.r, lean + open), u),
    ),
  ];
  const lengths = [0];
  path.forEach((p, i) => {
    if (i) lengths.push(lengths.at(-1) + Math.hypot(p[0] - path[i - 1][0], p[1] - path[i - 1][1]));
  });
  const links = Math.round(lengths.at(-1) / pitch / 2) * 2;
  let cursor = 0;
  const rollers = range(links).map((k) => {
    const wanted = (k * lengths.at(-1)) / links;
    while (lengths[cursor + 1] < wanted) cursor += 1;
    return mix(
      path[cursor],
      path[cursor + 1],
      (wanted - lengths[cursor]) / (lengths[cursor + 1] - lengths[cursor] || 1),
    );
  });
  const plate = (a, b, r, waist) => {
    const t = Math.atan2(b[1] - a[1], b[0] - a[0]);
    const along = (u, v) => [lerp(a[0], b[0], u) - Math.sin(t) * v, lerp(a[1], b[1], u) + Math.cos(t) * v];
    return [
      ...sampled(Math.PI / 2, Math.PI * 1.5, 9, (s) => polar(a, r, t + s)),
      ...sampled(0.25, 0.75, 4, (u) => along(u, -r * (1 - waist * Math.sin(Math.PI * (u * 2 - 0.5))))),
      ...sampled(-Math.PI / 2, Math.PI / 2, 9, (s) => polar(b, r, t + s)),
      ...sampled(0.75, 0.25, 4, (u) => along(u, r * (1 - waist * Math.sin(Math.PI * (u * 2 - 0.5))))),
    ];
  };
  const chosen = Math.round(links * 0.545);
  const even = chosen - (chosen % 2);
  rollers.forEach((roller, k) => {
    const next = rollers[(k + 1) % links];
    if (k !== even) pen.shape(plate(roller, next, k % 2 ? 8.4 : 10.4, 0.22), { w: k % 2 ? 1.1 : 1.8 });
    pen.circle(roller, 5.4, { w: 1.2 });
    pen.circle(roller, 2.2, { w: 1 });
  });
  pen.paint(() => {
    pen.shape(plate(rollers[even], rollers[even + 1], 11, 0.2), { w: 4 });
    for (const roller of [rollers[even], rollers[even + 1]]) pen.circle(roller, 4, { fill: true });
  });
  for (const { centre, teeth, r } of wheels) {
    const first = Math.atan2(rollers[0][1] - big.centre[1], rollers[0][0] - big.centre[0]);
    const edge = range(teeth * 8).map((i) => {
      const phase = (i % 8) / 8;
      const seat = Math.cos(TAU * phase);
      return polar(centre, r - 2 - 7 * seat, first + (TAU * i) / (teeth * 8));
    });
    pen.shape(edge, { w: 1.5, a: 0.9 });
    for (const k of [0.82, 0.78, 0.3]) pen.circle(centre, r * k, { w: k === 0.78 ? 0.9 : 1.8 });
    const spokes = teeth > 20 ? 6 : 4;
    for (const i of range(spokes)) {
      const t = (TAU * i) / spokes + 0.3;
      for (const d of [-1, 1])
        pen.line([polar(centre, r * 0.3, t + d * 0.34), polar(centre, r * 0.78, t + d * 0.11)], { w: 1.6 });
    }
    pen.circle(centre, 15, { w: 2 });
    pen.box(centre[0] - 4, centre[1] - 20, 8, 6, { w: 1.2 });
    for (const t of [0, Math.PI / 2, Math.PI, -Math.PI / 2])
      pen.line([polar(centre, 4, t), polar(centre, r + 34, t)], { w: 0.8, a: 0.8, dash: '14 5 2 5' });
  }
  /* pedestals */
  for (const { centre, r } of wheels) {
    const half = r > 100 ? 64 : 44;
    for (const side of [-1, 1])
      pen.segment([centre[0] + side * 20, centre[1] + r + 26], [centre[0] + side * half, 560], { w: 2 });
    pen.segment([centre[0] - 20, centre[1] + r + 26], [centre[0] + 20, centre[1] + r + 26], { w: 2 });
  }
  pen.segment([90, 560], [720, 560], { w: 2.6 });
  pen.hatch(
    [
      [90, 560],
      [720, 560],
      [720, 576],
      [90, 576],
    ],
    { gap: 9, angle: -0.8, a: 0.6 },
  );
}

/** Logistics: a marshalling yard, in plan; one route is set. */
export function industrialLogistics(pen) {
  const tracks = 13;
  const y = (k) => 300 + (k - (tracks - 1) / 2) * 40;
  const ease = (u) => u * u * u * (u * (u * 6 - 15) + 10);
  const spread = (k) => Math.abs(k - (tracks - 1) / 2);
  const path = (k) =>
    sampled(0, 800, 200, (x) => {
      const start = 60 + (6 - spread(k)) * 7;
      const fan = ease(clamp((x - start) / (150 + spread(k) * 15)));
      const close = ease(clamp((740 - (6 - spread(k)) * 7 - x) / (150 + spread(k) * 15)));
      return [x, 300 + (y(k) - 300) * Math.min(fan, close)];
    });
  const offset = (line, d) =>
    line.map(([x, v], i) => {
      const [a, b] = [line[Math.max(0, i - 1)], line[Math.min(line.length - 1, i + 1)]];
      const size = Math.hypot(b[0] - a[0], b[1] - a[1]);
      return [x - ((b[1] - a[1]) / size) * d, v + ((b[0] - a[0]) / size) * d];
    });
  const set = 9;
  for (const k of range(tracks)) {
    const line = path(k);
    if (k === set) pen.paint(() => pen.line(line, { w: 5 }));
    else for (const d of [-4, 4]) pen.line(offset(line, d), { w: 1.3 });
    /* sleepers where the tracks stand apart */
    const [left, right] = [offset(line, -8), offset(line, 8)];
    line.forEach(([x, v], i) => {
      if (i % 2 === 0 && Math.abs(v - y(k)) < 26 && x > 130 && x < 670)
        pen.line([left[i], right[i]], { w: 0.8, a: 0.55 });
    });
  }
  /* wagons waiting on the other tracks */
  const next = random(29);
  for (const k of range(tracks)) {
    if (k === set) continue;
    let x = 276 + next() * 40;
    const end = 524 - next() * 60;
    while (x + 34 < end) {
      pen.box(x, y(k) - 10, 34, 20, { w: 1.9 });
      if (next() > 0.45) pen.segment([x, y(k) - 10], [x + 34, y(k) + 10], { w: 0.9 });
      if (next() > 0.5)
        for (const d of [9, 17, 25]) pen.segment([x + d, y(k) - 10], [x + d, y(k) + 10], { w: 0.9, a: 0.8 });
      pen.segment([x + 34, y(k)], [x + 39, y(k)], { w: 1.6 });
      x += 39;
      if (next() > 0.78) x += 39;
    }
  }
  /* signals at the end of each track */
  for (const k of range(tracks)) {
    if (spread(k) < 2) continue;
    const x = 558 - spread(k) * 6;
    pen.circle([x, y(k) - 17], 3, { w: 1.2 });
    pen.segment([x + 3, y(k) - 17], [x + 14, y(k) - 17], { w: 1.2 });
  }
}

/** Industrial security: a door whose twenty-four bolts answer to one wheel. */
export function industrialSecure(pen) {
  const centre = [400, 300];
  const bolts = 24;
  for (const [r, w] of [
    [268, 2.6],
    [252, 1],
    [206, 2.4],
    [198, 0.9],
    [104, 2],
    [98, 0.9],
    [58, 2.4],
    [50, 0.9],
  ])
    pen.circle(centre, r, { w });
  const bolt = (i, style) => {
    const t = (TAU * i) / bolts;
    const at = (r, d) => [centre[0] + r * Math.cos(t) - d * Math.sin(t), centre[1] + r * Math.sin(t) + d * Math.cos(t)];
    pen.line([at(126, -7), at(232, -7), at(239, 0), at(232, 7), at(126, 7), at(126, -7)], { w: 1.7, ...style });
    pen.line([at(104, 0), at(126, 0)], { w: 2.4, ...style });
    for (const r of [146, 152, 184, 190]) pen.line([at(r, -7), at(r, 7)], { w: 1.1, ...style });
  };
  for (const i of range(bolts)) {
    if (i === 19) pen.paint(() => bolt(i, { w: 3.4 }));
    else bolt(i);
    const t = (TAU * (i + 0.5)) / bolts;
    pen.circle(polar(centre, 229, t), 7, { w: 1.6 });
    pen.shape(
      range(6).map((k) => polar(polar(centre, 229, t), 4.4, t + (TAU * k) / 6)),
      { w: 1 },
    );
    const seat = (TAU * i) / bolts;
    for (const d of [-0.046, 0.046])
      pen.line([polar(centre, 206, seat + d), polar(centre, 252, seat + d)], { w: 0.9, a: 0.7 });
  }
  for (const i of range(72))
    pen.line([polar(centre, 98, (TAU * i) / 72), polar(centre, i % 6 ? 92 : 84, (TAU * i) / 72)], {
      w: i % 6 ? 0.8 : 1.8,
    });
  /* the wheel */
  for (const i of range(5)) {
    const t = (TAU * i) / 5 - 0.4;
    for (const d of [-5, 5]) {
      const shift = ([x, y]) => [x - d * Math.sin(t), y + d * Math.cos(t)];
      pen.line([shift(polar(centre, 15, t)), shift(polar(centre, 76, t))], { w: 1.8 });
    }
    pen.circle(polar(centre, 80, t), 8, { w: 1.8 });
  }
  pen.circle(centre, 15, { w: 2.2 });
  pen.circle(centre, 5, { fill: true });
  /* hinge and frame */
  pen.line(
    [
      [60, 18],
      [740, 18],
      [740, 582],
      [60, 582],
      [60, 18],
    ],
    { w: 2.4 },
  );
  const corner = [
    [60, 18],
    [740, 18],
    [740, 582],
    [60, 582],
  ];
  const frame = [
    ...corner,
    corner[0],
    ...sampled(0, -TAU, 90, (t) => polar(centre, 284, t - Math.PI * 0.75)),
    corner[0],
  ];
  pen.hatch(frame, { gap: 11, angle: 0.8, a: 0.45 });
  pen.circle(centre, 284, { w: 1.6 });
  for (const y of [196, 404]) {
    pen.box(668, y - 34, 40, 68, { w: 2 });
    for (const d of [-17, 0, 17]) pen.segment([668, y + d], [708, y + d], { w: 1 });
  }
}

/** Digital twin: one impeller; left as it is cast, right as it is calculated. */
export function industrialTwin(pen) {
  const centre = [400, 300];
  const [hub, rim] = [62, 250];
  const blades = 14;
  const blade = (i, r, side = 0) => {
    const v = (r - hub) / (rim - hub);
    const t = (TAU * (i + 0.5)) / blades - Math.PI / 2 + 0.86 * v ** 0.85 - 0.4;
    return t + (side * 7 * (1 - 0.55 * v)) / r;
  };
  const left = ([x]) => x < centre[0] - 1;
  const right = ([x]) => x > centre[0] + 1;
  const arc = (r, side, style) => {
    const [a, b] = side === left ? [Math.PI / 2, Math.PI * 1.5] : [-Math.PI / 2, Math.PI / 2];
    pen.arc(centre, r, a, b, style);
  };
  /* cast: outlines and hatched steel */
  for (const [r, w] of [
    [rim + 26, 2.4],
    [rim, 2.2],
    [hub, 2.2],
    [30, 2.2],
  ])
    arc(r, left, { w });
  const ringPolygon = (a, b) => [
    ...sampled(Math.PI / 2, Math.PI * 1.5, 60, (t) => polar(centre, b, t)),
    ...sampled(Math.PI * 1.5, Math.PI / 2, 60, (t) => polar(centre, a, t)),
  ];
  pen.hatch(ringPolygon(rim, rim + 26), { gap: 7, angle: 0.8 });
  pen.hatch(ringPolygon(30, hub), { gap: 7, angle: 0.8 });
  for (const i of range(blades)) {
    const shape = [
      ...sampled(hub, rim, 26, (r) => polar(centre, r, blade(i, r, 1))),
      ...sampled(rim, hub, 26, (r) => polar(centre, r, blade(i, r, -1))),
    ];
    if (i === 10) continue;
    for (const part of where(shape, left)) pen.line(part, { w: 1.9 });
    if (shape.every(left)) pen.hatch(shape, { gap: 6, angle: -0.8 });
  }
  /* calculated: the mesh that follows blades and rings */
  const rings = sampled(hub, rim, 13, (r) => r);
  for (const r of [30, 46, ...rings, rim + 13, rim + 26])
    arc(r, right, { w: r === rim || r === hub || r === rim + 26 || r === 30 ? 1.8 : 0.8, a: 0.9 });
  const per = 3;
  for (const i of range(blades * per)) {
    const k = i / per;
    const at = (r) => polar(centre, r, blade(k, r));
    pen.lines(where(sampled(hub, rim, 40, at), right), { w: i % per ? 0.8 : 1.8 });
    for (const j of range(rings.length - 1)) {
      const [a, b] = [
        polar(centre, rings[j], blade(k, rings[j])),
        polar(centre, rings[j + 1], blade(k + 1 / per, rings[j + 1])),
      ];
      if (right(a) && right(b)) pen.line([a, b], { w: 0.6, a: 0.6 });
    }
    const t = blade(k, rim);
    if (right(polar(centre, rim, t))) pen.line([polar(centre, rim, t), polar(centre, rim + 26, t)], { w: 0.8 });
    const s = blade(k, hub);
    if (right(polar(centre, hub, s))) pen.line([polar(centre, 30, s), polar(centre, hub, s)], { w: 0.8 });
  }
  /* the same blade twice */
  pen.paint(() => {
    const cast = [
      ...sampled(hub, rim, 26, (r) => polar(centre, r, blade(10, r, 1))),
      ...sampled(rim, hub, 26, (r) => polar(centre, r, blade(10, r, -1))),
    ];
    pen.shape(cast, { fill: true });
    const bands = (d) => sampled(hub, rim, 26, (r) => polar(centre, r, blade(3 + d / per, r)));
    for (const d of [-0.5, 0.5]) pen.line(bands(d), { w: 2.6 });
    for (const r of rings)
      pen.line([polar(centre, r, blade(3 - 0.5 / per, r)), polar(centre, r, blade(3 + 0.5 / per, r))], { w: 2 });
  });
  pen.segment([400, 6], [400, 594], { w: 0.9, dash: '16 5 3 5' });
  pen.segment([100, 300], [112, 300], { w: 0.9 });
  pen.circle(centre, 4, { fill: true });
}
