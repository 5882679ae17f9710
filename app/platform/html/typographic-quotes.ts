import type { Element, Root, Text } from 'hast';
import { retext } from 'retext';
import retextSmartypants from 'retext-smartypants';

/** Replaces only quotes, each by one character, so that length limits and offsets of the text remain valid. */
const smarten = retext()
  .use(retextSmartypants, { quotes: true, backticks: false, dashes: false, ellipses: false })
  .freeze();

/** Replaces straight quotes and apostrophes of running text by typographic ones. The length does not change. */
export const withTypographicQuotes = (text: string): string =>
  /["']/u.test(text) ? String(smarten.processSync(text)) : text;

/** Elements whose text is not prose: it is copied, or read by a program. */
const verbatim = new Set(['code', 'pre', 'kbd', 'samp', 'var']);

/** Elements inside a sentence: a quote may open before one and close after it. */
const inSentence = new Set(
  'a abbr b bdi bdo cite del dfn em i ins mark q s small span strike strong sub sup time u'.split(' '),
);

/** Replaces verbatim text, so that quotes around it are treated as quotes around a word. */
const placeholder = 'x';

/** Rehype plugin: makes quotes typographic in prose, but not in code. */
export function typographicQuotes(): (root: Root) => void {
  return (root) => smartenBlock(root);
}

function smartenBlock(block: Root | Element): void {
  let pieces: (Text | undefined)[] = [];
  const finish = () => {
    smartenPieces(pieces);
    pieces = [];
  };
  const collect = (parent: Root | Element) => {
    for (const node of parent.children) {
      if (node.type === 'text') pieces.push(node);
      else if (node.type !== 'element') continue;
      else if (verbatim.has(node.tagName)) pieces.push(undefined);
      else if (inSentence.has(node.tagName)) collect(node);
      else {
        finish();
        smartenBlock(node);
      }
    }
  };
  collect(block);
  finish();
}

/** @param pieces consecutive texts of one or several sentences; `undefined` for verbatim text */
function smartenPieces(pieces: readonly (Text | undefined)[]): void {
  const smart = withTypographicQuotes(pieces.map((piece) => piece?.value ?? placeholder).join(''));
  let start = 0;
  for (const piece of pieces) {
    const end = start + (piece?.value ?? placeholder).length;
    if (piece) piece.value = smart.slice(start, end);
    start = end;
  }
}
