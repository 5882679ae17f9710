import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  type Node,
  type Pair,
  parse,
  parseDocument,
  Scalar,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { withVisibleBreaks } from './line-breaks.ts';
import { withFormerAlignment } from './table-alignment.ts';

/** Width at which long texts wrap when the structure of a file changes, as in the content files. */
const lineWidth = 118;

/** Whether a value is empty: editors write such values for untouched fields. */
const isEmpty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** A range of the text with its new content. */
interface Replacement {
  start: number;
  end: number;
  text: string;
}

/** Whether a file of the content is a text, by its name. */
export const isText = (path: string): boolean => /\.(?:md|yaml)$/u.test(path);

/** Merges the new text of a file into its former one, whose line ends stay. @param before empty for a new file */
export function mergeFile(path: string, before: string, next: string): string {
  // Windows writes a mark before the first line and two characters at the end of each.
  const plain = before.replace(/^\uFEFF/u, '').replaceAll('\r\n', '\n');
  const merged = path.endsWith('.yaml') ? mergeYaml(plain, next) : mergeMarkdown(plain, next);
  return before.includes('\r\n') ? merged.replaceAll('\n', '\r\n') : merged;
}

/** Writes the values of `next` into the YAML of `before`: comments, order and line breaks of unchanged parts stay. */
export function mergeYaml(before: string, next: string): string {
  const document = parseDocument(before);
  const former = valuesIn(document);
  if (former === undefined) return next;
  const wanted = withFormerEmpties(former, parse(next));
  const edits = editsOf({ text: before, document }, document.contents as Node | null, wanted, false);
  const text = edits && applied(before, edits);
  return text !== undefined && isDeepStrictEqual(valuesOf('.yaml', text), wanted) ? text : next;
}

const frontMatter = /^---\r?\n(.*?)^---[ \t]*(?:\r?\n|$)(.*)$/msu;

/** Merges Markdown with front matter. A body that differs only in its outer blank lines stays unchanged. */
export function mergeMarkdown(before: string, next: string): string {
  const [, yamlNext, bodyNext = ''] = frontMatter.exec(next) ?? [];
  if (yamlNext === undefined) return next;
  const [, yamlBefore, bodyBefore = ''] = frontMatter.exec(before) ?? [];
  const isSame = bodyBefore.trim() === bodyNext.trim();
  const blankLines = /^\n*/u.exec(bodyBefore || bodyNext)?.[0] ?? '';
  const written = withFormerAlignment(bodyBefore, withVisibleBreaks(bodyBefore, bodyNext.trim()));
  const body = isSame ? bodyBefore : `${blankLines}${written}\n`;
  return `---\n${yamlBefore === undefined ? yamlNext : mergeYaml(yamlBefore, yamlNext)}---\n${body}`;
}

/** Returns the values of a YAML text, or of the front matter of a Markdown text; undefined if they cannot be read. */
export function valuesOf(path: string, text: string): unknown {
  return valuesIn(parseDocument(path.endsWith('.yaml') ? text : (frontMatter.exec(text)?.[1] ?? '')));
}

function valuesIn(document: Document.Parsed): unknown {
  if (document.errors.length > 0) return undefined;
  try {
    return document.toJS();
  } catch {
    // A text without quotes that begins with "*" is an alias, here of nothing.
    return undefined;
  }
}

/** Leaves empty keys as they are in the file: the editor writes those of some fields, and omits those of others. */
function withFormerEmpties(before: unknown, next: unknown): unknown {
  if (Array.isArray(next)) {
    const former: readonly unknown[] = Array.isArray(before) ? before : [];
    const places = placesOf(former, next);
    // A copy of an entry is as complete as the entry.
    const isCopy = (item: unknown) => former.some((other) => isDeepStrictEqual(other, item));
    return next.map((item, index) => (isCopy(item) ? item : withFormerEmpties(former[places[index] ?? -1], item)));
  }
  if (typeof next !== 'object' || next === null) return next;
  const had = typeof before === 'object' && before !== null ? new Map(Object.entries(before)) : new Map();
  const values = new Map(Object.entries(next));
  // A section of another type has other fields.
  const kept =
    had.get('type') === values.get('type') ? [...had].filter(([key, value]) => isEmpty(value) && !values.has(key)) : [];
  const written = [...values].filter(([key, value]) => had.has(key) || !isEmpty(value));
  return Object.fromEntries([...written.map(([key, value]) => [key, withFormerEmpties(had.get(key), value)]), ...kept]);
}

/** @returns the range of the whole lines from the start of one node to the end of another */
function linesOf(text: string, first: Node, last: Node): { start: number; end: number } {
  const start = text.lastIndexOf('\n', (first.range?.[0] ?? 0) - 1) + 1;
  const end = text.indexOf('\n', Math.max(start, (last.range?.[1] ?? 0) - 1)) + 1;
  return { start, end: end === 0 ? text.length : end };
}

const nameOf = (key: unknown) => (isScalar(key) ? String(key.value) : undefined);

interface Source {
  text: string;
  document: Document;
}

/**
 * Returns the replacements after which a node has a value: of scalars, of the lines of fields that are gone or new, and of lists whose
 * entries have moved, with the comments above them.
 * @returns undefined if the whole node has to be rewritten
 */
function editsOf(source: Source, node: Node | null, value: unknown, isInFlow: boolean): Replacement[] | undefined {
  const [start, end] = node?.range ?? [];
  if (!node || start === undefined || end === undefined) return undefined;
  if (isDeepStrictEqual(node.toJS(source.document), value)) return [];
  // A tag or an anchor, usually the first word of a text without quotes, is outside the node's range and would stay.
  if (node.tag || (!isAlias(node) && node.anchor)) return undefined;
  if (isScalar(node))
    return isObject(value) ? undefined : [{ start, end, text: scalarText(source, node, value, isInFlow) }];
  if (!isCollection(node)) return undefined;
  const flow = isInFlow || node.flow === true;
  const edits = isMap(node)
    ? editsOfMap(source, node, value, flow)
    : editsOfList(source, node as YAMLSeq<Node>, value, flow);
  return edits ?? (flow && isObject(value) ? [{ start, end, text: flowText(value) }] : undefined);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function editsOfMap(source: Source, node: YAMLMap, value: unknown, flow: boolean): Replacement[] | undefined {
  if (!isObject(value) || Array.isArray(value)) return undefined;
  const left = new Map<unknown, unknown>(Object.entries(value));
  const pairs = node.items as Pair<Node, Node | null>[];
  if (left.size === 0) return undefined;
  if (flow && (left.size !== pairs.length || !pairs.every(({ key }) => left.has(nameOf(key))))) return undefined;
  const indent = indentAt(source.text, node.range?.[0] ?? 0);
  const edits: Replacement[] = [];
  let end = 0;
  for (const { key, value: item } of pairs) {
    const name = nameOf(key);
    const lines = linesOf(source.text, key, item ?? key);
    end = lines.end;
    const inner = left.has(name) ? editsOf(source, item, left.get(name), flow) : [{ ...lines, text: '' }];
    // The line of an entry's first field has its dash, too.
    const hasDash = source.text.slice(lines.start, key.range?.[0]).includes('-');
    if (flow ? !inner : hasDash && !(inner && left.has(name))) return undefined;
    edits.push(...(inner ?? [{ ...lines, text: blockText({ [String(name)]: left.get(name) }, indent) }]));
    left.delete(name);
  }
  if (left.size > 0) edits.push({ start: end, end, text: blockText(Object.fromEntries(left), indent) });
  return edits;
}

function editsOfList(source: Source, node: YAMLSeq<Node>, value: unknown, flow: boolean): Replacement[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const former = node.items.map((item) => item.toJS(source.document));
  const places = placesOf(former, value);
  const isInPlace = value.length === former.length && places.every((place, index) => place === index);
  const edits = isInPlace ? node.items.map((item, index) => editsOf(source, item, value[index], flow)) : undefined;
  if (edits?.every((edit) => edit !== undefined)) return edits.flat();
  return flow ? undefined : editsOfEntries(source, node.items, value, places);
}

/**
 * Returns the former index of each value: of an equal one, or of one that is left and so has changed.
 * @returns undefined at a new value
 */
function placesOf(former: readonly unknown[], values: readonly unknown[]): (number | undefined)[] {
  const left = new Set(former.keys());
  const isEqual = (at: number, value: unknown) => left.has(at) && isDeepStrictEqual(former[at], value);
  const places = values.map((value, index) => {
    const at = isEqual(index, value) ? index : [...left].find((other) => isEqual(other, value));
    if (at !== undefined) left.delete(at);
    return at;
  });
  return places.map((place, index) => {
    if (place !== undefined || left.size === 0) return place;
    const at = left.has(index) ? index : [...left][0];
    if (at !== undefined) left.delete(at);
    return at;
  });
}

/** Writes the entries of a list in block style in their new order. */
function editsOfEntries(
  source: Source,
  items: readonly Node[],
  values: readonly unknown[],
  places: readonly (number | undefined)[],
): Replacement[] | undefined {
  const { text } = source;
  const [first] = items;
  if (!first) return undefined;
  const lines = items.map((item) => linesOf(text, item, item));
  const [{ start } = { start: 0 }] = lines;
  const begin = startOfComment(text, start);
  const dash = indentAt(text, start + text.slice(start).search(/\S/u));
  const isFlow = isCollection(first) && first.flow === true;
  const rewritten = (value: unknown) =>
    isFlow && isObject(value) ? `${dash}- ${flowText(value)}\n` : blockText([value], dash);
  const wanted = values.map((value, index) => {
    const place = places[index];
    const [item, own] = place === undefined ? [] : [items[place], lines[place]];
    if (place === undefined || !item || !own) return rewritten(value);
    const from = lines[place - 1]?.end ?? begin;
    const edits = editsOf(source, item, value, false);
    if (!edits) return text.slice(from, own.start) + rewritten(value);
    return applied(text.slice(0, own.end), edits).slice(from);
  });
  // Between entries, as above the last one: a new entry and the former first one have none of their own.
  const gap = text[lines.at(-2)?.end ?? 0] === '\n' ? '\n' : '';
  const spaced = wanted.map((entry, index) =>
    index === 0 ? entry.replace(/^\n/u, '') : places[index] ? entry : gap + entry,
  );
  return [{ start: begin, end: lines.at(-1)?.end ?? begin, text: spaced.join('') }];
}

/** @returns the start of the comment that ends above a line */
function startOfComment(text: string, start: number): number {
  const above = text.lastIndexOf('\n', start - 2) + 1;
  return start > 0 && /^[ \t]*#/u.test(text.slice(above, start)) ? startOfComment(text, above) : start;
}

/** @returns spaces up to a position in its line */
const indentAt = (text: string, position: number): string =>
  ' '.repeat(position - (text.lastIndexOf('\n', position - 1) + 1));

const blockText = (value: object, indent: string): string =>
  stringify(value, { lineWidth: lineWidth - indent.length }).replaceAll(/^(?=.)/gmu, indent);

function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (!isObject(value)) return lineText(value, undefined, true);
  const fields = Object.entries(value).map(([key, item]) => `${key}: ${flowText(item)}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

/** Returns a scalar on one line. @param type the notation of its former value */
function lineText(value: unknown, type: string | undefined, isInFlow: boolean): string {
  if (typeof value === 'string' && type === 'QUOTE_SINGLE' && !value.includes('\n'))
    return `'${value.replaceAll("'", "''")}'`;
  const text = String(value);
  const mustQuote = type === 'QUOTE_DOUBLE' || text.includes('\n') || (isInFlow && /[,[\]{}]/u.test(text));
  return mustQuote ? JSON.stringify(value) : stringify(value, { lineWidth: 0 }).trimEnd();
}

function scalarText({ text }: Source, node: Scalar, value: unknown, isInFlow: boolean): string {
  const [start = 0, end = 0] = node.range ?? [];
  // The range of a block has its last line break.
  const isBlock = text[end - 1] === '\n';
  const hasComment = !isBlock && /^[ \t]+#/u.test(text.slice(end));
  // A block that begins with a space would need its indentation as a number, and one before a comment would take its place.
  const isOneLine =
    isInFlow || hasComment || typeof value !== 'string' || /^\s/u.test(value) || !(isBlock || value.includes('\n'));
  if (isOneLine) return lineText(value, node.type, isInFlow) + (isBlock ? '\n' : '');
  // Up to the field, behind the dash of an entry, or to the dash of an entry that is this scalar.
  const [before = ''] = /[^\n]*$/u.exec(text.slice(0, start)) ?? [];
  const indent = ' '.repeat(/^(?: |- (?=.*\S))*/u.exec(before)?.[0].length ?? 0);
  const scalar = Object.assign(new Scalar(value), isBlock ? { type: node.type } : {});
  const [, written = ''] = /^x: (.*)$/su.exec(blockText({ x: scalar }, indent).trimStart()) ?? [];
  return isBlock ? written : written.trimEnd();
}

/** Returns a text after replacements, which do not overlap; of several insertions at one place, the first comes first. */
function applied(text: string, replacements: readonly Replacement[]): string {
  return replacements
    .toReversed()
    .sort((a, b) => b.start - a.start || b.end - a.end)
    .reduce((rest, { start, end, text: inserted }) => rest.slice(0, start) + inserted + rest.slice(end), text);
}
