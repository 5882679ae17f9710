import type { MailBlock, MailBody } from './mail-body.ts';

/** Columns at which our own sentences wrap (RFC 5322, 2.1.1). Text of a visitor keeps its line breaks. */
const lineLength = 76;

/** Control characters, on which terminals act, except those of ordinary text. */
const unprintable = /[^\P{Cc}\t\r\n]/gu;

/** Renders a mail as plain text with a signature (RFC 3676, 4.3). */
export function mailText({ heading, blocks, footnotes }: MailBody): string {
  const parts = [wrapped(heading), ...blocks.map(blockText)];
  const text = `${parts.join('\n\n')}\n\n-- \n${footnotes.map((note) => wrapped(note)).join('\n')}\n`;
  return text.replace(unprintable, '\u{fffd}');
}

function blockText(block: MailBlock): string {
  switch (block.type) {
    case 'paragraph':
      return wrapped(block.text);
    case 'quote':
      return block.text;
    case 'reference':
      return `${block.fact.label}: ${block.fact.value}`;
    case 'facts': {
      const width = Math.max(...block.facts.map(({ label }) => label.length)) + 2;
      return block.facts.map(({ label, value }) => `${`${label}:`.padEnd(width)}${value}`).join('\n');
    }
    case 'steps':
      return [block.heading, ...block.steps.map((step, index) => wrapped(`${index + 1}. ${step}`, '   '))].join('\n');
  }
}

/** @param indent before every line but the first */
function wrapped(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + 1 + word.length > lineLength) {
      lines.push(line);
      line = indent + word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}
