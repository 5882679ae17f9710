/*
 * The site's typeface from Archivo (SIL Open Font License, app/assets/archivo-OFL.txt): the weights and widths that the
 * styles use, in one variable file. Weights below 400 and widths below 100 % are 40 of the whole font's 90 KB.
 *
 *   node generate.mjs   writes app/assets/archivo-latin-wdth-normal.woff2
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const source = new URL(
  '../node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2',
  import.meta.url,
);
const target = new URL('../../app/assets/archivo-latin-wdth-normal.woff2', import.meta.url);

/* What @font-face in app/styles/tokens.css says of the file. */
const axes = { wght: { min: 400, max: 700, default: 400 }, wdth: { min: 100, max: 125, default: 100 } };

/* Every sign that the source has: Latin, punctuation, arrows, currencies. */
const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
const signs =
  range(0x20, 0x17f) + range(0x2bb, 0x2dd) + range(0x2000, 0x2122) + range(0x2190, 0x2193) + range(0x2212, 0x2265);

const font = await subsetFont(readFileSync(source), signs, { targetFormat: 'woff2', variationAxes: axes });
writeFileSync(target, font);
console.log(`${fileURLToPath(target)}: ${(font.byteLength / 1024).toFixed(1)} KB`);
