import type { Change } from '../content/content-check.ts';
import type { ContentProblem } from '../platform/content/problem.ts';
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
  { file, line, field, ...problem }: ContentProblem,
  edited: string,
  data: unknown,
): DraftProblem {
  if (file.startsWith(draftMediaFolder)) return { message: `A picture that you chose ${problem.message}` };
  // A new picture has a temporary name, and the editor has a field instead of the notation.
  const message = problem.message
    .replace(
      /^(?:has no text below its front matter|takes .* entr(?:y|ies); found \[\]|must not be empty; found "")$/u,
      'is missing',
    )
    // The notation of a list or of a group of fields.
    .replace(/; found [[{].*$/su, '')
    // The hint of the field says what it takes. The message names notations of the file, which nobody types in the editor.
    .replace(/^is missing; .*/su, 'is missing')
    .replace(/; remove it, or write "\\[\s\S]*$/u, '; use other brackets, such as [name]')
    .replace(/add a section \{ type: ([\w-]+), name: (\w+) \}/u, (_, type: string, name: string) =>
      addingSection(type, name),
    )
    .replace(/put it in content\/media\/logos\/(\S+)/u, 'upload it as $1 under Assets, Global Assets, logos')
    .replace(
      /(?:upload it in the editor, or copy it|put (?:the|its) file) below content\/media and write .*/u,
      'drop its file onto the text',
    )
    .replace(/, which is already in this file, on line \d+$/u, ', which is taken already; choose another one')
    .replace('begins with "## "', 'begins with a "Heading 2"')
    .replace(/^"drafts\/[^"]+" has no/u, 'a new picture has no')
    .replace(/write between the brackets what the picture shows: .*/u, 'write what it shows into the field "Alt Text"');
  if (file !== edited) return { message: describeToAuthor({ file, line, field, message }) };
  const schema = schemaOf(edited);
  const fields = schema ? [...fieldsOf(schema, {}), bodyField] : [];
  const labelOf = (path: string) => labelOfPath(path, fields, data);
  const path =
    field?.replaceAll(/\[(\d+)\]/gu, '.$1') ?? (line !== undefined && file.endsWith('.md') ? 'body' : undefined);
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
    ...(keyPath !== undefined && message.startsWith('is missing') ? { isMissing: true } : {}),
  };
}

/** Says which section to add to a page, by the label of its type. */
function addingSection(type: string, name: string): string {
  const schema = schemaOf('pages/page.yaml');
  const label = schema && labelOfPath('sections.0', fieldsOf(schema, {}), { sections: [{ type }] });
  return `add a section "${label}" with the name "${name}" there`;
}

/** Formats a problem in a file that is not open in the editor. Its field there offers the choices that a message of the check lists. */
export const describeToAuthor = ({ file, line, field, message }: ContentProblem): string =>
  `${file}${line === undefined ? '' : `, line ${line}`}${field ? ` (${field})` : ''}: ${message.replace(/ does not exist; takes .*/su, ' does not exist')}`;

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
