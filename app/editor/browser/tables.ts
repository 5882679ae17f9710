/**
 * Adds the line below its first row that makes a table of rows in Markdown. A table that is pasted from a word processor has no header
 * cells, and the editor writes it without that line.
 */
export const withTableHeads = (markdown: string): string =>
  markdown.replaceAll(
    /(?<=^|\n\n)(\|.+\|)\n(?=\|)(?!\|[ :|-]+\|(?:\n|$))/gu,
    (_, row: string) => `${row}\n|${' --- |'.repeat(row.split(/(?<!\\)\|/u).length - 2)}\n`,
  );
