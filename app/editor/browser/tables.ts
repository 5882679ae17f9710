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

/** The part of the editor of texts (Lexical) that adds a paragraph. Its element has it as a property. */
interface TextEditor {
  _nodes: ReadonlyMap<string, { klass: new () => Paragraph }>;
  _pendingEditorState: {
    _nodeMap: ReadonlyMap<string, { getLastChild(): { insertAfter(paragraph: Paragraph): void } }>;
  };
  update(change: () => void): void;
}
interface Paragraph {
  select(): void;
}

function appendParagraph(text: Element): void {
  const { __lexicalEditor: editor } = text as Element & { __lexicalEditor?: TextEditor };
  editor?.update(() => {
    const { klass: ParagraphNode } = editor._nodes.get('paragraph') ?? {};
    if (!ParagraphNode) return;
    const paragraph = new ParagraphNode();
    editor._pendingEditorState._nodeMap.get('root')?.getLastChild().insertAfter(paragraph);
    paragraph.select();
  });
}

/**
 * Begins a paragraph below a table that ends a text, by a click there or by the arrow key: the editor has no place for the cursor
 * there.
 */
export function continueBelowTables(): void {
  document.addEventListener('keydown', ({ key }) => {
    const anchor = getSelection()?.anchorNode;
    const row = (anchor instanceof Element ? anchor : anchor?.parentElement)?.closest('tr:last-child');
    const text = row?.closest('[contenteditable="true"] > :last-child')?.parentElement;
    if (key === 'ArrowDown' && text) appendParagraph(text);
  });
  document.addEventListener('click', ({ target, clientY }) => {
    const table = target instanceof HTMLElement && target.isContentEditable ? target.lastElementChild : null;
    if (table?.matches('table') && clientY > table.getBoundingClientRect().bottom) appendParagraph(target as Element);
  });
}
