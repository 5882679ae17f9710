import type { ContentProblem } from './problem.ts';
import type { Path } from './reference.ts';
import { describePath, lineInBody, type Source } from './source.ts';

/** Facts that texts name by token, such as `{company}`, so that they are replaced once. */
export type Tokens = Readonly<Record<string, string>>;

type Report = (message: string, token: string) => void;

/** A token, or the backslash before what is none. */
const inText = /\\(?=\{)|(?<!\\)\{([a-z_]+)\}/gu;

/** A token, or code, in which braces are code: fenced, up to its fence or the end of the text, or between backticks. */
const inMarkdown =
  /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\2(?!`)|(?<!\\)\{([a-z_]+)\}/gmu;

/**
 * Fills in facts. `\{company}` means these braces themselves.
 * @param onUnknown called with each unknown token, which stays as it is
 */
export function fillTokens(text: string, tokens: Tokens, onUnknown: Report): string {
  return text.replace(inText, (whole, name?: string) =>
    name === undefined ? '' : factOf(whole, name, tokens, onUnknown),
  );
}

/** The same in Markdown, where code stays as it is and the renderer takes away the backslash. */
export function fillTokensInMarkdown(text: string, tokens: Tokens, onUnknown: Report): string {
  return text.replace(inMarkdown, (whole, _fence?: string, _ticks?: string, name?: string) =>
    name === undefined ? whole : factOf(whole, name, tokens, onUnknown),
  );
}

/** Text in which braces mean themselves. */
export const withoutTokens = (text: string): string => text.replace(/\{(?=[a-z_]+\})/gu, '\\{');

/** Fills in the facts of a file, in its data and in its Markdown. Tokens that nobody knows are added to `problems`. */
export function fillSource(source: Source, tokens: Tokens, problems: ContentProblem[]): Source {
  const { file, lineOf } = source;
  const data = fillTokensIn(source.data, tokens, (path, message) =>
    problems.push({ file, line: lineOf(path), field: describePath(path), message }),
  );
  const body = fillTokensInMarkdown(source.body, tokens, (message, unknown) =>
    problems.push({ file, line: lineInBody(source, unknown), message }),
  );
  return { ...source, data, body };
}

/** Fills in every text of a value. @param onUnknown called with each unknown token and the place of its text */
function fillTokensIn(value: unknown, tokens: Tokens, onUnknown: (path: Path, message: string) => void): unknown {
  const filled = (node: unknown, path: Path): unknown => {
    if (typeof node === 'string') return fillTokens(node, tokens, (message) => onUnknown(path, message));
    if (Array.isArray(node)) return node.map((item, index) => filled(item, [...path, index]));
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, filled(item, [...path, key])]));
  };
  return filled(value, []);
}

function factOf(whole: string, name: string, tokens: Tokens, onUnknown: Report): string {
  const value = Object.hasOwn(tokens, name) ? tokens[name] : undefined;
  if (value === undefined) onUnknown(`"${whole}" is not a known token; there are ${listed(tokens)}`, whole);
  return value ?? whole;
}

const listed = (tokens: Tokens) =>
  Object.keys(tokens)
    .map((name) => `{${name}}`)
    .join(', ');
