import { join } from 'node:path';
import { isNode, LineCounter, parseDocument } from 'yaml';
import type { z } from 'zod';
import { editDistance, minTypoLength } from '../../shared/edit-distance.ts';
import { quote } from '../../shared/quote.ts';
import { type ContentProblem, missingInEditor, type Wording } from './problem.ts';
import { readTextFile, UnreadableFileError } from './read-text.ts';
import type { Path } from './reference.ts';
import { nestedTooDeeply, yamlMistakes } from './yaml-errors.ts';
import { zodErrorMap } from './zod-error-map.ts';

/** One parsed content file: its data, its Markdown body if it has one, and the line of each value. */
export interface Source {
  /** Path below the content directory. */
  file: string;
  data: unknown;
  /** The Markdown after the front matter; empty for a YAML file. */
  body: string;
  /** Returns the line of a value, counted from 1; if the file has no such path, the line of the nearest enclosing value. */
  lineOf(path: Path): number | undefined;
  /** The line on which the body begins, counted from 1. */
  bodyLine: number;
}

/** Maximum length of YAML, characters: it takes half a second to parse. The longest file of this site has 10,000. */
const maxYamlCharacters = 256 * 1024;

const frontMatter = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/u;

/** Reads a `.yaml` file, or a `.md` file that begins with YAML between two `---` lines. Adds to `problems` why it is invalid. */
export async function readSource(
  directory: string,
  file: string,
  problems: ContentProblem[],
): Promise<Source | undefined> {
  const text = readText(join(directory, file), file, problems);
  return text === undefined ? undefined : parseSource(file, text, problems);
}

/** Reads a text file. Adds to `problems` why it cannot be read. @param file path below the content directory */
export function readText(path: string, file: string, problems: ContentProblem[]): string | undefined {
  try {
    return readTextFile(path);
  } catch (error) {
    if (!(error instanceof UnreadableFileError)) throw error;
    problems.push({ file, line: error.line, message: error.message });
    return undefined;
  }
}

/** Markers that version control leaves in a file after a merge conflict. */
const conflictMarker = /^(?:<{7}|>{7})(?: .*)?$/mu;

/** Parses the text of a content file, like `readSource`. */
export function parseSource(file: string, text: string, problems: ContentProblem[]): Source | undefined {
  const conflict = conflictMarker.exec(text);
  if (conflict) {
    problems.push({
      file,
      line: text.slice(0, conflict.index).split('\n').length,
      message: `contains two versions of the same lines, from "${conflict[0].trim()}" on; keep one of them and remove the lines that begin with <<<<<<<, ======= and >>>>>>>`,
    });
    return undefined;
  }
  if (!file.endsWith('.md')) return parseParts(file, text, '', 0, problems);
  const match = frontMatter.exec(text);
  if (!match?.[1]) {
    problems.push({
      file,
      line: 1,
      message: /^---[ \t]*\r?\n/u.test(text)
        ? 'has fields that do not end; write a line that is only "---" below them, before the text begins'
        : 'begins without fields; its first line is "---", then follow the fields, such as "title: Hello", then a line "---" again, and below it the text',
    });
    return undefined;
  }
  const body = text.slice(match[0].length);
  return parseParts(file, match[1], body, 1, problems);
}

/** Converts a line of the body to a line of the file, both counted from 1. */
export const lineOfBody = ({ bodyLine }: Source, line: number): number => bodyLine + line - 1;

/** Returns the line of the last occurrence of a text in the body; the body's first line if it does not occur verbatim. */
export function lineInBody({ body, bodyLine }: Source, text: string): number {
  const at = body.lastIndexOf(text);
  return at < 0 ? bodyLine : bodyLine + body.slice(0, at).split('\n').length - 1;
}

function parseParts(
  file: string,
  yaml: string,
  body: string,
  linesBefore: number,
  problems: ContentProblem[],
): Source | undefined {
  if (yaml.length > maxYamlCharacters) {
    const message = `has ${Math.ceil(yaml.length / 1024)} KB of YAML; it takes at most ${maxYamlCharacters / 1024} KB`;
    problems.push({ file, message });
    return undefined;
  }
  const parse = () => {
    const counter = new LineCounter();
    const document = parseDocument(yaml, { lineCounter: counter, prettyErrors: false, uniqueKeys: false });
    return { document, lineAt: (offset: number) => counter.linePos(offset).line + linesBefore };
  };
  const parsed = refusing(file, problems, parse);
  if (!parsed) return undefined;
  const mistakes = yamlMistakes(parsed.document, yaml);
  if (mistakes.length > 0) {
    for (const { offset, message } of mistakes) problems.push({ file, line: parsed.lineAt(offset), message });
    return undefined;
  }
  /** Parsed again only when a line is needed: a source is long-lived, and its syntax tree takes fifty times its text. */
  let parsedAgain: typeof parsed | undefined;
  const lineOf = (path: Path): number | undefined => {
    parsedAgain ??= refusing(file, [], parse);
    if (!parsedAgain) return undefined;
    const { document, lineAt } = parsedAgain;
    for (let length = path.length; length > 0; length -= 1) {
      const node = document.getIn(path.slice(0, length), true);
      if (isNode(node) && node.range) return lineAt(node.range[0]);
    }
    return 1 + linesBefore;
  };
  const data = refusing(file, problems, () => ({ data: parsed.document.toJS() as unknown }));
  return data && { file, ...data, body, lineOf, bodyLine: yaml.split('\n').length + 2 + linesBefore };
}

/** Runs a parser; undefined, with an added problem, for texts that are nested too deeply for it, usually some thousand levels. */
export function refusing<Result>(file: string, problems: ContentProblem[], work: () => Result): Result | undefined {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    problems.push({ file, message: nestedTooDeeply });
    return undefined;
  }
}

/** Validates a source against its schema and adds its issues to `problems`. */
export function parseWith<Schema extends z.ZodType>(
  schema: Schema,
  source: Source,
  problems: ContentProblem[],
): z.output<Schema> | undefined {
  const result = refusing(source.file, problems, () => schema.safeParse(source.data, { error: zodErrorMap }));
  if (!result) return undefined;
  if (result.success) return result.data;
  const { issues } = result.error;
  const { misspelt, missing } = misspeltFields(issues, source.data);
  const mistyped = issues.filter(({ code }) => code === 'invalid_type').map(({ path }) => path.join('.'));
  for (const issue of issues) {
    // Zod also measures the length of a text in the place of a list.
    const isRepeated = issue.code.startsWith('too_') && mistyped.includes(issue.path.join('.'));
    if (!missing.has(issue) && !isRepeated) addIssue(issue, source, problems, [], misspelt);
  }
  return undefined;
}

/** Finds unknown fields with nearly the same name as a missing one: that is one mistake and deserves one line. */
function misspeltFields(issues: readonly z.core.$ZodIssue[], data: unknown) {
  const misspelt = new Map<z.core.$ZodIssue, { found: string; meant: string }>();
  const missing = new Set<z.core.$ZodIssue>();
  for (const issue of issues) {
    if (issue.code !== 'unrecognized_keys' || issue.keys.length > 1) continue;
    const [found = ''] = issue.keys;
    const meant = issues.find(
      ({ path }) =>
        path.length === issue.path.length + 1 &&
        issue.path.every((part, index) => part === path[index]) &&
        valueAt(data, pathOf(path)) === undefined &&
        isNearly(found, String(path.at(-1))),
    );
    if (!meant) continue;
    misspelt.set(issue, { found, meant: String(meant.path.at(-1)) });
    missing.add(meant);
  }
  return { misspelt, missing };
}

/** Whether a name is a misspelling of another: with a typing error, in another case, in quotes or with invisible characters. */
function isNearly(found: string, meant: string): boolean {
  const plain = found
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^a-z0-9_]/gu, '');
  return plain === meant || (meant.length >= minTypoLength && editDistance(plain, meant, 2) <= 2);
}

const pathOf = (path: readonly PropertyKey[]): Path =>
  path.map((part) => (typeof part === 'symbol' ? String(part) : part));

function addIssue(
  issue: z.core.$ZodIssue,
  source: Source,
  problems: ContentProblem[],
  outer: Path,
  misspelt: ReadonlyMap<z.core.$ZodIssue, { found: string; meant: string }> = new Map(),
): void {
  const path: Path = [...outer, ...pathOf(issue.path)];
  // A union reports every failed branch; the editor meant the one that matched furthest.
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const furthest = Math.max(...issue.errors.map(depth));
    if (furthest > 0) {
      for (const inner of issue.errors.find((branch) => depth(branch) === furthest) ?? [])
        addIssue(inner, source, problems, path);
      return;
    }
  }
  const at = issue.code === 'unrecognized_keys' ? [...path, issue.keys[0] ?? ''] : path;
  const slip = misspelt.get(issue);
  problems.push({
    file: source.file,
    line: source.lineOf(at),
    field: describePath(path),
    message: slip
      ? `has the field ${JSON.stringify(slip.found)}, which is unknown; write "${slip.meant}"`
      : describeIssue(issue, valueAt(source.data, path)),
  });
}

const depth = (issues: readonly z.core.$ZodIssue[]) => Math.max(0, ...issues.map((issue) => issue.path.length));

function describeIssue(issue: z.core.$ZodIssue, found: unknown): Wording {
  if (issue.code === 'unrecognized_keys') return issue.message;
  const allowed = issue.code === 'invalid_union' && issue.errors.length > 0 ? anyOf(issue.errors) : issue.message;
  if (found === undefined) return { inFile: `is missing; ${allowed}`, inEditor: missingInEditor };
  if (found === null) return `is empty; ${allowed}`;
  // Of a list with too few or too many entries, their number says more than the entries.
  if ((issue.code === 'too_small' || issue.code === 'too_big') && Array.isArray(found) && found.length > 0)
    return `${allowed}; found ${found.length}`;
  const message = `${allowed}; found ${quote(found)}${issue.code === 'invalid_type' ? adviceFor(issue.expected, found) : ''}`;
  if (issue.code === 'too_small' && (found === '' || Array.isArray(found)))
    return { inFile: message, inEditor: missingInEditor };
  // What was found is the notation of a list or of a group of fields.
  return typeof found === 'object' ? { inFile: message, inEditor: allowed } : message;
}

/** Returns what to write instead of a value of another type, if its author meant the expected one; otherwise nothing. */
function adviceFor(expected: string, found: unknown): string {
  if (expected === 'array' && typeof found === 'string')
    return /^[–—‒−•·▪*]/u.test(found) ? '; begin each entry with a hyphen and a space: "- "' : `; write [${found}]`;
  const [field, ...others] = found !== null && typeof found === 'object' ? Object.entries(found) : [];
  if (expected !== 'string' || !field || others.length > 0 || typeof field[1] === 'object') return '';
  return `; put a text with a colon in quotes: ${JSON.stringify(field.join(': '))}`;
}

/** Lists what the branches of a union accept, without duplicates: `takes "/" or a path …`. */
const anyOf = (branches: readonly (readonly z.core.$ZodIssue[])[]) =>
  `takes ${[...new Set(branches.flat().map(({ message }) => message.replace(/^takes /u, '')))].join(' or ')}`;

/** `['sections', 2, 'heading']` as an editor reads it: `sections[2].heading`. */
export function describePath(path: Path): string {
  return path.map((part, index) => (typeof part === 'number' ? `[${part}]` : index === 0 ? part : `.${part}`)).join('');
}

function valueAt(data: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      value !== null && typeof value === 'object' ? (value as Record<string | number, unknown>)[key] : undefined,
    data,
  );
}
