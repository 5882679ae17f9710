import { type Document, isNode, isScalar, visit, type YAMLError } from 'yaml';
import { quote } from '../../shared/quote.ts';
import { forbiddenCharacterIn } from './read-text.ts';

/** A YAML mistake, explained to somebody who writes content and not code. */
export interface YamlMistake {
  /** Offset of its beginning in the text. */
  offset: number;
  message: string;
}

/** The message about a text whose nesting exceeds the stack of its parser, usually some thousand levels. */
export const nestedTooDeeply = 'is nested too deeply to be read';

/** Returns the mistakes of a document: only the first syntax error, after which the parser misreads the rest, or all others. */
export function yamlMistakes(document: Document.Parsed, text: string): YamlMistake[] {
  const [first] = document.errors;
  if (first) return [mistakeOf(first, text)];
  const aliases = aliasesIn(document);
  return [
    ...(aliases.length > 0 ? aliases : lostBeginnings(document, text)),
    ...wrongFields(document),
    ...commentsInValues(document, text),
    ...escapedCharacters(document),
  ];
}

/**
 * Reports duplicate fields, for which the parser compares each field with all earlier ones, and fields whose name is a list or
 * a group, of which 400 inside each other take a minute to be converted.
 */
function wrongFields(document: Document.Parsed): YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  visit(document, {
    Map(_, { items }) {
      const names = new Set<unknown>();
      for (const { key } of items) {
        const offset = (isNode(key) && key.range?.[0]) || 0;
        if (!isScalar(key)) {
          mistakes.push({ offset, message: 'has a field whose name is not text; put the name in quotes' });
          return visit.BREAK;
        }
        if (String(key.value).startsWith('\u{a0}'))
          mistakes.push({
            offset,
            message: 'begins with a no-break space, as text from Word or a web page does; indent with ordinary spaces',
          });
        if (names.has(key.value))
          mistakes.push({
            offset,
            message: `has the field ${quote(String(key.value))} a second time; a field appears once in its group`,
          });
        names.add(key.value);
      }
      return undefined;
    },
  });
  return mistakes;
}

/** Reports aliases: a text that begins with "*" is meant literally, and repeated aliases can exhaust the memory. */
function aliasesIn(document: Document.Parsed): YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  visit(document, {
    Alias(_, { source, range }) {
      mistakes.push({
        offset: range?.[0] ?? 0,
        message: `has a value that begins with "*": ${quote(`*${source}`)}; write it in quotes, or repeat the value itself`,
      });
      return visit.BREAK;
    },
  });
  return mistakes;
}

/** Reports the first value whose first word YAML reads as an anchor ("&") or a tag ("!"), and leaves out. */
function lostBeginnings(document: Document.Parsed, text: string): YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  visit(document, {
    Node(_, { anchor, tag, range }) {
      const mark = anchor === undefined ? tag?.startsWith('!') && '!' : '&';
      if (!mark || !range) return undefined;
      const offset = text.lastIndexOf(mark, range[0]);
      mistakes.push({ offset, message: beginsWithMark(text.slice(offset).split('\n')[0] ?? '') });
      return visit.BREAK;
    },
  });
  return mistakes;
}

/** Reports the text behind a "#", which YAML reads as a comment. An intended comment has a space after the "#". */
function commentsInValues(document: Document.Parsed, text: string): YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  visit(document, {
    Scalar(_, { value, type, range }) {
      if (!range || type !== 'PLAIN' || (value !== null && typeof value !== 'string')) return;
      const [, comment] = /^[ \t]*(#\S.*)/u.exec(text.slice(value === null ? range[0] : range[1])) ?? [];
      if (comment === undefined) return;
      const whole = value === null ? comment : `${value} ${comment}`;
      const place = value === null ? 'a value that begins with "#"' : 'a comment inside a text, from "#" on';
      mistakes.push({
        offset: range[0],
        message: `has ${place}: ${quote(comment)}; write it in quotes: ${inQuotes(whole)}`,
      });
    },
  });
  return mistakes;
}

/** Reports characters that a file may not contain and that are written as escapes, such as "\u202E". */
function escapedCharacters(document: Document.Parsed): YamlMistake[] {
  const mistakes: YamlMistake[] = [];
  visit(document, {
    Scalar(_, { value, range }) {
      const found = typeof value === 'string' ? forbiddenCharacterIn(value) : undefined;
      if (found)
        mistakes.push({
          offset: range?.[0] ?? 0,
          message: `contains an invisible character (${found.name}), written with a backslash; remove it`,
        });
    },
  });
  return mistakes;
}

/** Matches an entry of a list without a space after its dash. */
const tightDash = /^\s*-[^\s-]/u;

function mistakeOf({ code, pos, message }: YAMLError, text: string): YamlMistake {
  const [offset] = pos;
  const line = lineAt(text, offset);
  const at = (description: string, where = offset): YamlMistake => ({ offset: where, message: description });
  const before = Math.max(0, text.lastIndexOf('\n', offset - 1) - 1);
  const dash = [before, offset].find((where) => tightDash.test(lineAt(text, where)));
  if (dash !== undefined && ['BLOCK_AS_IMPLICIT_KEY', 'BAD_INDENT'].includes(code)) {
    const entry = lineAt(text, dash).trim();
    return at(
      `has an entry of a list without a space after its dash: ${entry}; write ${entry.replace('-', '- ')}`,
      dash,
    );
  }
  // In the middle of a value, the parser reports what it does not expect behind its first word.
  const [, marked] = /^[\s-]*(?:\w[\w-]*: +(?=[?-] |\*)|(?=\*))(.*)$/u.exec(line) ?? [];
  if (marked !== undefined && ['UNEXPECTED_TOKEN', 'BLOCK_AS_IMPLICIT_KEY'].includes(code))
    return at(beginsWithMark(marked));
  switch (code) {
    case 'BLOCK_AS_IMPLICIT_KEY': {
      const [, field, value] = /^([\s-]*\w[\w-]*): +(?=\S)(.*: .*|.*:)\s*$/su.exec(line) ?? [];
      return field === undefined || value === undefined
        ? at(
            'is indented further than the field above it, which already has a value; fields of one group begin in the same column',
          )
        : at(`has a colon inside a text without quotes; write ${field.trim()}: ${inQuotes(value)}`);
    }
    case 'TAB_AS_INDENT':
      return at('begins with a tab; indent with spaces, two for each step');
    case 'MISSING_CHAR': {
      if (!message.includes('quote'))
        return at('is indented differently from the lines around it; fields of one group begin in the same column');
      const opened = openingOf(message.includes("'") ? "'" : '"', text);
      return at(`has a text whose closing quote is missing: ${lineAt(text, opened).trim()}`, opened);
    }
    case 'UNEXPECTED_TOKEN':
      if (message.startsWith('Not a YAML token'))
        return at(
          `has text after "|" or ">": ${line.trim()}; a text of several lines begins on the next line, indented`,
        );
      if (/["']/u.test(line))
        return at(
          `has text after a closing quote: ${line.trim()}; inside double quotes write \\", inside single quotes ''`,
        );
      return at(`has a bracket too many: ${line.trim()}; put a text that contains brackets in quotes`);
    case 'BAD_INDENT': {
      const bracket = /end with a (\S)/u.exec(message)?.[1];
      if (bracket === undefined)
        return at('is indented differently from the lines around it; fields of one group begin in the same column');
      return at(`has a list whose closing "${bracket}" is missing: ${lineAt(text, before).trim()}`, before);
    }
    case 'BAD_SCALAR_START':
    case 'BAD_ALIAS': {
      const value = text.slice(offset).split('\n')[0] ?? '';
      return at(beginsWithMark(value));
    }
    case 'MULTILINE_IMPLICIT_KEY':
      if (/^[\s-]*\w[\w-]*:\u{a0}/u.test(line))
        return at(
          `has a no-break space after its colon, as text from Word or a web page does: ${line.trim()}; write an ordinary space`,
        );
      return at(
        `is not a field: ${quote(line.trim())}; a field is its name, a colon, a space and its value, such as "title: Hello"`,
      );
    case 'MULTIPLE_DOCS':
      return at('has a second line "---"; put a text that begins so in quotes');
    case 'BAD_DQ_ESCAPE':
      return at(`has a backslash inside double quotes: ${line.trim()}; write single quotes, or the backslash twice`);
    case 'RESOURCE_EXHAUSTION':
      return at(nestedTooDeeply);
    default:
      return at(`is not valid YAML: ${message}`);
  }
}

function lineAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(start, end < 0 ? undefined : end);
}

/** Returns the offset of the unclosed quote: of the first value that begins with a quote and has no other on its line. */
function openingOf(mark: string, text: string): number {
  const found = new RegExp(`(?:^|[\\s:,[{-])${mark}[^${mark}\\n]*$`, 'mu').exec(text);
  return found ? found.index + found[0].indexOf(mark) : 0;
}

const beginsWithMark = (value: string) =>
  `has a value that begins with "${value[0]}"; write it in quotes: ${inQuotes(value)}`;

const inQuotes = (value: string) => JSON.stringify(value.trim());
