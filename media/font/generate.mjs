/*
 * Generates the site's typeface from Archivo (SIL Open Font License, app/assets/archivo-OFL.txt): a variable font with the weights and
 * widths of each @font-face in app/styles/tokens.css and the characters of its range, or those below if it has none, and a static one
 * for the pictures of shared links. Of the font's 90 KB, weights below 400 and widths below 100 % are 40, weights above 600 another 10,
 * rarely used characters 20.
 *
 *   node generate.mjs   writes the files below app/assets
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { create as createFont } from 'fontkit';
import subsetFont from 'subset-font';

const source = readFileSync(
  new URL('../node_modules/@fontsource-variable/archivo/files/archivo-latin-wdth-normal.woff2', import.meta.url),
);
const stylesheet = new URL('../../app/styles/tokens.css', import.meta.url);

/** Weight and width of titles on pictures of shared links (app/platform/media/draw-card.ts). */
const cardAxes = { wght: 600, wdth: 116 };

/**
 * Features that the styles use: kerning, ligatures, bold variants, tabular figures. Not those that combine letters and accents: the
 * letters and the combining accents are in different files.
 */
const keepFeatures = ['kern', 'liga', 'rvrn', 'tnum'];

/**
 * The characters of the font that every page loads. English and common names of western Europe: ASCII without the characters of program
 * code, £ © · ×, ten small letters with accents, dashes, quotation marks, … € ↑ ↓ −
 */
const basicCharacters = [
  'U+0020-003B, U+003D, U+003F-005B, U+005D, U+005F, U+0061-007A, U+007C, U+00A0, U+00A3, U+00A9, U+00B7, U+00D7, U+00E1, U+00E4',
  'U+00E7, U+00E9, U+00ED, U+00F1, U+00F3, U+00F6, U+00FA, U+00FC, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+20AC, U+2191',
  'U+2193, U+2212',
].join();

/** A descriptor of a @font-face rule, such as `font-weight`. */
function descriptor(rule, name) {
  const [, value] = new RegExp(`${name}:([^;]+);`, 'u').exec(rule) ?? [];
  if (value === undefined) throw new Error(`${fileURLToPath(stylesheet)} has a @font-face without ${name}`);
  return value;
}

/** Returns the range of an axis in a rule. The minimum is the font's default. */
function axis(rule, name) {
  const [min = 0, max = min] = (descriptor(rule, name).match(/\d+/gu) ?? []).map(Number);
  return { min, max, default: min };
}

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** Returns all characters of a rule. */
const charactersOf = (rule) =>
  charactersIn(rule.includes('unicode-range') ? descriptor(rule, 'unicode-range') : basicCharacters);

const charactersIn = (ranges) =>
  [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gu)]
    .map(([, from, to = from]) => range(Number.parseInt(from, 16), Number.parseInt(to, 16)))
    .join('');

const rules = [...readFileSync(stylesheet, 'utf8').matchAll(/@font-face \{[^}]*\}/gu)].flatMap(([rule]) => {
  const [, file] = /url\("([^"]+)"\)/u.exec(rule) ?? [];
  return file ? [{ rule, file }] : [];
});
/* Where ranges overlap, the later rule applies: the earlier file does not need those characters. */
const taken = new Set();
for (const { rule, file } of rules.toReversed()) {
  const text = [...charactersOf(rule)].filter((character) => !taken.has(character)).join('');
  for (const character of text) taken.add(character);
  const variationAxes = { wght: axis(rule, 'font-weight'), wdth: axis(rule, 'font-stretch') };
  const font = await subsetFont(source, text, { targetFormat: 'woff2', variationAxes, keepFeatures });
  const target = new URL(file, stylesheet);
  writeFileSync(target, font);
  console.log(`${fileURLToPath(target)}: ${(font.byteLength / 1000).toFixed(1)} KB`);
}

/* The layout engine of these pictures supports neither WOFF2 nor variable fonts. */
for (const part of ['latin', 'latin-ext']) {
  const whole = readFileSync(
    new URL(`../node_modules/@fontsource-variable/archivo/files/archivo-${part}-wdth-normal.woff2`, import.meta.url),
  );
  const text = String.fromCodePoint(...createFont(whole).characterSet);
  const font = await subsetFont(whole, text, {
    targetFormat: 'woff',
    variationAxes: cardAxes,
    keepFeatures: ['kern', 'ccmp', 'mark', 'mkmk', 'locl', 'liga'],
  });
  const target = new URL(`../../app/assets/archivo-card-${part}.woff`, import.meta.url);
  writeFileSync(target, font);
  console.log(`${fileURLToPath(target)}: ${(font.byteLength / 1000).toFixed(1)} KB`);
}
