/**
 * The marks of the invented network and partner companies: open fonts set as outlines beside small geometric symbols.
 *
 *   node generate.mjs   writes content/media/logos/<id>.svg, 40 units high, in currentColor
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create } from 'fontkit';
import { optimize } from 'svgo';

const OUT = new URL('../../content/media/logos/', import.meta.url);
const HEIGHT = 40;
/** Where a word begins: beside a symbol, or alone. */
const WORD_START = { beside: 51, alone: 1 };
/** Baseline below the middle, as a share of the type size: centres the capitals. */
const BASELINE = 0.345;

const round = (value) => Number(value.toFixed(1));
const times = (count, draw) => Array.from({ length: count }, (_, i) => draw(i)).join('');
const path = (d, extra = '') => `<path d="${d}"${extra}/>`;
const stroke = (width = 3) => ` fill="none" stroke="currentColor" stroke-width="${width}"`;
const circle = (x, y, r, extra = '') => `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}"${extra}/>`;
const EVEN_ODD = ' fill-rule="evenodd"';

/** Symbols in a box of 40 by 40. */
const SYMBOLS = {
  arcs: () =>
    times(3, (i) => {
      const inset = round(i * 5.4);
      const radius = round(16 - i * 5.4);
      return path(`M${4 + inset} 34A${radius} ${radius} 0 0 1 ${36 - inset} 34`, stroke(3.2));
    }),
  halves: () => path('M4 20A16 16 0 0 1 36 20Z') + path('M10 24H30A10 10 0 0 1 10 24Z'),
  steps: () => path('M4 36V26H14V16H24V6H36V36Z'),
  bars: () =>
    times(5, (i) => {
      const [y, h] = [
        [18, 14],
        [8, 26],
        [4, 32],
        [12, 22],
        [22, 10],
      ][i];
      return `<rect x="${round(4 + i * 6.8)}" y="${y}" width="4.2" height="${h}"/>`;
    }),
  dots: () =>
    times(16, (i) => {
      const [column, row] = [i % 4, Math.floor(i / 4)];
      return circle(7 + column * 8.7, 7 + row * 8.7, [3.9, 3.1, 2.3, 1.5][row] - column * 0.12);
    }),
  chevrons: () => times(3, (i) => path(`M${4 + i * 11} 6L${14 + i * 11} 20L${4 + i * 11} 34`, stroke(4))),
  diamond: () => path('M20 3L37 20L20 37L3 20ZM20 12L12 20L20 28L28 20Z', EVEN_ODD),
  leaf: () => path('M6 34C6 16 16 6 34 6C34 24 24 34 6 34Z'),
  notch: () => path('M20 3A17 17 0 1 0 37 20H20Z'),
  grid: () =>
    times(9, (i) =>
      i === 4
        ? circle(20, 20, 4.6)
        : `<rect x="${round(4 + (i % 3) * 11.4)}" y="${round(4 + Math.floor(i / 3) * 11.4)}" width="9.2" height="9.2"/>`,
    ),
  orbit: () =>
    circle(20, 20, 15, stroke(2.6)) +
    `<ellipse cx="20" cy="20" rx="15" ry="5.6" transform="rotate(-38 20 20)"${stroke(2.6)}/>` +
    circle(31.4, 10.4, 4),
  wave: () => times(4, (i) => path(`M3 ${round(9 + i * 7.6)}q8.5-8 17 0t17 0`, stroke(3))),
  hex: () => path('M20 3L35 11.5V28.5L20 37L5 28.5V11.5Z', stroke(3)) + path('M20 12L28 16.5V25.5L20 30L12 25.5V16.5Z'),
  quarter: () => path('M4 4H20V20H4ZM20 20H36A16 16 0 0 1 20 36ZM36 4A16 16 0 0 1 20 20V4ZM4 20A16 16 0 0 0 20 36V20Z'),
  knot: () =>
    path('M10 20a6 6 0 0 1 6-6h8a6 6 0 0 1 0 12h-8a6 6 0 0 1-6-6zM20 10v20', stroke(3.4)) +
    path('M16 6h8M16 34h8', stroke(3.4)),
  peak: () => path('M2 34L15 8L22 22L26 15L38 34Z'),
  stack: () =>
    times(3, (i) => {
      const y = i * 8.5;
      return path(`M20 ${4 + y}L36 ${11.5 + y}L20 ${19 + y}L4 ${11.5 + y}Z`, i ? stroke(2.4) : '');
    }),
  sun: () =>
    circle(20, 20, 7) +
    times(12, (i) => {
      const [c, s] = [Math.cos((i * Math.PI) / 6), Math.sin((i * Math.PI) / 6)];
      const from = `${round(20 + c * 11)} ${round(20 + s * 11)}`;
      return path(`M${from}L${round(20 + c * 17)} ${round(20 + s * 17)}`, stroke(2.6));
    }),
  key: () =>
    path(
      'M20 3a17 17 0 1 0 0 34a17 17 0 1 0 0 -34ZM20 11a6 6 0 0 1 3 11.2L25.5 30H14.5L17 22.2A6 6 0 0 1 20 11Z',
      EVEN_ODD,
    ),
  slash: () => path('M4 36L18 4H26L12 36ZM22 36L32 13H38L28 36Z'),
  ring: () => path('M20 4a16 16 0 1 0 0 32a16 16 0 1 0 0 -32ZM26 9a9 9 0 1 1 0 18a9 9 0 1 1 0 -18Z', EVEN_ODD),
};

/** Font files are named family/weight[/style], as in the @fontsource packages. */
const MARKS = [
  { id: 'ouseburn', symbol: 'wave', text: 'ouseburn', font: 'sora/600', size: 27, tracking: -0.5 },
  { id: 'tessarine', symbol: 'grid', text: 'Tessarine', font: 'space-grotesk/600', size: 27, tracking: -0.4 },
  { id: 'fenwick-ode', text: 'Fenwick & Ode', font: 'bodoni-moda/600', size: 31, tracking: -0.2 },
  { id: 'orrery-nine', symbol: 'orbit', text: 'ORRERY NINE', font: 'tenor-sans/400', size: 20, tracking: 3 },
  { id: 'brightweir', text: 'brightweir', font: 'unbounded/600', size: 24, tracking: -0.6 },
  { id: 'kelpwork', symbol: 'leaf', text: 'kelpwork', font: 'quicksand/700', size: 29, tracking: -0.4 },
  { id: 'marrowby', text: 'Marrowby', font: 'gloock/400', size: 33, tracking: 0 },
  { id: 'palisane', symbol: 'bars', text: 'PALISANE', font: 'big-shoulders-display/800', size: 33, tracking: 1.2 },
  { id: 'lumenfold', symbol: 'quarter', text: 'Lumenfold', font: 'jost/500', size: 30, tracking: 0 },
  { id: 'quillon', text: 'QUILLON', font: 'michroma/400', size: 23, tracking: 2.4 },
  { id: 'saltmere', symbol: 'halves', text: 'saltmere', font: 'lora/600/italic', size: 32, tracking: 0 },
  { id: 'torsade', symbol: 'knot', text: 'Torsade', font: 'red-hat-display/800', size: 28, tracking: -0.4 },
  { id: 'vantmoor', text: 'VANTMOOR', font: 'anton/400', size: 29, tracking: 1 },
  { id: 'wexcomb', symbol: 'hex', text: 'wexcomb', font: 'poppins/700', size: 26, tracking: -0.8 },
  { id: 'ardentide', symbol: 'sun', text: 'Ardentide', font: 'fraunces/600', size: 29, tracking: -0.2 },
  { id: 'copperlane', text: 'copper/lane', font: 'chivo-mono/500', size: 25, tracking: -1.4 },
  { id: 'nodeweir', symbol: 'dots', text: 'NODEWEIR', font: 'krona-one/400', size: 18, tracking: 0.6 },
  { id: 'cirrant', symbol: 'arcs', text: 'Cirrant', font: 'poppins/600', size: 28, tracking: -0.5 },
  { id: 'stratalith', symbol: 'stack', text: 'stratalith', font: 'jost/600', size: 29, tracking: -0.2 },
  { id: 'basaltic', symbol: 'steps', text: 'BASALTIC', font: 'saira-condensed/700', size: 30, tracking: 1.6 },
  { id: 'lakeform', symbol: 'ring', text: 'lakeform', font: 'red-hat-display/700', size: 28, tracking: -0.6 },
  { id: 'deltahouse', symbol: 'peak', text: 'Deltahouse', font: 'zilla-slab/600', size: 30, tracking: -0.3 },
  { id: 'noemic', text: 'noemic', font: 'syne/800', size: 31, tracking: -0.8 },
  { id: 'paralume', symbol: 'notch', text: 'Paralume', font: 'sora/600', size: 25, tracking: -0.6 },
  { id: 'cognivar', symbol: 'diamond', text: 'COGNIVAR', font: 'rubik/700', size: 22, tracking: 2 },
  { id: 'ferrule', symbol: 'chevrons', text: 'ferrule', font: 'unbounded/500', size: 23, tracking: -0.6 },
  { id: 'relaywork', symbol: 'slash', text: 'relaywork', font: 'space-grotesk/700', size: 27, tracking: -0.6 },
  { id: 'wardenry', symbol: 'key', text: 'Wardenry', font: 'fraunces/600', size: 28, tracking: -0.2 },
  { id: 'keelson', text: 'KEELSON', font: 'syne/700', size: 25, tracking: 1.6 },
];

const { resolve } = createRequire(import.meta.url);
const opened = new Map();
/** Opens a font file once. */
function open(name) {
  if (!opened.has(name)) {
    const [family, weight, style = 'normal'] = name.split('/');
    const file = resolve(`@fontsource/${family}/files/${family}-latin-${weight}-${style}.woff2`);
    opened.set(name, create(readFileSync(file)));
  }
  return opened.get(name);
}

const COMMANDS = { moveTo: 'M', lineTo: 'L', quadraticCurveTo: 'Q', bezierCurveTo: 'C', closePath: 'Z' };

/** Sets a word as one outline that begins at x; returns its path data and its width. */
function setWord({ text, font: name, size, tracking }, x) {
  const font = open(name);
  const scale = size / font.unitsPerEm;
  const baseline = HEIGHT / 2 + size * BASELINE;
  const run = font.layout(text);
  let d = '';
  let pen = x;
  run.glyphs.forEach((glyph, i) => {
    const { xAdvance, xOffset, yOffset } = run.positions[i];
    for (const { command, args } of glyph.path.commands) {
      const points = [];
      for (let k = 0; k < args.length; k += 2)
        points.push(`${round(pen + (args[k] + xOffset) * scale)} ${round(baseline - (args[k + 1] + yOffset) * scale)}`);
      d += COMMANDS[command] + points.join(' ');
    }
    pen += xAdvance * scale + tracking;
  });
  return { d, width: pen - x - tracking };
}

mkdirSync(OUT, { recursive: true });
for (const mark of MARKS) {
  const x = mark.symbol ? WORD_START.beside : WORD_START.alone;
  const word = setWord(mark, x);
  const width = Math.ceil(x + word.width + 2);
  const symbol = mark.symbol ? SYMBOLS[mark.symbol]() : '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" fill="currentColor">${symbol}${path(word.d)}</svg>\n`;
  /* Steps from point to point in place of places on the sheet: all marks travel in one sprite, which this halves. */
  const { data } = optimize(svg, { multipass: true, floatPrecision: 1 });
  writeFileSync(new URL(`${mark.id}.svg`, OUT), `${data}\n`);
}
console.log(`${MARKS.length} marks`);
