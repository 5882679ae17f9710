import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter();

/** What may follow a sign and has no width: those that join letters and emoji, and what flags are made of. */
const joining = '\\u200c\\u200d\\u{e0020}-\\u{e007f}';
const unprintable = new RegExp(`[^\\P{C}\\n${joining}]`, 'gu');

/** A terminal acts on control characters; what a visitor typed must not reach it as such. Lines stay, however they end. */
export const printable = (text: string) =>
  text.replace(/\r\n?/gu, '\n').replaceAll('\t', '    ').replace(unprintable, '\u{fffd}');

/** Text for one line of a table; of a pile of accents, which would hide other lines, three stay. */
export const onOneLine = (text: string) =>
  printable(text.replace(/\s+/gu, ' '))
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .trim();

/** Columns of a terminal that a text takes. */
export const widthOf = (text: string) => stringWidth(text);

/** At most `width` columns of a text, without cutting what is seen as one sign; what is left out is an ellipsis. */
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

export const padEnd = (text: string, width: number) => text + ' '.repeat(Math.max(0, width - widthOf(text)));
