// Corrects what the editor writes as Markdown that means something else.

/** Matches fenced code, with its fence as second group. */
const code = /(^[ \t]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\2|(?![\s\S])))/mu;

/** Called by the editor with each state of a text, in which it has escaped the author's own characters. */
export const correctMarkdown = (markdown: string): string => outsideCode(markdown, correctText);

const outsideCode = (markdown: string, correct: (text: string) => string): string =>
  markdown
    .split(code)
    .map((part, index) => [correct(part), part, ''][index % 3])
    .join('');

const correctText = (text: string): string =>
  text
    .replaceAll(/(?<![^\n]\n)^\|.+\|$(?:\n\|.+\|$)*/gmu, completeTable)
    // An empty item of a list, whose dash would make a heading of the text above it.
    .replaceAll(/\n?^ *(?:-|\d+\.) $/gmu, '')
    // A heading with a line break, whose second line would become a paragraph.
    .replaceAll(/^#+ .+(?:\n.+)+/gmu, (heading) => heading.replaceAll('\n', ' '))
    // A line below a text that would make a heading of it.
    .replaceAll(/(?<=.\n(?:> )?)(?:-+|=+)[ \t]*$/gmu, String.raw`\$&`);

/** Matches blocks whose lines may not belong together: nested quotations, tables, code and HTML. */
const otherBlock =
  /^[ \t]*>[ \t]*>|^[ \t>]*(?:[-=|:*_ \t]+$|`{3}|~{3})|^(?: {4}|\t)(?![ \t]*(?:[-*+]|\d+[.)])[ \t])|^</mu;

/** Matches the end of a line of text that goes on in the next line of its paragraph. */
const softBreak =
  /(?<=^(?!(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*(?:$|#{1,6}[ \t]|\||\[(?!\^)[^\]]+\]:)).*[^\s\\])[ \t]?\n(?:(?<=^[ \t]*>.*\n)[ \t]*(?:>[ \t]?)+|[ \t]*(?!>))(?=\S)(?!#{1,6}[ \t]|[-*+][ \t]|\d+[.)][ \t]|\||<(?!https?:)|\[[^\]]+\]:)/gmu;

/**
 * Called by the editor with the text of an entry that it duplicates. It shows and writes each line break as one of the page, and would
 * break the text of the copy where the lines of the original are wrapped.
 */
export const joinLines = (markdown: string): string =>
  outsideCode(markdown, (text) =>
    text.replaceAll(/(?:.+(?:\n|$))+/gu, (block) =>
      otherBlock.test(block) ? block : block.replaceAll(softBreak, ' '),
    ),
  );

/** Matches a nested item that is not indented as the editor writes it, by four spaces for each item around it. */
const otherIndent = /^(?!(?: {4})*\S) +(?:[-*+]|\d+\.)[ \t]/mu;

/**
 * Called by the editor with a text that it opens. It knows only items that are indented by four spaces. By itself it indents other items,
 * but not the pictures and paragraphs in them, which then belong to the item around it.
 */
export function indentLists(markdown: string): string {
  if (!otherIndent.test(markdown)) return markdown;
  /** Columns at which the texts of the items around a line begin. */
  let columns: number[] = [];
  let isParagraph = false;
  const indented = (line: string) => {
    const [, { length } = '', marker = ''] = /^( *)((?:[-*+]|\d+\.)[ \t]+)?/u.exec(line) ?? [];
    const isBlank = line.trim() === '';
    // A line of a paragraph may begin anywhere.
    if (!isBlank && (marker || !isParagraph)) columns = columns.filter((column) => length >= column);
    isParagraph = !isBlank;
    const isCode = !marker && length >= (columns.at(-1) ?? 0) + 4;
    const { length: depth } = columns;
    if (marker) columns.push(length + marker.length);
    return isBlank || isCode || depth === 0 ? line : ' '.repeat(4 * depth) + line.slice(length);
  };
  return outsideCode(markdown, (text) => text.split('\n').map(indented).join('\n'));
}

/** The editor omits the line below the header from a table pasted without header cells, and writes line breaks in a cell as `\n`. */
const completeTable = (table: string): string =>
  table
    .replaceAll(/`[^`]*`|(?<!\\)(?:\\n)+/gu, (found) => (found.startsWith('`') ? found : '<br>'))
    .replace(
      /^(.+)\n(?!\|[ :|-]+\|(?:\n|$))/u,
      (_, row: string) => `${row}\n|${' --- |'.repeat(row.split(/(?<!\\)\|/u).length - 2)}\n`,
    );

/** A part of a text in the editor (Lexical). */
interface TextNode {
  getTextContent(): string;
  hasFormat?(name: string): boolean;
  getPreviousSibling(): TextNode | null;
  getNextSibling(): TextNode | null;
}

/**
 * Called by the editor when it begins bold or italic characters, among others.
 * @param mark the one that it would write; within a word, Markdown takes `_` for a character
 * @param open those that it has not closed yet
 */
export function markOf(mark: string, node: TextNode, open: readonly { tag: string }[]): string {
  if (mark !== '_') return mark;
  if (open.some(({ tag }) => tag === '*')) return '*';
  let last = node;
  for (let next = last.getNextSibling(); next?.hasFormat?.('italic'); next = next.getNextSibling()) last = next;
  const [before, text, after] = [node.getPreviousSibling(), node, last.getNextSibling()].map(
    (part) => part?.getTextContent() ?? '',
  );
  return /[\p{L}\p{N}]_\S|\S_[\p{L}\p{N}]/u.test(`${before}_${text}_${after}`) ? '*' : mark;
}
