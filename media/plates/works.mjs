/** Plates of built things and how they are built. Sheets of 800 by 500. */
import { contours } from '../contours.mjs';
import { clamp, lerp, mix, polar, range, sampled, TAU, where } from '../pen.mjs';

/** Cross-section of a main cable: strands in hexagonal packing, one group loaded. */
export function cable(pen) {
  const [centre, r, rings] = [[400, 250], 12.4, 6];
  const loaded = [];
  for (let q = -rings; q <= rings; q += 1)
    for (let s = Math.max(-rings, -q - rings); s <= Math.min(rings, -q + rings); s += 1) {
      const strand = [400 + (q + s / 2) * r * 2.04, 250 + s * r * 1.767];
      if (Math.hypot(strand[0] - 330, strand[1] - 205) < 62) {
        loaded.push(strand);
        continue;
      }
      pen.circle(strand, r, { w: 1.2 });
      for (const k of [0.62, 0.26]) pen.circle(strand, r * k, { w: 0.7, a: 0.55 });
    }
  pen.paint(() => {
    for (const strand of loaded) pen.circle(strand, r, { fill: true });
  });
  pen.circle(centre, 182, { w: 1.6 });
  pen.circle(centre, 190, { w: 0.8 });
  for (const [t, length] of [
    [0, 360],
    [Math.PI, 360],
    [Math.PI / 2, 230],
    [-Math.PI / 2, 230],
  ])
    pen.line([polar(centre, 200, t), polar(centre, length, t)], { w: 0.8 });
}

/** The stones of an arch and the one that closes it. */
export function arch(pen) {
  const at = (r, t) => [400 - r * Math.cos(t), 450 - r * Math.sin(t) * 1.15];
  for (const ring of range(6))
    pen.line(
      sampled(0, Math.PI, 80, (t) => at(190 + ring * 28, t)),
      { w: ring % 5 ? 1 : 2.4 },
    );
  for (const ring of range(5))
    for (const i of range(27)) {
      const t = (Math.PI * (i + (ring % 2) / 2)) / 26;
      if (t <= Math.PI && Math.abs(t - Math.PI / 2) > 0.09) pen.line([at(190 + ring * 28, t), at(218 + ring * 28, t)]);
    }
  pen.paint(() =>
    pen.shape(
      [at(190, 1.49), ...sampled(1.49, 1.65, 6, (t) => at(330, t)), ...sampled(1.65, 1.49, 6, (t) => at(190, t))],
      {
        fill: true,
      },
    ),
  );
  pen.segment([40, 450], [760, 450], { w: 2.4 });
}

/** A gusset plate: five members meet, one is loaded. */
export function node(pen) {
  const centre = [400, 290];
  const members = [
    [0, 420],
    [Math.PI, 420],
    [-Math.PI / 2, 330],
    [-0.92, 420],
    [-Math.PI + 0.92, 420],
  ];
  const offset = (a, along, aside) => [
    centre[0] + Math.cos(a) * along - Math.sin(a) * aside,
    centre[1] + Math.sin(a) * along + Math.cos(a) * aside,
  ];
  const member = ([a, length]) => {
    for (const d of [-15, -11, 11, 15])
      pen.line([offset(a, 74, d), offset(a, length, d)], { w: Math.abs(d) > 12 ? 2 : 0.8 });
    pen.line([offset(a, 74, -15), offset(a, 74, 15)], { w: 1.4 });
  };
  members.forEach((m, i) => {
    if (i === 3) pen.paint(() => member(m));
    else member(m);
    for (const k of range(5))
      for (const s of [-7, 7]) pen.circle(offset(m[0], 84 + k * 16, s * (1 - k * 0.02)), 3.4, { w: 1.2 });
  });
  pen.shape(
    [
      [226, 326],
      [574, 326],
      [590, 262],
      [496, 146],
      [440, 132],
      [360, 132],
      [304, 146],
      [210, 262],
    ],
    { w: 2.4 },
  );
  for (const [a, length] of members) pen.line([centre, offset(a, length, 0)], { w: 0.6, a: 0.6, dash: '14 5 2 5' });
  pen.circle(centre, 4, { fill: true });
}

/** Contours of a site and the alignment that crosses it. */
export function survey(pen) {
  const height = (x, y) =>
    Math.sin(x / 130 + 1) * 1.1 +
    Math.cos(y / 92 - x / 260) * 1.2 +
    0.55 * Math.sin(x / 61 + y / 77) +
    0.35 * Math.cos(y / 43 - 2) +
    y / 420;
  const alignment = (x) => 360 - 170 / (1 + Math.exp(-(x - 410) / 95));
  range(28).forEach((i) => {
    for (const contour of contours(height, -2.6 + i * 0.235, 8, 800, 504))
      pen.line(contour, { w: i % 5 ? 0.8 : 1.7, a: 0.85 });
  });
  pen.paint(() => {
    pen.line(
      sampled(0, 800, 60, (x) => [x, alignment(x)]),
      { w: 4 },
    );
    for (let x = 80; x < 800; x += 120) pen.circle([x, alignment(x)], 7, { fill: true });
  });
}

/** An open caisson on its way down: each bucket taken from the wells lets it sink a little. */
export function caisson(pen) {
  const bed = (x, k) =>
    176 + k * 50 + 13 * Math.sin(x / 120 + k * 0.7) + 5 * Math.sin(x / 41 + k * 2) + (x - 400) * 0.03 * k;
  const walls = [
    [
      [268, 62],
      [296, 62],
      [296, 340],
      [268, 402],
    ],
    [
      [386, 62],
      [414, 62],
      [414, 340],
      [400, 386],
      [386, 340],
    ],
    [
      [504, 62],
      [532, 62],
      [532, 402],
      [504, 340],
    ],
  ];
  const within = ([x, y]) => x > 262 && x < 538 && y < 404;
  for (const wall of walls) {
    pen.shape(wall, { w: 2.4 });
    pen.hatch(wall, { gap: 6, angle: -Math.PI / 4 });
  }
  for (const y of [130, 232])
    for (const [a, b] of [
      [296, 386],
      [414, 504],
    ])
      pen.segment([a, y], [b, y], { w: 0.8, dash: '8 5' });
  /* the wells are dug deeper than the bed outside, to a cone under the grab */
  const dug = (x) => 348 + 26 * Math.cos(((x - 341) / 45) * 1.2);
  pen.line(
    sampled(296, 386, 30, (x) => [x, dug(x)]),
    { w: 1.6 },
  );
  pen.line(
    sampled(414, 504, 30, (x) => [x, dug(x - 118)]),
    { w: 1.6 },
  );
  for (const k of range(6)) {
    const line = sampled(20, 780, 190, (x) => [x, bed(x, k)]);
    for (const part of where(line, (p) => !within(p))) pen.line(part, { w: k ? 1.2 : 2.4 });
    if (k === 5) continue;
    for (const j of range(k === 1 || k === 3 ? 9 : 4)) {
      const t = (j + 1) / (k === 1 || k === 3 ? 10 : 5);
      const layer = sampled(20, 780, 190, (x) => [x, lerp(bed(x, k), bed(x, k + 1), t)]);
      pen.lines(
        where(layer, (p) => !within(p)),
        { w: 0.7, a: 0.5, dash: k % 2 ? undefined : '2 7' },
      );
    }
  }
  for (const [a, b] of [
    [20, 262],
    [538, 780],
    [298, 384],
    [416, 502],
  ])
    pen.water(a, b, 96, a === 20 || a === 538 ? 5 : 9, a, { gap: 13 });
  /* grab and its rope */
  for (const x of [341]) {
    pen.segment([x, 14], [x, 262], { w: 1.2 });
    for (const side of [-1, 1]) {
      pen.line(
        [
          [x, 262],
          [x + side * 22, 286],
          [x + side * 18, 306],
          [x, 318],
          [x, 262],
        ],
        { w: 1.6 },
      );
      pen.segment([x + side * 22, 286], [x, 278], { w: 1 });
    }
  }
  pen.segment([240, 62], [560, 62], { w: 2.4 });
  pen.segment([240, 52], [560, 52], { w: 1 });
  for (const x of range(16))
    pen.line(
      [
        [240 + x * 20, 62],
        [250 + x * 20, 52],
        [260 + x * 20, 62],
      ],
      { w: 0.8 },
    );
  pen.dimension([236, 74], [236, 402]);
  pen.paint(() => {
    pen.shape(
      [
        [268, 402],
        [268, 358],
        [288, 358],
      ],
      { fill: true },
    );
    pen.shape(
      [
        [532, 402],
        [532, 358],
        [512, 358],
      ],
      { fill: true },
    );
    pen.shape(
      [
        [400, 386],
        [391, 358],
        [409, 358],
      ],
      { fill: true },
    );
  });
}

/** A tower crane: what it may lift falls with every metre of reach. */
export function crane(pen) {
  const lattice = (a, b, width, bays, taper = 1) => {
    const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
    const size = Math.hypot(dx, dy);
    const [nx, ny] = [-dy / size, dx / size];
    const side = (t, s) => {
      const half = (width / 2) * lerp(1, taper, t) * s;
      return [a[0] + dx * t + nx * half, a[1] + dy * t + ny * half];
    };
    for (const s of [-1, 1]) pen.line([side(0, s), side(1, s)], { w: 1.8 });
    pen.line(
      range(bays * 2 + 1).map((i) => side(i / (bays * 2), i % 2 ? 1 : -1)),
      { w: 0.9 },
    );
    for (const i of range(bays + 1)) pen.line([side(i / bays, -1), side(i / bays, 1)], { w: 0.9 });
  };
  const mast = 250;
  const jib = 118;
  lattice([mast, 468], [mast, jib], 30, 17);
  lattice([mast, jib - 10], [mast, 30], 24, 4, 0.2);
  lattice([mast + 16, jib - 8], [756, jib - 8], 18, 27, 0.6);
  lattice([mast - 16, jib - 4], [92, jib - 4], 14, 9);
  for (const [x, y] of [
    [104, jib - 11],
    [430, jib - 17],
    [610, jib - 15],
  ])
    pen.segment([mast, 30], [x, y], { w: 1.2 });
  pen.box(98, jib + 3, 52, 44, { w: 2 });
  pen.hatch(
    [
      [98, jib + 3],
      [150, jib + 3],
      [150, jib + 47],
      [98, jib + 47],
    ],
    { gap: 6 },
  );
  pen.box(mast + 18, jib + 4, 26, 30, { w: 1.6 });
  pen.segment([mast + 20, jib + 22], [mast + 44, jib + 14], { w: 0.8 });
  /* load chart: curves of equal moment under the jib */
  for (const k of range(11)) {
    const strength = 5200 + k * 4300;
    pen.lines(
      where(
        sampled(312, 752, 110, (x) => [x, 452 - strength / (x - 236)]),
        ([, y]) => y > 168,
      ),
      { w: k === 10 ? 1.8 : 0.8, a: k === 10 ? 1 : 0.6 },
    );
  }
  for (const i of range(12)) {
    const x = 312 + i * 40;
    pen.segment([x, 452], [x, i % 3 ? 458 : 464], { w: 1 });
  }
  pen.segment([200, 452], [764, 452], { w: 1.8 });
  pen.shape(
    [
      [196, 468],
      [304, 468],
      [316, 486],
      [184, 486],
    ],
    { w: 2.2 },
  );
  pen.hatch(
    [
      [196, 468],
      [304, 468],
      [316, 486],
      [184, 486],
    ],
    { gap: 6 },
  );
  /* trolley, falls, hook */
  const x = 560;
  pen.segment([x - 16, jib + 2], [x + 16, jib + 2], { w: 3 });
  for (const side of [-1, 1]) {
    pen.circle([x + side * 10, jib + 6], 4, { w: 1.4 });
    pen.segment([x + side * 8, jib + 8], [x + side * 4, 236], { w: 0.9 });
  }
  pen.box(x - 8, 236, 16, 12, { w: 1.6 });
  pen.arc([x, 256], 7, -Math.PI / 2, Math.PI * 0.8, { w: 2 });
  for (const side of [-1, 1]) pen.segment([x, 262], [x + side * 62, 300], { w: 1 });
  pen.paint(() =>
    pen.shape(
      [
        [x - 78, 300],
        [x + 78, 300],
        [x + 66, 312],
        [x + 66, 330],
        [x + 78, 342],
        [x - 78, 342],
        [x - 66, 330],
        [x - 66, 312],
      ],
      { fill: true },
    ),
  );
}

/** Finger joint of a deck, in plan: the gap that lets a bridge grow in summer. */
export function expansion(pen) {
  const [fingers, y0, y1] = [6, 34, 466];
  const pitch = (y1 - y0) / fingers;
  const sharpness = 2.4;
  const middle = sampled(y0, y1, 96 * 3, (y) => {
    const wave = Math.tanh(sharpness * Math.sin((TAU * (y - y0)) / pitch)) / Math.tanh(sharpness);
    return [400 + 92 * wave, y];
  });
  /* an edge of the joint lies square to its middle line */
  const edge = (d) =>
    middle.map(([x, y], i) => {
      const [ax, ay] = middle[Math.max(0, i - 1)];
      const [bx, by] = middle[Math.min(middle.length - 1, i + 1)];
      const size = Math.hypot(bx - ax, by - ay);
      return [x - ((by - ay) / size) * d, clamp(y + ((bx - ax) / size) * d, y0, y1)];
    });
  const [left, right] = [edge(8), edge(-8)];
  pen.line(left, { w: 2.2 });
  pen.line(right, { w: 2.2 });
  pen.paint(() => pen.line(middle, { w: 5 }));
  pen.hatch([[60, y0], ...left, [60, y1]], { gap: 9, angle: Math.PI / 4, a: 0.55 });
  pen.hatch([...right, [740, y1], [740, y0]], { gap: 9, angle: -Math.PI / 4, a: 0.55 });
  for (const x of [60, 740]) {
    pen.segment([x, y0 - 14], [x, y1 + 14], { w: 2.2 });
    for (const i of range(fingers * 2)) {
      const at = [x + (x < 400 ? 52 : -52), y0 + (pitch * (i + 0.5)) / 2];
      pen.circle(at, 11, { w: 1.8 });
      pen.shape(
        range(6).map((k) => polar(at, 7, (TAU * k) / 6 + i)),
        { w: 1.2 },
      );
    }
  }
  for (const y of [y0, y1]) {
    pen.segment([60, y], [392, y], { w: 2.2 });
    pen.segment([408, y], [740, y], { w: 2.2 });
  }
  pen.dimension([400 - 100, 484], [400 + 100, 484]);
}

/** A rock lighthouse in section, and the beams its lens sends out. */
export function lighthouse(pen) {
  const base = 446;
  const half = (y) => 27 + 60 * ((y - 150) / 296) ** 2.6;
  const shaft = sampled(150, base, 60, (y) => y);
  for (const side of [-1, 1]) {
    pen.line(
      shaft.map((y) => [400 + side * half(y), y]),
      { w: 2.4 },
    );
    pen.line(
      shaft.filter((y) => y < 392).map((y) => [400 + side * (13 + (y - 150) * 0.01), y]),
      { w: 1.6 },
    );
  }
  range(33).forEach((i) => {
    const y = 150 + i * 9;
    const inner = y < 392 ? 13 + (y - 150) * 0.01 : 0;
    for (const side of [-1, 1]) {
      pen.segment([400 + side * inner, y], [400 + side * half(y), y], { w: 0.8, a: 0.8 });
      const blocks = Math.max(1, Math.round((half(y) - inner) / 18));
      for (const k of range(blocks)) {
        const x = 400 + side * (inner + ((k + (i % 2 ? 0.5 : 1)) * (half(y) - inner)) / blocks);
        if (Math.abs(x - 400) < half(y) - 2) pen.segment([x, y], [x, y + 9], { w: 0.8, a: 0.8 });
      }
    }
  });
  for (const y of [198, 250, 304, 352, 392]) pen.segment([387, y], [413, y], { w: 1.8 });
  /* gallery, lantern, cowl */
  pen.segment([362, 150], [438, 150], { w: 2.4 });
  for (const x of range(9)) pen.segment([364 + x * 9, 150], [364 + x * 9, 138], { w: 0.9 });
  pen.segment([362, 138], [438, 138], { w: 1 });
  for (const side of [-1, 1]) pen.segment([400 + side * 24, 150], [400 + side * 24, 88], { w: 2 });
  pen.segment([370, 88], [430, 88], { w: 2 });
  pen.line(
    sampled(Math.PI, TAU, 24, (t) => [400 + 28 * Math.cos(t), 88 + 26 * Math.sin(t)]),
    { w: 2 },
  );
  pen.segment([400, 62], [400, 42], { w: 1.6 });
  pen.circle([400, 57], 4, { w: 1.4 });
  /* the lens: prisms bend every ray into the level */
  for (const k of range(9)) {
    const y = 96 + k * 6;
    const bend = (y - 120) / 24;
    for (const side of [-1, 1]) {
      const x = 400 + side * (16 - 7 * bend * bend);
      pen.shape(
        [
          [x, y],
          [x + side * 5, y + 3 - bend * 2],
          [x, y + 5],
        ],
        { w: 0.9 },
      );
      pen.segment([400, 120], [x, y + 2.5], { w: 0.6, a: 0.6 });
    }
  }
  const beam = (side, k) => {
    const y = 98.5 + k * 6;
    return [
      [400 + side * 28, y],
      [400 + side * 362, y + (k - 3.5) * 15 - 20],
    ];
  };
  for (const side of [-1, 1])
    for (const k of range(8)) if (side < 0 || k !== 5) pen.line(beam(side, k), { w: 0.9, a: 0.8 });
  pen.paint(() => pen.line(beam(1, 5), { w: 3.2 }));
  /* the rock and the sea that breaks on it */
  const rock = sampled(238, 562, 54, (x) => [
    x,
    446 + 18 * Math.abs(Math.sin(x / 31)) * Math.abs((x - 400) / 160) + 26 * Math.abs((x - 400) / 160) ** 2,
  ]);
  pen.line(rock, { w: 2 });
  pen.hatch([...rock, [562, 492], [238, 492]], { gap: 8, angle: 1.1, a: 0.6 });
  for (const k of range(5))
    for (const side of [-1, 1])
      pen.line(
        sampled(0, 1, 60, (u) => {
          const x = 400 + side * lerp(156 + k * 4, 372, u);
          return [x, 440 + k * 12 + (9 - k) * Math.sin(u * 17 + k * 1.3) * (1 - u * 0.6)];
        }),
        { w: k ? 0.9 : 1.8, a: 1 - k * 0.12 },
      );
}

/** A pier on raked piles: how far each must go before the ground answers. */
export function pier(pen) {
  const strata = (x, k) => 236 + k * 62 + 10 * Math.sin(x / 95 + k) + 4 * Math.sin(x / 37 + 2 * k);
  const piles = range(9).map((i) => {
    const top = 258 + i * 35.5;
    const rake = (i - 4) * 0.115;
    const foot = 440 + 22 * Math.cos((i - 4) * 0.55);
    return { top, rake, foot, x: (y) => top + (y - 196) * rake };
  });
  const between = ([x, y]) => piles.every((pile) => y > pile.foot || Math.abs(x - pile.x(y)) > 7.5);
  for (const k of range(5)) {
    pen.lines(
      where(
        sampled(20, 780, 380, (x) => [x, strata(x, k)]),
        between,
      ),
      { w: k ? 1.2 : 2.4 },
    );
    if (k === 4) continue;
    const rows = [3, 10, 5, 14][k];
    for (const j of range(rows))
      pen.lines(
        where(
          sampled(20, 780, 254, (x) => [x, lerp(strata(x, k), strata(x, k + 1), (j + 1) / (rows + 1))]),
          between,
        ),
        { w: 0.7, a: 0.5, dash: k % 2 ? undefined : '2 7' },
      );
  }
  const draw = (pile, w) => {
    for (const d of [-6, 6])
      pen.line(
        [
          [pile.x(196) + d, 196],
          [pile.x(pile.foot - 14) + d, pile.foot - 14],
          [pile.x(pile.foot), pile.foot],
        ],
        { w },
      );
    for (let y = 214; y < pile.foot - 16; y += 19) pen.segment([pile.x(y) - 6, y], [pile.x(y) + 6, y], { w: 0.7 });
  };
  piles.forEach((pile, i) => {
    if (i !== 6) draw(pile, 1.7);
  });
  pen.paint(() => {
    const { x, foot } = piles[6];
    pen.shape(
      [
        [x(197) - 6, 197],
        [x(197) + 6, 197],
        [x(foot - 14) + 6, foot - 14],
        [x(foot), foot],
        [x(foot - 14) - 6, foot - 14],
      ],
      { fill: true },
    );
  });
  /* cap, shaft and bearing shelf */
  const cap = [
    [226, 152],
    [574, 152],
    [574, 196],
    [226, 196],
  ];
  pen.shape(cap, { w: 2.4 });
  pen.hatch(cap, { gap: 8, angle: -Math.PI / 4 });
  pen.shape(
    [
      [338, 152],
      [350, 62],
      [450, 62],
      [462, 152],
    ],
    { w: 2.4 },
  );
  for (const i of range(9))
    pen.segment([lerp(350, 338, i / 9), 62 + i * 10], [lerp(450, 462, i / 9), 62 + i * 10], { w: 0.8, a: 0.7 });
  pen.shape(
    [
      [320, 62],
      [332, 44],
      [468, 44],
      [480, 62],
    ],
    { w: 2.4 },
  );
  for (const x of [356, 444]) pen.box(x - 14, 34, 28, 10, { w: 1.6 });
  for (const y of [34, 14]) pen.segment([80, y], [720, y], { w: 2 });
  for (const x of range(33))
    pen.line(
      [
        [80 + x * 20, 34],
        [90 + x * 20, 14],
        [100 + x * 20, 34],
      ].slice(0, x === 32 ? 1 : 3),
      { w: 0.8 },
    );
  pen.water(30, 226, 172, 4, 5);
  pen.water(574, 770, 172, 4, 8);
}

/** A bridge of boats, in plan: every hull carries its length of road. */
export function pontoon(pen) {
  const hull = (cx, y, s) => {
    /* half-breadth of a waterline at station u, -1 bow to 1 stern */
    const breadth = (u) => 25 * s * Math.max(0, 1 - Math.abs(u) ** 2.6) ** 0.72;
    const stations = sampled(-1, 1, 40, (u) => u);
    return [
      ...stations.map((u) => [cx - breadth(u), y + u * 168 * s]),
      ...stations.toReversed().map((u) => [cx + breadth(u), y + u * 168 * s]),
    ];
  };
  const centres = range(7).map((i) => 94 + i * 102);
  const deck = [214, 286];
  const clear = ([, y]) => y < deck[0] - 1 || y > deck[1] + 1;
  centres.forEach((cx, i) => {
    const y = 250 + 7 * Math.sin(i * 1.1);
    const outlines = [1, 0.86, 0.7, 0.52].map((s) => hull(cx, y, s));
    if (i === 4)
      pen.paint(() => {
        for (const end of [-1, 1]) {
          const [outer] = outlines;
          const edge = end < 0 ? deck[0] - 2 : deck[1] + 2;
          const port = outer.slice(0, 41).filter(([, v]) => (v - edge) * end > 0);
          const starboard = outer.slice(41).filter(([, v]) => (v - edge) * end > 0);
          pen.shape(end < 0 ? [...port, ...starboard] : [...starboard, ...port], { fill: true });
        }
      });
    else
      outlines.forEach((outline, k) => {
        const dense = [...outline, outline[0]].flatMap((p, n, all) =>
          n ? sampled(0, 1, 3, (t) => mix(all[n - 1], p, t)) : [p],
        );
        pen.lines(where(dense, clear), { w: k ? 0.8 : 2 });
      });
    if (i !== 4) for (const side of [-1, 1]) pen.segment([cx, y + side * 46], [cx, y + side * 166], { w: 0.8, a: 0.7 });
    /* anchor lines, crossed up- and downstream */
    for (const side of [-1, 1])
      pen.line(
        sampled(0, 1, 12, (u) => [cx + side * 34 * u * u, y - 168 - u * 70]),
        { w: 0.8, a: 0.8 },
      );
    for (const side of [-1, 1])
      pen.line(
        sampled(0, 1, 12, (u) => [cx + side * 34 * u * u, y + 168 + u * 70]),
        { w: 0.8, a: 0.8 },
      );
  });
  for (const y of [214, 222, 278, 286]) pen.segment([0, y], [800, y], { w: y === 214 || y === 286 ? 2.4 : 1 });
  for (let x = 4; x < 800; x += 8) pen.segment([x, 222], [x, 278], { w: 0.8, a: 0.6 });
  for (const y of [236, 250, 264]) pen.segment([0, y], [800, y], { w: 0.7, a: 0.7, dash: '10 6' });
}

/** A hot rivet in three plates, and the pattern it belongs to. */
export function rivet(pen) {
  const x = 286;
  const shank = 62;
  const plates = [
    [128, 198, Math.PI / 4],
    [198, 302, -Math.PI / 4],
    [302, 372, Math.PI / 4],
  ];
  for (const [top, bottom, angle] of plates)
    for (const [a, b] of [
      [40, x - shank],
      [x + shank, 520],
    ]) {
      const plate = [
        [a, top],
        [b, top],
        [b, bottom],
        [a, bottom],
      ];
      pen.segment([a, top], [b, top], { w: 2.2 });
      pen.segment([a, bottom], [b, bottom], { w: 2.2 });
      pen.hatch(plate, { angle, gap: 8 });
    }
  for (const side of [-1, 1]) pen.segment([x + side * shank, 128], [x + side * shank, 372], { w: 1.4 });
  pen.paint(() => {
    const head = (top, sign) => sampled(Math.PI, 0, 32, (t) => [x + 104 * Math.cos(t), top - sign * 82 * Math.sin(t)]);
    const body = [
      ...head(128, 1),
      [x + shank - 3, 128],
      [x + shank - 3, 372],
      ...head(372, -1).reverse(),
      [x - shank + 3, 372],
      [x - shank + 3, 128],
    ];
    pen.shape(body, { w: 3.2 });
    pen.hatch(body, { angle: Math.PI / 2, gap: 7, w: 2.4, a: 1 });
  });
  pen.segment([x, 14], [x, 486], { w: 0.8, dash: '14 5 2 5' });
  /* the splice in plan: pitch, edge distance, staggered rows */
  const splice = [560, 48, 200, 404];
  pen.box(...splice, { w: 2 });
  pen.segment([660, 30], [660, 470], { w: 0.8, dash: '14 5 2 5' });
  for (const column of range(5))
    for (const row of range(column % 2 ? 8 : 9)) {
      const at = [588 + column * 36, 82 + (row + (column % 2) / 2) * 42];
      pen.circle(at, 12, { w: 1.6 });
      pen.circle(at, 7.5, { w: 0.8 });
      pen.segment([at[0] - 3, at[1]], [at[0] + 3, at[1]], { w: 0.8 });
      pen.segment([at[0], at[1] - 3], [at[0], at[1] + 3], { w: 0.8 });
    }
}

/** Head of a suspension tower: the cable turns over its saddle, the legs take the sum. */
export function tower(pen) {
  const legs = [-1, 1];
  const half = (y) => (y < 150 ? 30 : y < 300 ? 35 : 41);
  const axis = (y) => 96 + (y - 60) * 0.045;
  const steps = [72, 150, 300, 500];
  for (const side of legs) {
    const x = (y, d) => 400 + side * (axis(y) + d);
    range(3).forEach((k) => {
      const [top, bottom] = [steps[k], steps[k + 1]];
      const w = half((top + bottom) / 2);
      for (const d of [-w, w]) pen.segment([x(top, d), top], [x(bottom, d), bottom], { w: 2.4 });
      for (const d of [-0.66, -0.33, 0, 0.33, 0.66])
        pen.segment([x(top + 8, d * w), top + 8], [x(bottom - 6, d * w), bottom - 6], { w: 0.8, a: 0.8 });
      pen.segment([x(top, -w), top], [x(top, w), top], { w: 2.2 });
      pen.segment([x(top + 8, -w), top + 8], [x(top + 8, w), top + 8], { w: 0.8 });
    });
    /* saddle */
    const sx = x(72, 0);
    pen.line(
      [
        [sx - 30, 72],
        [sx - 22, 58],
        [sx + 22, 58],
        [sx + 30, 72],
      ],
      { w: 2 },
    );
    for (const i of range(7)) pen.circle([sx - 18 + i * 6, 66], 2.4, { w: 1 });
    pen.line(
      sampled(-34, 34, 20, (u) => [sx + u, 40 + (u * u) / 190]),
      { w: 2 },
    );
    for (const u of [-24, -12, 0, 12, 24]) pen.segment([sx + u, 41 + (u * u) / 190], [sx + u * 0.9, 58], { w: 0.9 });
  }
  /* struts with their stepped soffits, and cross-bracing below the roadway */
  const strut = (y, depth) => {
    const inner = (v) => axis(v) - half(v);
    pen.segment([400 - inner(y), y], [400 + inner(y), y], { w: 2.2 });
    const soffit = [1, 0.72, 0.4].flatMap((s, k, all) => {
      const d = y + depth + (2 - k) * 8;
      return [
        [s, d],
        [all[k + 1] ?? s, d],
      ];
    });
    for (const side of legs)
      pen.line(
        soffit.map(([s, d]) => [400 + side * inner(d) * s, d]),
        { w: 1.8 },
      );
    pen.segment([400 - inner(y) * 0.4, y + depth], [400 + inner(y) * 0.4, y + depth], { w: 1.8 });
    for (const i of range(15)) {
      const px = 400 + inner(y) * (-0.94 + (i * 1.88) / 14);
      pen.segment([px, y + 5], [px, y + depth - 5], { w: 0.8, a: 0.7 });
    }
  };
  strut(96, 34);
  strut(206, 40);
  pen.segment([22, 372], [778, 372], { w: 2.6 });
  pen.segment([22, 392], [778, 392], { w: 1.4 });
  for (const i of range(38))
    pen.line(
      [
        [22 + i * 20, 392],
        [32 + i * 20, 372],
        [42 + i * 20, 392],
      ].slice(0, i === 37 ? 2 : 3),
      { w: 0.8, a: 0.8 },
    );
  const brace = (y0, y1) => {
    const inner = (v) => axis(v) - half(v);
    for (const d of [-4, 4])
      for (const s of [-1, 1]) pen.segment([400 - s * inner(y0), y0 + d], [400 + s * inner(y1), y1 + d], { w: 1.2 });
    pen.segment([400 - inner(y1), y1], [400 + inner(y1), y1], { w: 1.6 });
  };
  brace(396, 492);
  /* main cable over both saddles, seen along the deck as it falls away left and right */
  const back = sampled(0, 1, 40, (u) => [290 - 280 * u, 40 + 190 * u ** 1.15]);
  const front = sampled(0, 1, 40, (u) => [510 + 280 * u, 40 + 190 * u ** 1.15]);
  pen.line(back, { w: 2.4 });
  for (const [i, side] of [
    [0, -1],
    [1, 1],
  ]) {
    for (const k of range(10)) {
      const u = 0.26 + k * 0.08;
      if (u > 1) continue;
      const [px, py] = [i ? 510 + 280 * u : 290 - 280 * u, 40 + 190 * u ** 1.15];
      if (Math.abs(px - 400) > 152)
        for (const d of [-2, 2]) pen.segment([px + d * side, py], [px + d * side, 372], { w: 0.8, a: 0.8 });
    }
  }
  pen.paint(() => pen.line(front, { w: 4 }));
}

/** A bowstring truss and its reciprocal figure: every line below is the force in the member above that is parallel to it. */
export function truss(pen) {
  const [bays, x0, bay, y0, rise] = [10, 50, 70, 176, 112];
  const bottom = (i) => [x0 + i * bay, y0];
  const top = (i) => [x0 + (i + 0.5) * bay, y0 - rise * (0.5 + 0.5 * (1 - ((i + 0.5 - bays / 2) / (bays / 2)) ** 2))];
  const joints = range(bays * 2 + 1).map((k) => (k % 2 ? top((k - 1) / 2) : bottom(k / 2)));
  pen.line(range(bays + 1).map(bottom), { w: 2.6 });
  pen.line(range(bays).map(top), { w: 2.6 });
  const loaded = 3;
  range(bays * 2).forEach((k) => {
    if (k !== loaded) pen.line([joints[k], joints[k + 1]], { w: k === 0 || k === bays * 2 - 1 ? 2.6 : 1.4 });
  });
  for (const joint of joints) pen.circle(joint, 4.2, { fill: true });
  for (const i of range(bays - 1)) {
    const [x, y] = bottom(i + 1);
    pen.segment([x, y + 8], [x, y + 26], { w: 1.2 });
    pen.shape(
      [
        [x - 4, y + 24],
        [x + 4, y + 24],
        [x, y + 36],
      ],
      { fill: true },
    );
  }
  for (const i of [0, bays]) {
    const [x, y] = bottom(i);
    pen.shape(
      [
        [x, y + 5],
        [x - 14, y + 30],
        [x + 14, y + 30],
      ],
      { w: 1.8 },
    );
  }

  /* Cremona's construction: spaces between the loads are points on a vertical, spaces of the truss follow one by one */
  const load = 24;
  const outer = (j) => [0, (j - bays / 2 + 0.5) * load];
  const meet = (p, a, q, b) => {
    const [ax, ay, bx, by] = [a[1][0] - a[0][0], a[1][1] - a[0][1], b[1][0] - b[0][0], b[1][1] - b[0][1]];
    const t = ((q[0] - p[0]) * by - (q[1] - p[1]) * bx) / (ax * by - ay * bx);
    return [p[0] + ax * t, p[1] + ay * t];
  };
  const crown = [0, 0];
  let previous = crown;
  const faces = [];
  for (let k = 0; k < bays * 2 - 1; k += 1) {
    const diagonal = [joints[k], joints[k + 1]];
    const face =
      k % 2 === 0
        ? meet(outer(k / 2), [bottom(k / 2), bottom(k / 2 + 1)], previous, diagonal)
        : meet(crown, [top((k - 1) / 2), top((k + 1) / 2)], previous, diagonal);
    faces.push(face);
    previous = face;
  }
  const reach = faces.reduce((sum, [x]) => (Math.abs(x) > Math.abs(sum) ? x : sum), 0);
  const place = ([x, y]) => [400 + (x - reach / 2) * 1.14, 354 + y * 1.14];
  const vertical = range(bays).map((j) => place(outer(j)));
  pen.line(vertical, { w: 2.4 });
  for (const point of vertical) pen.segment([point[0] - 6, point[1]], [point[0] + 6, point[1]], { w: 1.4 });
  faces.forEach((face, k) => {
    const from = k % 2 === 0 ? outer(k / 2) : crown;
    pen.line([place(from), place(face)], { w: 1, a: 0.85 });
    if (k && k !== loaded) pen.line([place(faces[k - 1]), place(face)], { w: 1.2 });
    pen.circle(place(face), 2.6, { fill: true });
  });
  pen.paint(() => {
    pen.line([joints[loaded], joints[loaded + 1]], { w: 4 });
    pen.line([place(faces[loaded - 1]), place(faces[loaded])], { w: 4 });
  });
}

/** A stone viaduct over its valley; one arch still stands on its centering. */
export function viaduct(pen) {
  const [x0, span, arches, spring] = [44, 102, 7, 168];
  const radius = 42;
  const valley = (x) => 214 + 232 * Math.exp(-(((x - 420) / 178) ** 4)) + 7 * Math.sin(x / 23) + 4 * Math.sin(x / 9.5);
  for (const i of range(arches)) {
    const cx = x0 + (i + 0.5) * span;
    const ring = (r, t) => [cx + r * Math.cos(t), spring + r * Math.sin(t)];
    for (const r of [radius, radius + 13])
      pen.line(
        sampled(Math.PI, TAU, 36, (t) => ring(r, t)),
        { w: r === radius ? 2.2 : 1.2 },
      );
    for (const k of range(18))
      pen.line([ring(radius, Math.PI + (Math.PI * k) / 17), ring(radius + 13, Math.PI + (Math.PI * k) / 17)], {
        w: 0.9,
      });
  }
  for (const i of range(arches + 1)) {
    const cx = x0 + i * span;
    const foot = (x) => Math.max(spring + 6, valley(x));
    const half = (y) => 9 + Math.max(0, y - spring) * 0.022;
    const end = foot(cx);
    for (const side of [-1, 1])
      pen.segment([cx + side * half(spring), spring], [cx + side * half(end), foot(cx + side * half(end))], { w: 2 });
    pen.segment([cx - 12, spring], [cx + 12, spring], { w: 2 });
    let course = 0;
    for (let y = spring + 9; y < end - 3; y += 9) {
      pen.segment([cx - half(y), y], [cx + half(y), y], { w: 0.8, a: 0.7 });
      const joints = course % 2 ? [-0.4, 0.4] : [0];
      for (const u of joints)
        pen.segment([cx + u * half(y), y], [cx + u * half(y), Math.min(end, y + 9)], { w: 0.8, a: 0.7 });
      course += 1;
    }
  }
  /* spandrel courses between the arch rings */
  for (let y = 116; y < spring; y += 9)
    pen.lines(
      where(
        sampled(x0, x0 + arches * span, 714, (x) => [x, y]),
        ([x]) => {
          const u = ((x - x0) % span) - span / 2;
          return Math.hypot(u, spring - y) > radius + 14;
        },
      ),
      { w: 0.8, a: 0.6 },
    );
  for (const [y, w] of [
    [110, 2.2],
    [104, 1],
    [90, 2.2],
  ])
    pen.segment([16, y], [784, y], { w });
  for (let x = 22; x < 784; x += 12) pen.segment([x, 104], [x, 90], { w: 0.8 });
  /* the ground */
  const ground = sampled(0, 800, 200, (x) => [x, valley(x)]);
  pen.line(ground, { w: 2.4 });
  for (const k of range(7))
    pen.lines(
      where(
        ground.map(([x, y]) => [x, y + 9 + k * (8 + k)]),
        ([, y]) => y < 494,
      ),
      { w: 0.8, a: 0.6 - k * 0.06 },
    );
  /* centering under the arch that was closed last */
  const cx = x0 + 4.5 * span;
  pen.paint(() => {
    pen.line(
      sampled(Math.PI, TAU, 36, (t) => [cx + (radius - 4) * Math.cos(t), spring + (radius - 4) * Math.sin(t)]),
      { w: 3 },
    );
    pen.segment([cx - radius + 4, spring], [cx + radius - 4, spring], { w: 3 });
    for (const t of [-2.6, -2.1, -Math.PI / 2, -1.04, -0.54])
      pen.line([[cx, spring], polar([cx, spring], radius - 4, t)], { w: 2 });
  });
  for (const d of [-26, 0, 26]) {
    pen.segment([cx + d, spring + 2], [cx + d, valley(cx + d)], { w: 1.4 });
  }
  for (let y = spring + 4; y < valley(cx) - 34; y += 40) {
    pen.segment([cx - 26, y], [cx + 26, y], { w: 1 });
    pen.line(
      [
        [cx - 26, y],
        [cx, y + 40],
        [cx + 26, y],
      ],
      { w: 0.8 },
    );
  }
}
