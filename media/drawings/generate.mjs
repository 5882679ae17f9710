/**
 * Elevations: one bridge for each service, all on the same deck line so that a list of them aligns. They are set into the page,
 * so they are drawn in currentColor; the style sheet paints the lines of class `hot` and meets the rule at `deck`.
 *
 *   node generate.mjs   writes content/media/drawings/<service>.svg, 320 by 88
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { range } from '../pen.mjs';

const OUT = new URL('../../content/media/drawings/', import.meta.url);
const WIDTH = 320;
const HEIGHT = 88;
/** Height of the roadway on the sheet. */
const DECK = 62;

const round = (value) => Number(value.toFixed(1));
const draw = (d, width, role) =>
  `<path d="${d}" fill="none" stroke="currentColor" stroke-width="${width}"${role ? ` class="${role}"` : ''}/>`;
const deck = draw(`M0 ${DECK}H${WIDTH}`, 2, 'deck');
/** Path data of several pieces. */
const join = (pieces) => pieces.join('');
const line = (x1, y1, x2, y2) => `M${round(x1)} ${round(y1)}L${round(x2)} ${round(y2)}`;

const ELEVATIONS = {
  /** Stress ribbon. */
  strategy() {
    const posts = range(33).map(
      (i) => `M${round(30 + i * 8.125)} ${round(24 + 38 * (1 - ((2 * i) / 32 - 1) ** 2))}v-11`,
    );
    return [
      draw('M0 24H30M290 24H320', 1.25),
      draw('M30 24Q160 100 290 24', 2, 'hot'),
      draw('M30 13Q160 89 290 13', 1.25),
      draw(join(posts), 0.8),
      draw('M30 24V62M290 24V62M20 24L14 62M300 24L306 62', 1.25),
    ];
  },

  /** Two cable-stayed pylons. */
  cloud() {
    const [left, right] = [98, 222];
    const stays = (x, reach) => range(8).map((i) => line(x, 7 + i * 3, x + reach * (i + 1), DECK));
    return [
      deck,
      draw(join([...stays(left, -11.6), ...stays(right, 11.6), ...stays(right, -7.6)]), 0.9),
      draw(join(stays(left, 7.6)), 0.9, 'hot'),
      draw(`M${left} 2V84M${right} 2V84`, 2),
    ];
  },

  /** Warren truss. */
  data() {
    const bays = range(10).map((i) => `M${10 + i * 30} ${DECK}l15-36l15 36`);
    return [
      deck,
      draw('M25 26H295', 2),
      draw(join(bays.filter((_, i) => i !== 6)), 1.25),
      draw(bays[6], 1.6, 'hot'),
      draw('M70 62V84M250 62V84', 2),
    ];
  },

  /** Inclined pylon. */
  innovation() {
    const stays = range(16).map((i) => line(198.6 + i * 2.6, DECK - 3.45 * (i + 1), 178.8 - i * 11.2, DECK));
    const loaded = (i) => i > 9 && i < 13;
    return [
      deck,
      draw(join(stays.filter((_, i) => !loaded(i))), 0.9),
      draw(join(stays.filter((_, i) => loaded(i))), 1.2, 'hot'),
      draw('M192 62L240 3L246 3L204 62', 1.6),
      draw('M192 62V84H204V62', 1.25),
    ];
  },

  /** Bascule, half open. */
  automation() {
    const leaf = (pivot, side) => {
      const edge = `M${pivot} ${DECK}L${pivot + side * 84} ${DECK - 48}L${pivot + side * 4} ${DECK + 13}Z`;
      const posts = [1, 2, 3, 4, 5].map((i) => {
        const t = i / 6;
        return line(pivot + side * 84 * t, DECK - 48 * t, pivot + side * (4 + 80 * t), DECK + 13 - 61 * t);
      });
      return join([edge, ...posts]);
    };
    return [
      draw('M0 62H62M258 62H320', 2, 'deck'),
      draw(leaf(64, 1), 1.25),
      draw(leaf(256, -1), 1.25, 'hot'),
      draw('M40 84V20H62V84M40 32H62M258 84V20H280V84M258 32H280', 1.25),
    ];
  },

  /** Arch with spandrel posts. */
  cybersecurity() {
    const ribs = range(5).map((i) => `M${30 + i * 5} 84Q160 ${-70 + i * 14} ${290 - i * 5} 84`);
    const posts = range(19)
      .map((i) => [43 + i * 13, (i + 1) / 20])
      .map(([x, t]) => [x, 84 - 308 * t * (1 - t)])
      .filter(([, y]) => y < DECK - 2)
      .map(([x, y]) => `M${x} ${DECK}V${round(y)}`);
    return [deck, draw(join(ribs.slice(1)), 0.8), draw(join(posts), 0.8), draw(ribs[0], 2.2, 'hot')];
  },
};

mkdirSync(OUT, { recursive: true });
for (const [name, elevation] of Object.entries(ELEVATIONS)) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${elevation().join('')}</svg>\n`;
  writeFileSync(new URL(`${name}.svg`, OUT), svg);
}
console.log(`${Object.keys(ELEVATIONS).length} elevations`);
