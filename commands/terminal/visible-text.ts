import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** Zero-width characters that may follow another one: joiners of letters and emoji, and the tags of flags. */
const joining = '\\u200c\\u200d\\u{e0020}-\\u{e007f}';
const unprintable = new RegExp(`[^\\P{C}\\n${joining}]`, 'gu');

/** Replaces control characters, on which terminals act, in visitors' input. Preserves line breaks of any kind. */
export const printable = (text: string) =>
  text.replace(/\r\n?/gu, '\n').replaceAll('\t', '    ').replace(unprintable, '\u{fffd}');

/** Puts text on one line of a table; limits stacked accents, which would cover other lines, to three. */
export const onOneLine = (text: string) =>
  printable(text.replace(/\s+/gu, ' '))
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim();

/** Returns the width of a text in terminal columns. */
export const widthOf = (text: string) => stringWidth(text);

/** Truncates a text to `width` columns with an ellipsis, without splitting grapheme clusters. */
export function cut(text: string, width: number): string {
  if (widthOf(text) <= width) return text;
  let taken = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    used += widthOf(segment);
    if (used > width - 1) break;
    taken += segment;
  }
  return `${taken.trimEnd()}…`;
}

/** Fills up a text to `width` columns. */
export const padEnd = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));
