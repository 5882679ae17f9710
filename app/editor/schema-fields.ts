import type { z } from 'zod';
import { Reference } from '../platform/content/reference.ts';
import { type Check, checksOf, type Definition, definitionOf } from '../platform/content/schema-definition.ts';
import { acceptedTypes } from '../platform/media/picture-kinds.ts';

/** A field of the editor's configuration (Sveltia CMS, which uses the format of Decap CMS). */
export interface EditorField {
  name: string;
  label: string;
  widget: string;
  required?: boolean;
  hint?: string;
  [option: string]: unknown;
}

interface ListField extends EditorField {
  types?: readonly EditorField[];
  typeKey?: string;
  /** Label of an entry. */
  label_singular?: string;
  /** The single field of each entry; without a label it has that of the list. */
  field?: { label: string | undefined };
}

/** The choices of fields that refer to other content, by the kind of reference. */
export type Choices = Readonly<Record<string, readonly { label: string; value: string }[]>>;

/** Texts with a higher maximum length get a text area. */
const maxLineLength = 160;

/** Derives the editor's fields from an object schema. @throws if the editor has no field for a type of schema */
export function fieldsOf(schema: z.ZodType, choices: Choices): EditorField[] {
  const { shape } = definitionOf(schema);
  if (!shape) throw new Error(`The editor has no fields for a schema of type "${definitionOf(schema).type}"`);
  return Object.entries(shape).map(([name, item]) => fieldOf(name, item, choices));
}

/** @param name key of the field in the file */
function fieldOf(name: string, schema: z.ZodType, choices: Choices): EditorField {
  const definition = definitionOf(schema);
  const { innerType } = definition;
  if (['optional', 'default', 'prefault'].includes(definition.type) && innerType) {
    const field = fieldOf(name, innerType, choices);
    // The schema's own default: the editor would write it into every file.
    const own = { ...field, default: undefined, ...wordsOf(schema) };
    return field.widget === 'hidden' ? own : { ...own, required: false };
  }
  const field = { name, label: labelOf(name), ...widgetOf(schema, choices), ...wordsOf(schema) };
  if (field.widget !== 'list') return field;
  const label_singular = singularOf(field.label);
  const { field: entry } = field as ListField;
  // "Keyword" in "Keywords".
  return { ...field, label_singular, ...(entry && { field: { ...entry, label: entry.label ?? label_singular } }) };
}

/** Returns the label of an entry of a list: "Former slug" for "Former slugs", and "On phones" for a list that is not named after its entries. */
const singularOf = (label: string): string =>
  /^On |ss$/u.test(label) ? label : label.replace(/ies$/u, 'y').replace(/(?<=ias|ss)es$|s$/u, '');

/** Returns the label and the hint that a schema has in its metadata. */
function wordsOf(schema: z.ZodType): { label?: string; hint?: string } {
  const { title, description } = schema.meta() ?? {};
  return { ...(title ? { label: title } : {}), ...(description ? { hint: description } : {}) };
}

/** Returns the label of a key without metadata: "Banner caption" for `banner_caption`. */
function labelOf(name: string): string {
  const words = name.replaceAll(/[_-]/gu, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names a choice as an author sees it: "Full time" for `FULL_TIME`. */
const optionOf = (value: string) => ({ label: labelOf(value.toLowerCase()), value });

/**
 * Names a field as an author sees it.
 * @param path such as `sections.2.heading`
 * @param data of the entry, which says of which type a section is
 * @returns such as "Logo wall › Heading"; undefined for a path that leads to no field
 */
export function labelOfPath(path: string, fields: readonly EditorField[], data: unknown): string | undefined {
  const labels: string[] = [];
  let inner = fields;
  let field: EditorField | undefined;
  let value = data;
  for (const part of path.split('.')) {
    value = valueIn(value, part);
    const isItem = /^\d+$/u.test(part);
    if (!isItem) field = inner.find(({ name }) => name === part);
    if (!field) return undefined;
    const { types, typeKey, label_singular } = field as ListField;
    const type = types?.find(({ name }) => name === valueIn(value, typeKey ?? ''));
    if (isItem) labels.pop();
    labels.push(isItem ? (type?.label ?? `${label_singular ?? field.label} ${Number(part) + 1}`) : field.label);
    inner = ((type ?? field).fields ?? []) as readonly EditorField[];
  }
  return labels.join(' › ');
}

const valueIn = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(key) : undefined;

type Widget = { widget: string; [option: string]: unknown };

function widgetOf(schema: z.ZodType, choices: Choices): Widget {
  const definition = definitionOf(schema);
  switch (definition.type) {
    case 'object':
      return { widget: 'object', collapsed: 'auto', fields: fieldsOf(schema, choices) };
    case 'array':
      return { ...listOf(definition.element, choices), ...limitsOf(definition) };
    case 'tuple':
      return { ...listOf(definition.items?.[0], choices), allow_add: false, allow_remove: false };
    case 'union':
      return unionOf(definition, choices);
    case 'literal':
      return { widget: 'hidden', default: definition.values?.[0] };
    case 'enum':
      return { widget: 'select', options: Object.values(definition.entries ?? {}).map(optionOf) };
    case 'boolean':
      return { widget: 'boolean', required: false };
    case 'number':
      return { widget: 'number', value_type: 'int' };
    case 'string':
      return textOf(schema as z.ZodString);
    case 'pipe':
      return pipeOf(schema, definition, choices);
    default:
      throw new Error(`The editor has no field for a schema of type "${definition.type}"`);
  }
}

function listOf(element: z.ZodType | undefined, choices: Choices): Widget {
  if (!element) throw new Error('The editor has no field for a list without an element');
  const definition = definitionOf(element);
  if (definition.discriminator !== undefined) return { widget: 'list', ...typesOf(definition, choices) };
  if (definition.type === 'object' || definition.type === 'literal')
    return { widget: 'list', collapsed: true, fields: fieldsOf(element, choices) };
  const item = fieldOf('item', element, choices);
  // A single control for several choices. Logos have an order, which it cannot change.
  if (item.widget === 'select' && pointerOf(element)?.kind !== 'logo')
    return { widget: 'select', multiple: true, options: item.options };
  return { widget: 'list', field: { ...item, label: wordsOf(element).label } };
}

function limitsOf(definition: Definition): { min?: number; max?: number } {
  const checks = checksOf(definition);
  const min = checks.find(({ check }) => check === 'min_length')?.minimum;
  const max = checks.find(({ check }) => check === 'max_length')?.maximum;
  return { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
}

function unionOf(definition: Definition, choices: Choices): Widget {
  if (definition.discriminator !== undefined) return { widget: 'object', ...typesOf(definition, choices) };
  const options = definition.options ?? [];
  const fields = options
    .map((option) => definitionOf(option).in ?? option)
    .filter((option) => definitionOf(option).type === 'object');
  const [named] = options.flatMap((option) => pointerOf(option) ?? []);
  // A person of the company, or a guest by name.
  if (named?.kind === 'author' && fields.length > 0)
    return { widget: 'author', options: choices.author ?? [], maxlength: nameLength(fields[0]) };
  // If the schema accepts two notations, the editor offers the plain text.
  const plain = options.find((option) => ['string', 'pipe'].includes(definitionOf(option).type));
  if (!plain) throw new Error('The editor has no field for a union without a plain text');
  // The pattern of the plain text would refuse the other options.
  return { ...widgetOf(plain, choices), pattern: undefined };
}

const literalsOf = (schema: z.ZodType): unknown[] => [...(definitionOf(schema).values ?? [])];

/** Returns the variants of a discriminated union, such as the sections of a page. */
function typesOf({ options = [], discriminator = '' }: Definition, choices: Choices) {
  return {
    typeKey: discriminator,
    collapsed: true,
    types: options.map((option) => {
      const { shape = {} } = definitionOf(option);
      const [name] = shape[discriminator] ? literalsOf(shape[discriminator]) : [];
      const fields = fieldsOf(option, choices).filter((field) => field.name !== discriminator);
      return {
        name: String(name),
        label: labelOf(String(name)),
        ...wordsOf(option),
        widget: 'object',
        // Without it, the editor shows the first field that is filled, such as the background.
        ...(fields.some((field) => field.name === 'heading') ? { summary: '{{heading}}' } : {}),
        fields,
      };
    }),
  };
}

function textOf(schema: z.ZodString): Widget {
  const { format, maxLength } = schema;
  if (format === 'date')
    return { widget: 'datetime', format: 'YYYY-MM-DD', date_format: 'YYYY-MM-DD', time_format: false };
  // Typed in the editor's own time zone, stored in UTC.
  if (format === 'datetime') return { widget: 'datetime', output_utc: true };
  const limit = maxLength === null ? {} : { maxlength: maxLength };
  return { widget: (maxLength ?? 0) > maxLineLength ? 'text' : 'string', ...limit, ...patternOf(schema) };
}

/** Returns the first pattern of a text with its message, so that the editor shows the same message as the content check. */
function patternOf(schema: z.ZodType): { pattern?: [string, string] } {
  const definition = definitionOf(schema);
  const rules = [definition as Check, ...checksOf(definition)];
  const rule = rules.find(({ pattern, error }) => pattern && error);
  return rule?.pattern && rule.error ? { pattern: [String(rule.pattern), `This field ${rule.error({})}.`] } : {};
}

/** Returns the maximum length of the name of a person who is an object. */
function nameLength(schema: z.ZodType | undefined): number | null {
  const name = schema && definitionOf(schema).shape?.name;
  return name ? (name as z.ZodString).maxLength : null;
}

/** Inputs that find out what a schema converts a text to. Each schema accepts at least one of them. */
const probes = ['x', '/x', 'https://example.com/'];

/** Returns the reference that a schema converts a text to, if it does. */
function pointerOf(schema: z.ZodType): Reference<unknown> | undefined {
  const value = outputOf(schema);
  return value instanceof Reference ? value : undefined;
}

const outputOf = (schema: z.ZodType): unknown =>
  probes.map((probe) => schema.safeParse(probe)).find(({ success }) => success)?.data;

function pipeOf(schema: z.ZodType, definition: Definition, choices: Choices): Widget {
  const value = outputOf(schema);
  if (value instanceof Reference) {
    // Pictures of other hosts are refused.
    if (value.kind === 'image') return { widget: 'image', choose_url: false, accept: [...acceptedTypes.keys()].join() };
    if (value.kind === 'markdown') return { widget: 'text' };
    const options = choices[value.kind];
    if (options) return { widget: 'select', options, dropdown_threshold: 0 };
    return { widget: 'string', ...(definition.in ? patternOf(definition.in) : {}) };
  }
  // The schema of a long text removes line breaks first.
  if (typeof value === 'string') {
    const maxlength = (definition.out as z.ZodString | undefined)?.maxLength;
    return { widget: 'text', ...(maxlength ? { maxlength } : {}) };
  }
  if (definition.in) return widgetOf(definition.in, choices);
  throw new Error('The editor has no field for a text that is converted to another type');
}
