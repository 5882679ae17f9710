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
