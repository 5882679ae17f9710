import { mentionsOrigin, withoutOwnOrigin, withoutOwnOriginInMarkdown } from '../html/own-links.ts';
import type { ContentProblem } from './problem.ts';
import { type Path, Reference, resolveReferences } from './reference.ts';
import { describePath, lineInBody, refusing, type Source } from './source.ts';

/** Facts that texts refer to by tokens, such as `{company}`. `site_url` is the site's origin: absolute links to it become paths. */
export type Tokens = Readonly<Record<string, string>>;

type Report = (message: string, token: string) => void;

/** Matches a token, or the backslash of an escaped brace. */
const inText = /\\(?=\{)|(?<!\\)\{([a-z_]+)\}/gu;

/** Matches a token, or code, in which braces are literal: fenced, up to its closing fence or the end of the text, or between backticks. */
const inMarkdown =
  /^ {0,3}(`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\2(?!`)|(?<!\\)\{([a-z_]+)\}/gmu;

/** Replaces tokens by facts. `\{company}` is a literal `{company}`. @param report called with each unknown token, which is not replaced */
export function fillTokens(text: string, tokens: Tokens, report: Report): string {
  return text.replace(inText, (whole, name?: string) =>
    name === undefined ? '' : factOf(whole, name, tokens, report),
  );
}

/** Replaces tokens in Markdown by facts, except in code. The renderer removes the backslash of an escaped brace. */
export function fillTokensInMarkdown(text: string, tokens: Tokens, report: Report): string {
  return text.replace(inMarkdown, (whole, _fence?: string, _ticks?: string, name?: string) =>
    name === undefined ? whole : factOf(whole, name, tokens, report),
  );
}

/** Escapes tokens, so that braces in the text are literal. */
export const withoutTokens = (text: string): string => text.replace(/\{(?=[a-z_]+\})/gu, '\\{');

/** Whether a file with this text depends on the tokens' values, so that it is read again when one changes. */
export const dependsOnTokens = (text: string, { site_url }: Tokens): boolean =>
  text.includes('{') || (site_url !== undefined && mentionsOrigin(text, site_url));

/** Replaces tokens in a file by facts, and absolute links in its Markdown to this site by paths. Reports unknown tokens. */
export function fillSource(source: Source, tokens: Tokens, problems: ContentProblem[]): Source {
  const { file, lineOf } = source;
  const data = fillTokensIn(source.data, tokens, (path, message) =>
    problems.push({ file, line: lineOf(path), field: describePath(path), message }),
  );
  const filled = fillTokensInMarkdown(source.body, tokens, (message, unknown) =>
    problems.push({ file, line: lineInBody(source, unknown), message }),
  );
  const { site_url } = tokens;
  const body =
    site_url === undefined ? filled : refusing(file, problems, () => withoutOwnOriginInMarkdown(filled, site_url));
  return { ...source, data, body: body ?? filled };
}

/** Replaces absolute links to this site by paths, in the references of validated data. */
export function linksAsPaths<Value>(value: Value, { site_url }: Tokens): Value {
  if (site_url === undefined) return value;
  const changes: Readonly<Record<string, (key: string, siteUrl: string) => string>> = {
    link: withoutOwnOrigin,
    markdown: withoutOwnOriginInMarkdown,
  };
  return resolveReferences(
    value,
    ({ kind, key }) => ({ found: new Reference(kind, changes[kind]?.(key, site_url) ?? key) }),
    () => {},
  ) as Value;
}

/** Replaces tokens in every text of a value. @param report called with each unknown token and the path of its text */
function fillTokensIn(value: unknown, tokens: Tokens, report: (path: Path, message: string) => void): unknown {
  const filled = (node: unknown, path: Path): unknown => {
    if (typeof node === 'string') return fillTokens(node, tokens, (message) => report(path, message));
    if (Array.isArray(node)) return node.map((item, index) => filled(item, [...path, index]));
    if (node === null || typeof node !== 'object') return node;
    return Object.fromEntries(Object.entries(node).map(([key, item]) => [key, filled(item, [...path, key])]));
  };
  return filled(value, []);
}

function factOf(whole: string, name: string, tokens: Tokens, report: Report): string {
  const value = Object.hasOwn(tokens, name) ? tokens[name] : undefined;
  if (value === undefined)
    report(`"${whole}" is not a known token; there are ${listed(tokens)}; write \\${whole} to show the braces`, whole);
  return value ?? whole;
}

const listed = (tokens: Tokens) =>
  Object.keys(tokens)
    .map((name) => `{${name}}`)
    .join(', ');
