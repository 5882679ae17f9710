import { isDeepStrictEqual } from 'node:util';
import {
  type Document,
  isCollection,
  isMap,
  isScalar,
  isSeq,
  type Node,
  type Pair,
  parse,
  parseDocument,
  stringify,
} from 'yaml';

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

/** Merges the new text of a file into its former one. @param before empty for a new file */
export const mergeFile = (path: string, before: string, next: string): string =>
  path.endsWith('.yaml') ? mergeYaml(before, next) : mergeMarkdown(before, next);

/** Writes the values of `next` into the YAML of `before`: comments, order and line breaks of unchanged parts stay. */
export function mergeYaml(before: string, next: string): string {
  const document = parseDocument(before);
  const nextValue: unknown = parse(next);
  if (document.errors.length > 0 || !document.contents) return next;
  const wanted = withoutNewEmpties(document.toJS(), nextValue);
  const replacements: Replacement[] = [];
  if (replaceValues({ text: before, document, out: replacements }, document.contents, wanted, false)) {
    const text = applied(before, replacements);
    if (holds(text, wanted)) return text;
  }
  update(document, wanted);
  const text = document.toString({ lineWidth, flowCollectionPadding: true });
  return holds(text, wanted) ? text : next;
}

const frontMatter = /^---\r?\n(.*?)^---[ \t]*(?:\r?\n|$)(.*)$/msu;

/** Merges Markdown with front matter. A body that differs only in its outer blank lines stays unchanged. */
export function mergeMarkdown(before: string, next: string): string {
  const [, yamlBefore, bodyBefore = ''] = frontMatter.exec(before) ?? [];
  const [, yamlNext, bodyNext = ''] = frontMatter.exec(next) ?? [];
  if (yamlBefore === undefined || yamlNext === undefined) return next;
  const isSame = bodyBefore.trim() === bodyNext.trim();
  const blankLines = /^(?:\r?\n)*/u.exec(bodyBefore)?.[0] ?? '';
  const body = isSame ? bodyBefore : `${blankLines}${bodyNext.trim()}\n`;
  return `---\n${mergeYaml(yamlBefore, yamlNext)}---\n${body}`;
}

function holds(text: string, value: unknown): boolean {
  const document = parseDocument(text);
  return document.errors.length === 0 && isDeepStrictEqual(document.toJS(), value);
}

/** Removes empty keys that the file does not have. */
function withoutNewEmpties(before: unknown, next: unknown): unknown {
  if (Array.isArray(next)) {
    const former: readonly unknown[] = Array.isArray(before) ? before : [];
    return next.map((item, index) =>
      withoutNewEmpties(former[indexOfEqual(former, item, index)] ?? former[index], item),
    );
  }
  if (typeof next !== 'object' || next === null) return next;
  const had = typeof before === 'object' && before !== null ? new Map(Object.entries(before)) : new Map();
  return Object.fromEntries(
    Object.entries(next).flatMap(([key, value]) =>
      !had.has(key) && isEmpty(value) ? [] : [[key, withoutNewEmpties(had.get(key), value)]],
    ),
  );
}

/** @returns the range of the whole lines from the start of one node to the end of another */
function linesOf(text: string, first: Node, last: Node): { start: number; end: number } {
  const start = text.lastIndexOf('\n', (first.range?.[0] ?? 0) - 1) + 1;
  const end = text.indexOf('\n', Math.max(start, (last.range?.[1] ?? 0) - 1)) + 1;
  return { start, end: end === 0 ? text.length : end };
}

const nameOf = (key: unknown) => (isScalar(key) ? String(key.value) : undefined);

interface Change {
  text: string;
  document: Document;
  /** The changes so far. */
  out: Replacement[];
}

/**
 * Replaces scalars, removes the lines of fields that are gone, adds new fields after those of the same map, and moves, adds and removes
 * entries of lists with the comments above them.
 * @returns false where more has changed
 */
function replaceValues(change: Change, node: Node, value: unknown, isInFlow: boolean): boolean {
  const { text, out } = change;
  if (isScalar(node)) {
    if (Object.is(node.value, value)) return true;
    const [start, end] = node.range ?? [];
    const isOneLine = typeof value !== 'string' || !/[\r\n]/u.test(value);
    if (start === undefined || end === undefined || !isOneLine || node.type?.startsWith('BLOCK')) return false;
    out.push({ start, end, text: scalarText(value, node.type, isInFlow) });
    return true;
  }
  const flow = isInFlow || (isCollection(node) && node.flow === true);
  if (isSeq(node)) {
    if (!Array.isArray(value)) return false;
    const former = node.items.map((item) => (item as Node).toJS(change.document));
    const isMoved = value.some((item, index) => indexOfEqual(former, item, index) !== index && isAmong(former, item));
    if (value.length !== former.length || isMoved) return !flow && replaceEntries(change, node.items as Node[], value);
    return node.items.every((item, index) => replaceValues(change, item as Node, value[index], flow));
  }
  if (!isMap(node) || typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const left = new Map<unknown, unknown>(Object.entries(value));
  let end = 0;
  for (const { key, value: item } of node.items as Pair<Node, Node | null>[]) {
    const name = nameOf(key);
    const lines = linesOf(text, key, item ?? key);
    end = lines.end;
    if (!left.has(name)) out.push({ ...lines, text: '' });
    else if (!item || !replaceValues(change, item, left.get(name), flow)) return false;
    left.delete(name);
  }
  if (left.size === 0) return true;
  const added = stringify(Object.fromEntries(left), { lineWidth });
  out.push({ start: end, end, text: added.replaceAll(/^(?=.)/gmu, indentOf(text, node)) });
  return true;
}

const isAmong = (values: readonly unknown[], value: unknown) => values.some((other) => isDeepStrictEqual(other, value));

/** @returns the index of an equal value, preferably `index`; -1 if there is none */
const indexOfEqual = (values: readonly unknown[], value: unknown, index: number): number =>
  isDeepStrictEqual(values[index], value) ? index : values.findIndex((other) => isDeepStrictEqual(other, value));

/** Moves, adds and removes entries of a list in block style. @returns false if one has also changed */
function replaceEntries({ text, document, out }: Change, items: readonly Node[], values: readonly unknown[]): boolean {
  const [first] = items;
  if (!first) return false;
  const former = items.map((item) => item.toJS(document));
  const gone = former.filter((item) => !isAmong(values, item));
  if (gone.length > 0 && values.some((value) => !isAmong(former, value))) return false;
  const start = startOfComment(text, linesOf(text, first, first).start);
  const lines = items.map((item) => linesOf(text, item, item));
  const entries = lines.map(({ end }, index) => text.slice(lines[index - 1]?.end ?? start, end));
  const left = new Set(items.keys());
  const dash = /^[ \t]*(?=-)/u.exec(text.slice(linesOf(text, first, first).start))?.[0];
  if (dash === undefined) return false;
  const isFlow = isCollection(first) && first.flow === true;
  const added = (value: unknown) => {
    if (!isFlow) return stringify([value], { lineWidth }).replaceAll(/^(?=.)/gmu, dash);
    const style = { collectionStyle: 'flow', lineWidth: 0 } as const;
    return `${dash}- ${stringify(value, style)}`;
  };
  const wanted = values.map((value, index) => {
    const at = indexOfEqual(
      former.map((item, position) => (left.has(position) ? item : left)),
      value,
      index,
    );
    left.delete(at);
    return entries[at] ?? added(value);
  });
  out.push({ start, end: lines.at(-1)?.end ?? start, text: wanted.join('') });
  return true;
}

/** @returns the start of the comment that ends above a line */
function startOfComment(text: string, start: number): number {
  const above = text.lastIndexOf('\n', start - 2) + 1;
  return start > 0 && /^[ \t]*#/u.test(text.slice(above, start)) ? startOfComment(text, above) : start;
}

/** @returns the spaces before the fields of a map */
function indentOf(text: string, node: Node): string {
  const [start = 0] = node.range ?? [];
  return ' '.repeat(start - (text.lastIndexOf('\n', start - 1) + 1));
}

function scalarText(value: unknown, type: string | undefined, isInFlow: boolean): string {
  if (typeof value === 'string' && type === 'QUOTE_SINGLE') return `'${value.replaceAll("'", "''")}'`;
  const mustQuote = type === 'QUOTE_DOUBLE' || (isInFlow && /[,[\]{}]/u.test(String(value)));
  return mustQuote ? JSON.stringify(value) : stringify(value, { lineWidth: 0 }).trimEnd();
}

function applied(text: string, replacements: readonly Replacement[]): string {
  return replacements
    .toSorted((a, b) => b.start - a.start)
    .reduce((rest, { start, end, text: inserted }) => rest.slice(0, start) + inserted + rest.slice(end), text);
}

function update(document: Document, value: unknown): void {
  document.contents = updated(document, document.contents as Node, value) as typeof document.contents;
}

/** Returns a node for `value` that reuses the unchanged parts of the current node. */
function updated(document: Document, node: Node | null | undefined, value: unknown): Node {
  if (isScalar(node) && (typeof value !== 'object' || value === null)) {
    node.value = value;
    return node;
  }
  if (isMap(node) && typeof value === 'object' && value !== null && !Array.isArray(value)) {
    const values = new Map<unknown, unknown>(Object.entries(value));
    node.items = node.items.filter(({ key }) => values.has(nameOf(key)));
    for (const pair of node.items) {
      const name = nameOf(pair.key);
      pair.value = updated(document, pair.value as Node | null, values.get(name));
      values.delete(name);
    }
    for (const [key, item] of values) node.add(document.createPair(key, item));
    return node;
  }
  if (isSeq(node) && Array.isArray(value)) {
    const left = node.items.map((item) => item as Node | undefined);
    node.items = value.map((item: unknown, index) => {
      const same = left.findIndex((old) => old && isDeepStrictEqual(old.toJS(document), item));
      const at = same >= 0 ? same : index;
      const old = left[at];
      left[at] = undefined;
      return same >= 0 && old ? old : updated(document, old, item);
    });
    return node;
  }
  return document.createNode(value) as Node;
}
