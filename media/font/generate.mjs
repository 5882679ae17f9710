/*
 * The site's typeface from Archivo (SIL Open Font License, app/assets/archivo-OFL.txt): the weights, widths and signs that
 * each @font-face in app/styles/tokens.css names, as a variable file; and one weight of it for pictures of shared links. Weights below 400 and widths below 100 % are 40 of the
 * whole font's 90 KB, and signs that English seldom needs are 20.
 *
 *   node generate.mjs   writes the files below app/assets that app/styles/tokens.css names
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

/** What the styles can ask for: kerning, accents in their places, figures of one width. Not fractions, which they do not use. */
const keepFeatures = ['kern', 'ccmp', 'mark', 'mkmk', 'locl', 'liga', 'rvrn', 'tnum'];

/** A descriptor of a @font-face rule, such as `font-weight`. */
function descriptor(rule, name) {
  const [, value] = new RegExp(`${name}:([^;]+);`, 'u').exec(rule) ?? [];
  if (value === undefined) throw new Error(`${fileURLToPath(stylesheet)} has a @font-face without ${name}`);
  return value;
}

/** The least and the largest that a rule offers of an axis; the least is what the file holds without being asked. */
function axis(rule, name) {
  const [min = 0, max = min] = (descriptor(rule, name).match(/\d+/gu) ?? []).map(Number);
  return { min, max, default: min };
}

const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));

/** Every sign of a `unicode-range`. */
const signs = (rule) =>
  [...descriptor(rule, 'unicode-range').matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/gu)]
    .map(([, from, to = from]) => range(Number.parseInt(from, 16), Number.parseInt(to, 16)))
    .join('');

const rules = [...readFileSync(stylesheet, 'utf8').matchAll(/@font-face \{[^}]*\}/gu)].flatMap(([rule]) => {
  const [, file] = /url\("([^"]+)"\)/u.exec(rule) ?? [];
  return file ? [{ rule, file }] : [];
});
/* Where ranges overlap the later rule counts: the earlier file need not hold the sign. */
const taken = new Set();
for (const { rule, file } of rules.toReversed()) {
  const text = [...signs(rule)].filter((sign) => !taken.has(sign)).join('');
  for (const sign of text) taken.add(sign);
  const variationAxes = { wght: axis(rule, 'font-weight'), wdth: axis(rule, 'font-stretch') };
  const font = await subsetFont(source, text, { targetFormat: 'woff2', variationAxes, keepFeatures });
  const target = new URL(file, stylesheet);
  writeFileSync(target, font);
  console.log(`${fileURLToPath(target)}: ${(font.byteLength / 1000).toFixed(1)} KB`);
}

/* The layout engine of these pictures reads neither WOFF2 nor variable fonts. */
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
