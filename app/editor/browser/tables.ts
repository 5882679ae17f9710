/** Matches fenced code, with its fence as first group, or the rows of a table. */
const codeOrTable = /^[ \t]*(`{3,}|~{3,})[\s\S]*?(?:^[ \t]*\1|(?![\s\S]))|(?<![^\n]\n)^\|.+\|$(?:\n\|.+\|$)*/gmu;

/**
 * Completes the tables that the editor writes: it omits the line below the header from a table pasted without header cells, and writes
 * line breaks in a cell as a backslash and "n", which the site would show.
 */
export const withCompleteTables = (markdown: string): string =>
  markdown.replaceAll(codeOrTable, (block, fence?: string) =>
    fence === undefined ? withHead(block.replaceAll(/`[^`]*`|(?<!\\)(?:\\n)+/gu, breakOf)) : block,
  );

const breakOf = (found: string) => (found.startsWith('`') ? found : '<br>');

const withHead = (table: string): string =>
  table.replace(
    /^(.+)\n(?!\|[ :|-]+\|(?:\n|$))/u,
    (_, row: string) => `${row}\n|${' --- |'.repeat(row.split(/(?<!\\)\|/u).length - 2)}\n`,
  );
