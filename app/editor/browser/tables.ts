/** Adds the line that makes a table of rows in Markdown: the editor omits it from a table pasted without header cells. */
export const withTableHeads = (markdown: string): string =>
  markdown.replaceAll(
    /(?<=^|\n\n)(\|.+\|)\n(?=\|)(?!\|[ :|-]+\|(?:\n|$))/gu,
    (_, row: string) => `${row}\n|${' --- |'.repeat(row.split(/(?<!\\)\|/u).length - 2)}\n`,
  );
