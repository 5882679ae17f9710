/** The brand mark: two towers, their cable, and the deck under load. Drawn in a box of 44 by 30. */
export const MARK = { width: 44, height: 30 };

const TOWERS = 'M8 1V29M36 1V29';
const CABLE = 'M0 12Q4.5 8.5 8 3Q22 34 36 3Q39.5 8.5 44 12';
const DECK = 'M0 21H44';

/**
 * The mark's paths.
 * @param {object} [options]
 * @param {string} [options.ink] Colour of towers and cable.
 * @param {string} [options.paint] Colour of the deck.
 * @param {number} [options.weight] Factor on the stroke widths: small pictures need stronger lines.
 */
export function mark({ ink = 'currentColor', paint = '#ec4c18', weight = 1 } = {}) {
  const width = (w) => Number((w * weight).toFixed(2));
  return [
    `<path d="${TOWERS}" fill="none" stroke="${ink}" stroke-width="${width(3.4)}"/>`,
    `<path d="${CABLE}" fill="none" stroke="${ink}" stroke-width="${width(2.2)}"/>`,
    `<path d="${DECK}" fill="none" stroke="${paint}" stroke-width="${width(3.4)}"/>`,
  ].join('');
}
