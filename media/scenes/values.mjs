/** Pictures of the five values: moments from the building of one suspension bridge. Sheets of 800 by 600. */
import { lerp, random, range, sampled } from '../pen.mjs';

/** A laced tower leg pair in elevation, centred on x. */
function lacedTower(pen, x, top, foot, { half = 20, splay = 12, bays = 6 } = {}) {
  const width = (y) => half + (splay * (y - top)) / (foot - top);
  const at = (t, s) => {
    const y = lerp(top, foot, t);
    return [x + s * width(y), y];
  };
  for (const s of [-1, 1])
    for (const d of [-5, 5]) pen.segment([at(0, s)[0] + d, top], [at(1, s)[0] + d, foot], { w: 2 });
  for (const i of range(bays)) {
    const [a, b] = [i / bays, (i + 1) / bays];
    pen.line([at(a, -1), at(b, 1)], { w: 1 });
    pen.line([at(a, 1), at(b, -1)], { w: 1 });
    pen.line([at(b, -1), at(b, 1)], { w: 1.4 });
  }
  pen.box(x - half - 9, top - 8, 2 * half + 18, 8, { w: 2 });
}

/** Rock as a profile line with strokes that fall from it. */
function rock(pen, points, floor) {
  pen.line(points, { w: 2.2 });
  pen.hatch([...points, [points.at(-1)[0], floor], [points[0][0], floor]], { gap: 9, angle: 1.12, a: 0.55 });
}

/** Take the lead: the first rope crosses, and with it the whole bridge is decided. */
export function takeTheLead(pen) {
  const [left, right, top, deck] = [150, 650, 120, 392];
  lacedTower(pen, left, top, 486, { bays: 8 });
  lacedTower(pen, right, top, 486, { bays: 8 });
  const shore = (x0, x1, seed) => {
    const next = random(seed);
    return sampled(x0, x1, 18, (x) => {
      const away = Math.min(1, Math.abs(x - 400) / 400);
      return [x, 520 - 190 * Math.max(0, away - 0.52) ** 0.8 + (next() - 0.5) * 16];
    });
  };
  rock(pen, shore(0, 196, 5), 586);
  rock(pen, shore(604, 800, 9), 586);
  /* what is to come, in dashes */
  const sag = (x) => top + 6 + 236 * (1 - ((x - 400) / 250) ** 2);
  for (const d of [0, 7]) pen.segment([0, deck + d], [800, deck + d], { w: 0.9, a: 0.7, dash: '9 7' });
  for (let x = 190; x < 640; x += 20)
    if (sag(x) < deck - 6) pen.segment([x, sag(x)], [x, deck], { w: 0.8, a: 0.55, dash: '2 7' });
  for (const [x, way] of [
    [left, -1],
    [right, 1],
  ])
    pen.segment([x, top - 2], [x + way * 160, 330], { w: 0.9, a: 0.7, dash: '9 7' });
  pen.paint(() =>
    pen.line(
      sampled(left, right, 80, (x) => [x, sag(x)]),
      { w: 3.6 },
    ),
  );
  /* the boat that carried it */
  const [bx, by] = [476, 506];
  pen.line(
    [
      [bx - 58, by - 14],
      [bx - 46, by + 6],
      [bx + 44, by + 6],
      [bx + 62, by - 18],
    ],
    { w: 2 },
  );
  pen.segment([bx - 58, by - 14], [bx + 62, by - 18], { w: 2 });
  pen.segment([bx - 40, by - 4], [bx + 50, by - 6], { w: 0.8 });
  pen.segment([bx - 4, by - 16], [bx - 4, by - 70], { w: 1.6 });
  pen.line(
    [
      [bx - 4, by - 66],
      [bx + 40, by - 24],
      [bx - 4, by - 24],
    ],
    { w: 1.2 },
  );
  pen.line(
    [
      [bx - 8, by - 60],
      [bx - 34, by - 26],
      [bx - 8, by - 26],
    ],
    { w: 1.2 },
  );
  pen.circle([bx + 30, by - 25], 8, { w: 1.4 });
  pen.circle([bx + 30, by - 25], 3, { w: 1 });
  pen.water(190, 612, 522, 6, 11, { gap: 11 });
}

/** Everyone belongs: many strands leave their anchors and become one cable. */
export function everyoneBelongs(pen) {
  const [wall, collar, y0] = [96, 520, 300];
  pen.segment([wall, 20], [wall, 580], { w: 2.4 });
  pen.hatch(
    [
      [20, 20],
      [wall, 20],
      [wall, 580],
      [20, 580],
    ],
    { gap: 9, angle: 0.7, a: 0.5 },
  );
  const strands = [];
  for (let q = -3; q <= 3; q += 1)
    for (let s = Math.max(-3, -q - 3); s <= Math.min(3, -q + 3); s += 1)
      strands.push([q + s / 2, s * 0.866, strands.length]);
  const path = ([a, b]) => {
    const start = [wall + 66 + a * 8, y0 + b * 88 + a * 11];
    const run = sampled(0, 1, 30, (u) => {
      const settle = 1 - (1 - u) ** 1.55;
      return [lerp(start[0], collar, u), lerp(start[1], y0 + b * 12 + a * 1.6, settle)];
    });
    return { start, run: [...run, [800, y0 + b * 12 + a * 1.6]] };
  };
  for (const strand of strands) {
    const { start, run } = path(strand);
    const chosen = strand[2] === 21;
    if (chosen) pen.paint(() => pen.line(run, { w: 3.6 }));
    else pen.line(run, { w: 1.2, a: 0.9 });
    pen.circle(start, 7, { w: 1.5 });
    pen.circle(start, 2.6, { w: 1 });
    for (const d of [-3.4, 3.4]) pen.segment([wall, start[1] + d], [start[0] - 7, start[1] + d], { w: 1 });
    pen.box(wall, start[1] - 6, 8, 12, { w: 1.2 });
  }
  /* the collar that gathers them, and the bands of the cable */
  for (const [x, half, width] of [
    [collar + 4, 54, 34],
    [660, 44, 26],
    [746, 44, 26],
  ]) {
    for (const edge of [x, x + width]) pen.segment([edge, y0 - half], [edge, y0 + half], { w: 2.4 });
    for (const side of [-1, 1]) {
      pen.segment([x, y0 + side * half], [x + width, y0 + side * half], { w: 2.4 });
      pen.box(x + 4, y0 + side * half - (side < 0 ? 10 : 0), width - 8, 10, { w: 1.6 });
      for (const d of [0.32, 0.68])
        pen.segment([x + width * d, y0 + side * (half + 10)], [x + width * d, y0 + side * (half + 17)], { w: 2.4 });
    }
  }
  for (const side of [-1, 1]) pen.segment([collar + 38, y0 + side * 40], [800, y0 + side * 40], { w: 2.2 });
}

/** Move fast: the travelling crane hangs the next piece of deck from the finished cable. */
export function moveFast(pen) {
  const cable = (x) => 96 + 190 * ((x + 40) / 840) ** 0.5 * 1.02 - ((x - 100) / 800) ** 2 * 22;
  const deck = 430;
  for (const d of [0, 9])
    pen.line(
      sampled(0, 800, 80, (x) => [x, cable(x) + d]),
      { w: d ? 1.6 : 2.6 },
    );
  for (let x = 4; x < 800; x += 9) pen.segment([x, cable(x) + 1], [x + 3, cable(x + 3) + 9], { w: 0.7, a: 0.6 });
  const segment = (x, y, style) => {
    const [w, h] = [104, 34];
    pen.shape(
      [
        [x, y],
        [x + w, y],
        [x + w - 8, y + h],
        [x + 8, y + h],
      ],
      { w: 2, ...style },
    );
    for (const i of range(4)) {
      const a = x + 8 + i * 22;
      pen.line(
        [
          [a, y + h],
          [a + 11, y],
          [a + 22, y + h],
        ],
        { w: 1.1, ...style },
      );
    }
  };
  for (const i of range(4)) {
    const x = -56 + i * 106;
    segment(x, deck);
    for (const d of [12, 92]) {
      const hx = x + d;
      if (hx < 0) continue;
      for (const t of [-2, 2]) pen.segment([hx + t, cable(hx) + 9], [hx + t, deck], { w: 1 });
      pen.box(hx - 7, cable(hx) - 5, 14, 19, { w: 1.6 });
      pen.box(hx - 5, deck - 7, 10, 7, { w: 1.4 });
    }
  }
  for (const i of range(4)) {
    const hx = 576 + i * 62;
    pen.segment([hx, cable(hx) + 9], [hx, cable(hx) + 70 - i * 4], { w: 0.9, a: 0.8 });
    pen.box(hx - 7, cable(hx) - 5, 14, 19, { w: 1.6 });
    pen.circle([hx, cable(hx) + 74 - i * 4], 4, { w: 1.2 });
  }
  /* the crane rides on the cable itself */
  const [cx, half] = [462, 74];
  const top = cable(cx) - 62;
  const legs = [-1, 1].map((s) => cx + s * half);
  for (const [k, x] of legs.entries()) {
    const foot = cable(x);
    pen.segment([x - 9, foot - 14], [x - 4, top], { w: 2 });
    pen.segment([x + 9, foot - 14], [x + 4, top], { w: 2 });
    for (const d of [-12, 12]) pen.circle([x + d, foot - 7 + d * 0.12], 7, { w: 1.8 });
    for (const i of range(4)) {
      const [a, b] = [lerp(foot - 14, top, i / 4), lerp(foot - 14, top, (i + 1) / 4)];
      pen.segment([x + (k ? -8 : 8), a], [x + (k ? 6 : -6), b], { w: 0.9 });
    }
  }
  for (const y of [top, top - 24]) pen.segment([legs[0] - 26, y], [legs[1] + 26, y], { w: 2 });
  pen.line(
    range(17).map((i) => [legs[0] - 26 + i * 12.5, i % 2 ? top - 24 : top]),
    { w: 1.1 },
  );
  pen.box(cx - 22, top - 46, 44, 22, { w: 1.8 });
  pen.circle([cx - 8, top - 35], 7, { w: 1.4 });
  pen.circle([cx + 9, top - 35], 7, { w: 1.4 });
  const lifted = 362;
  for (const d of [-34, -30, 30, 34]) pen.segment([cx + d, top], [cx + d, lifted - 22], { w: 0.9 });
  pen.segment([cx - 46, lifted - 22], [cx + 46, lifted - 22], { w: 2.4 });
  for (const [a, b] of [
    [-44, -48],
    [-22, -18],
    [22, 18],
    [44, 48],
  ])
    pen.segment([cx + a, lifted - 22], [cx + b, lifted], { w: 1 });
  pen.paint(() => segment(cx - 52, lifted, { w: 3.2 }));
  for (const k of range(5))
    pen.segment([cx - 64 + k * 32, lifted + 44], [cx - 64 + k * 32, lifted + 62 + (k % 2) * 16], { w: 0.9, a: 0.6 });
  /* barge */
  pen.line(
    [
      [356, 516],
      [372, 540],
      [604, 540],
      [626, 510],
    ],
    { w: 2 },
  );
  pen.segment([340, 516], [626, 516], { w: 2 });
  pen.box(576, 484, 34, 32, { w: 1.6 });
  for (const i of range(7)) pen.segment([384 + i * 28, 522], [384 + i * 28, 536], { w: 0.8, a: 0.7 });
  pen.water(0, 800, 546, 5, 21, { gap: 10, test: ([x, y]) => y > 542 || x < 366 || x > 610 });
}

/** Be fearless: the catwalk climbs beside the cable to the head of the tower. */
export function beFearless(pen) {
  const focal = 640;
  const eye = [0, 2.1, -5];
  const slope = (z) => 0.0042 * z * z + 0.07 * z;
  const see = ([x, y, z]) => {
    const d = z - eye[2];
    return [400 + (focal * (x - eye[0])) / d, 430 - (focal * (y - eye[1])) / d];
  };
  const end = 58;
  const path = (x, h, from = 0) => sampled(from, end, 70, (z) => see([x, slope(z) + h, z]));
  /* near pieces are drawn heavier than far ones */
  const weight = (z, near) => Math.max(0.7, near - z * 0.05);
  for (const x of [-1.9, -0.95, 0, 0.95, 1.9]) pen.line(path(x, 0, -3), { w: Math.abs(x) > 1.5 ? 1.6 : 0.7 });
  for (let z = -3; z < end; z += 0.7 + Math.max(0, z) * 0.055)
    pen.line([see([-1.9, slope(z), z]), see([1.9, slope(z), z])], { w: 0.8, a: z < 20 ? 0.7 : 0.4 });
  for (const h of [0.75, 1.5]) pen.line(path(-1.9, h, -3), { w: 1.3 });
  pen.line(path(1.9, 0.75, -3), { w: 1.3 });
  for (let z = -2; z < 40; z += 3)
    for (const x of [-1.9, 1.9]) pen.line([see([x, slope(z), z]), see([x, slope(z) + 1.5, z])], { w: weight(z, 1.8) });
  for (let z = -2; z < 18; z += 1)
    for (const x of [-1.9, 1.9]) {
      pen.line([see([x, slope(z), z]), see([x, slope(z + 1) + 1.5, z + 1])], { w: 0.6, a: 0.4 });
      pen.line([see([x, slope(z) + 1.5, z]), see([x, slope(z + 1), z + 1])], { w: 0.6, a: 0.4 });
    }
  /* frames over the walk and the main cables overhead */
  for (const z of [6, 17, 31]) {
    const frame = [
      [-2.2, 0],
      [-2.2, 4.4],
      [-1.4, 5.4],
      [1.4, 5.4],
      [2.2, 4.4],
      [2.2, 0],
    ];
    for (const grow of z < 20 ? [1, 0.92] : [1])
      pen.line(
        frame.map(([x, h]) => see([x * grow, slope(z) + h * grow, z])),
        { w: weight(z, 2.2) },
      );
  }
  for (const side of [-0.42, 0.42]) pen.line(path(side, 4.6, 5), { w: 1.6 });
  for (let z = 5; z < 34; z += 1)
    pen.line(
      sampled(-0.42, 0.42, 4, (x) => see([x, slope(z) + 4.6 - 0.3 * (1 - (x / 0.42) ** 2), z])),
      { w: 0.7, a: 0.5 },
    );
  /* the tower it leads to */
  const base = slope(end);
  for (const side of [-1, 1]) {
    for (const x of [9, 13])
      pen.line([see([side * x, base - 52, end]), see([side * x * 0.94, base + 15, end])], { w: 2 });
    for (const i of range(14)) {
      const y = base - 52 + (i * 66) / 14;
      const inward = lerp(1, 0.94, i / 14);
      pen.line([see([side * 9 * inward, y, end]), see([side * 13 * inward, y + 4.8, end])], { w: 0.9 });
    }
  }
  for (const h of [15, 11.5]) pen.line([see([-9, base + h, end]), see([9, base + h, end])], { w: 1.8 });
  for (const s of [-1, 1]) pen.line([see([-9 * s, base + 11.5, end]), see([9 * s, base + 5.6, end])], { w: 1.2 });
  pen.paint(() => pen.line(path(1.9, 1.5, -3), { w: 4.4 }));
  /* far below */
  for (const side of [-1, 1])
    for (const k of range(6)) {
      const y = 470 + k * 17 + k * k * 1.6;
      pen.line(
        sampled(side < 0 ? 10 : 600 + k * 26, side < 0 ? 196 - k * 26 : 790, 30, (x) => [
          x,
          y + Math.sin(x / 19 + k * 2),
        ]),
        { w: 0.9, a: 0.5 },
      );
    }
}

/** Customers succeed: opening day, and everybody crosses. */
export function customersSucceed(pen) {
  const [deck, left, right, top] = [392, 168, 632, 70];
  const cable = (x) => {
    if (x < left) return lerp(top, deck - 40, (left - x) / 260);
    if (x > right) return lerp(top, deck - 40, (x - right) / 260);
    return top + 232 * (1 - ((x - 400) / 232) ** 2);
  };
  for (const x of [left, right]) lacedTower(pen, x, top + 4, 536, { half: 15, splay: 7, bays: 10 });
  for (const d of [0, 4])
    pen.line(
      sampled(0, 800, 200, (x) => [x, cable(x) + d]),
      { w: d ? 1 : 2.2 },
    );
  for (let x = 8; x < 800; x += 16)
    if (Math.abs(x - left) > 22 && Math.abs(x - right) > 22)
      pen.segment([x, cable(x) + 4], [x, deck - 16], { w: 0.8, a: 0.6 });
  for (const [y, w] of [
    [deck, 2.6],
    [deck + 5, 0.9],
    [deck + 26, 1.8],
  ])
    pen.segment([0, y], [800, y], { w });
  for (const i of range(40))
    pen.line(
      [
        [i * 20, deck + 26],
        [i * 20 + 10, deck + 5],
        [i * 20 + 20, deck + 26],
      ],
      { w: 0.9 },
    );
  pen.segment([0, deck - 16], [800, deck - 16], { w: 0.8, a: 0.7 });
  for (let x = 2; x < 800; x += 8) pen.segment([x, deck - 16], [x, deck], { w: 0.6, a: 0.4 });
  /* pennants along the cable */
  for (let x = left + 14; x < right - 8; x += 14) {
    const [a, b] = [cable(x) + 5, cable(x + 9) + 5];
    pen.shape(
      [
        [x, a],
        [x + 9, b],
        [x + 4, (a + b) / 2 + 13],
      ],
      { w: 1.1 },
    );
  }
  const wheel = (x, r = 6) => {
    pen.circle([x, deck - r], r, { w: 1.6 });
    pen.circle([x, deck - r], 2, { w: 1 });
  };
  const car = (x) => {
    pen.line(
      [
        [x, deck - 6],
        [x + 1, deck - 15],
        [x + 11, deck - 17],
        [x + 18, deck - 26],
        [x + 35, deck - 26],
        [x + 42, deck - 16],
        [x + 51, deck - 14],
        [x + 52, deck - 6],
      ],
      { w: 1.6 },
    );
    pen.segment([x + 17, deck - 17], [x + 40, deck - 17], { w: 1 });
    pen.segment([x + 27, deck - 26], [x + 27, deck - 7], { w: 1 });
    wheel(x + 12);
    wheel(x + 40);
  };
  const lorry = (x) => {
    pen.box(x, deck - 42, 62, 34, { w: 1.6 });
    for (const i of range(6)) pen.segment([x + 6 + i * 10, deck - 38], [x + 6 + i * 10, deck - 12], { w: 0.8, a: 0.6 });
    pen.line(
      [
        [x + 66, deck - 8],
        [x + 66, deck - 34],
        [x + 80, deck - 34],
        [x + 88, deck - 20],
        [x + 88, deck - 8],
      ],
      { w: 1.6 },
    );
    pen.line(
      [
        [x + 72, deck - 30],
        [x + 79, deck - 30],
        [x + 84, deck - 20],
        [x + 72, deck - 20],
        [x + 72, deck - 30],
      ],
      { w: 1 },
    );
    for (const d of [14, 30, 76]) wheel(x + d);
  };
  const bicycle = (x) => {
    for (const d of [0, 26]) pen.circle([x + d, deck - 9], 9, { w: 1.3 });
    pen.line(
      [
        [x, deck - 9],
        [x + 8, deck - 23],
        [x + 20, deck - 22],
        [x + 26, deck - 9],
      ],
      { w: 1.3 },
    );
    pen.line(
      [
        [x + 8, deck - 23],
        [x + 13, deck - 9],
        [x + 20, deck - 22],
      ],
      { w: 1.3 },
    );
    pen.segment([x + 19, deck - 28], [x + 24, deck - 27], { w: 1.3 });
    pen.line(
      [
        [x + 8, deck - 26],
        [x + 13, deck - 42],
        [x + 21, deck - 28],
      ],
      { w: 1.6 },
    );
    pen.circle([x + 15, deck - 47], 4, { w: 1.4 });
  };
  const walker = (x, h, step) => {
    pen.circle([x, deck - h], 3.6, { w: 1.4 });
    pen.segment([x, deck - h + 4], [x, deck - h * 0.44], { w: 1.8 });
    pen.line(
      [
        [x - step, deck],
        [x, deck - h * 0.44],
        [x + step, deck],
      ],
      { w: 1.4 },
    );
    pen.line(
      [
        [x - step * 0.8, deck - h * 0.5],
        [x, deck - h * 0.76],
        [x + step * 0.9, deck - h * 0.52],
      ],
      { w: 1.2 },
    );
  };
  lorry(18);
  bicycle(206);
  car(250);
  car(520);
  bicycle(586);
  lorry(668);
  for (const [x, h, step] of [
    [122, 34, 6],
    [140, 32, 5],
    [192, 22, 4],
    [314, 34, 5],
    [326, 24, 4],
    [497, 33, 6],
    [510, 35, 5],
    [650, 34, 6],
    [768, 34, 5],
    [784, 25, 4],
  ])
    walker(x, h, step);
  pen.paint(() => {
    const x = 348;
    pen.shape(
      [
        [x, deck - 8],
        [x, deck - 44],
        [x + 6, deck - 50],
        [x + 126, deck - 50],
        [x + 132, deck - 40],
        [x + 134, deck - 8],
      ],
      { w: 3 },
    );
    for (const i of range(6)) pen.box(x + 8 + i * 19, deck - 42, 14, 14, { w: 2 });
    pen.segment([x, deck - 22], [x + 134, deck - 22], { w: 2 });
    for (const d of [28, 106]) pen.circle([x + d, deck - 8], 8, { w: 3 });
  });
  for (const [x, half] of [
    [left, 34],
    [right, 34],
  ]) {
    pen.shape(
      [
        [x - half, 536],
        [x + half, 536],
        [x + half + 8, 560],
        [x - half - 8, 560],
      ],
      { w: 2 },
    );
  }
  pen.water(0, 800, 566, 3, 4, { gap: 10 });
  pen.water(0, 120, 548, 1, 8);
  pen.water(220, 580, 544, 2, 9);
  pen.water(690, 800, 548, 1, 10);
}
