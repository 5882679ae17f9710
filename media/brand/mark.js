import { brandMark } from '../../app/shared/brand-mark.ts';
import { lightColours } from '../../app/shared/palette.ts';

/**
 * The mark's paths.
 * @param {object} [options]
 * @param {string} [options.ink] Colour of towers and cable.
 * @param {string} [options.paint] Colour of the deck.
 * @param {number} [options.weight] Factor on the stroke widths: small pictures need stronger lines.
 */
export function mark({ ink = 'currentColor', paint = lightColours.paint, weight = 1 } = {}) {
  const width = (w) => Number((w * weight).toFixed(2));
  return [
    `<path d="${brandMark.towers.path}" fill="none" stroke="${ink}" stroke-width="${width(brandMark.towers.strokeWidth)}"/>`,
    `<path d="${brandMark.cable.path}" fill="none" stroke="${ink}" stroke-width="${width(brandMark.cable.strokeWidth)}"/>`,
    `<path d="${brandMark.deck.path}" fill="none" stroke="${paint}" stroke-width="${width(brandMark.deck.strokeWidth)}"/>`,
  ].join('');
}
