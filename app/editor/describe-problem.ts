import type { Change } from '../content/content-check.ts';
import { type ContentProblem, inEditor, missingInEditor } from '../platform/content/problem.ts';
import { bodyField, schemaOf } from './editor-configuration.ts';
import { isText, valuesOf } from './merge-text.ts';
import { fieldsOf, labelOfPath } from './schema-fields.ts';

/** Media folder of pictures that are chosen and not saved yet. The content itself never has it. */
export const draftMediaFolder = 'media/drafts';

/** A problem and its field as the editor names it: `sections.2.title`, or `body` for a line of the text. */
export interface DraftProblem {
  message: string;
  keyPath?: string;
  /** The field's name in the editor with that of what it is in, such as "Logo wall › Heading". */
  label?: string;
  /** Whether a required field is still empty. */
  isMissing?: boolean;
}

/**
 * Describes a problem of an entry with the names of its fields in the editor, and one of another file with its path.
 * Marks missing fields: the editor shows them with an asterisk and when saving, so that an empty form has no error messages.
 * @param edited the entry's file @param data its values
 */
export function describeForEditor(
  { file, line, field, message: wording }: ContentProblem,
  edited: string,
  data: unknown,
): DraftProblem {
  if (file.startsWith(draftMediaFolder)) return { message: `A picture that you chose ${inEditor(wording)}` };
  // A new picture has a temporary name.
  const message = inEditor(wording).replace(/^"drafts\/[^"]+" has no/u, 'a new picture has no');
  if (file !== edited) return { message: describeToAuthor({ file, line, field, message }) };
  const schema = schemaOf(edited);
  const fields = schema ? [...fieldsOf(schema, {}), bodyField] : [];
  const labelOf = (path: string) => labelOfPath(path, fields, data);
  const path = field ? pathOf(field) : line !== undefined && file.endsWith('.md') ? 'body' : undefined;
  // A guest's name has no field of its own in that of the author.
  const outer = path?.replace(/\.\w+$/u, '');
  const keyPath = path && outer && !labelOf(path) && labelOf(outer) ? outer : path;
  const label = keyPath && labelOf(keyPath);
  /** The name of a field beside this one, or of the entry. */
  const nameOf = (key: string) => labelOf(`${outer}.${key}`)?.split(' › ').at(-1) ?? labelOf(key);
  return {
    message: message.replaceAll(/(?<!found )"(\w+)"/gu, (quoted, key: string) => {
      const name = nameOf(key);
      return name ? `"${name}"` : quoted;
    }),
    ...(keyPath === undefined ? {} : { keyPath }),
    ...(label ? { label } : {}),
    ...(keyPath !== undefined && message === missingInEditor ? { isMissing: true } : {}),
  };
}

/** Formats a problem in a file that is not open in the editor. */
export const describeToAuthor = ({ file, line, field, message }: ContentProblem): string =>
  `${file}${line === undefined ? '' : `, line ${line}`}${field ? ` (${nameIn(file, field)})` : ''}: ${inEditor(message)}`;

/** Returns the name of a field in the editor, or of the section that it is in: without data, the section's type is not known. */
function nameIn(file: string, field: string): string {
  const schema = schemaOf(file);
  const fields = schema ? fieldsOf(schema, {}) : [];
  for (let path = pathOf(field); path !== ''; path = path.replace(/\.?[^.]*$/u, '')) {
    const label = labelOfPath(path, fields, undefined);
    if (label) return label;
  }
  return field;
}

/** Converts the path of a field in a problem, such as `sections[2].title`, to that in the editor. */
const pathOf = (field: string): string => field.replaceAll(/\[(\d+)\]/gu, '.$1');

/** Describes what would be wrong after a change. If it changes one text, such as that of an entry, its fields have their names in the editor. */
export function describeChange(problems: readonly ContentProblem[], changes: readonly Change[]): string[] {
  const texts = changes.filter(({ path, bytes }) => bytes && isText(path));
  const [{ path, bytes } = { path: '', bytes: undefined }] = texts.length === 1 ? texts : [];
  const data = valuesOf(path, String(bytes ?? ''));
  return problems.map((problem) => {
    const { label, message } = describeForEditor(problem, path, data);
    return label ? `${label}: ${message}` : message;
  });
}
