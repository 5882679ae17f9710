import type { z } from 'zod';

/** Names of types for editors, by Zod's names. */
const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: '"true" or "false"',
  array: 'a list',
  tuple: 'a list',
  object: 'fields of its own, each on a line',
};

/** Units of lengths, singular and plural, by Zod's origin. */
const units: Readonly<Record<string, readonly [string, string]>> = {
  array: ['entry', 'entries'],
  tuple: ['entry', 'entries'],
  string: ['character', 'characters'],
};

/**
 * Explains to editors what a field takes, for issues without a message in the schema.
 * @returns undefined for kinds of issue that no content schema raises; Zod then uses its own message
 */
export function zodErrorMap(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `takes ${kinds[issue.expected] ?? issue.expected}${isUnquoted(issue) ? ', which needs quotes if it could be read as a number' : ''}`;
    case 'invalid_value':
      return `takes ${oneOf(issue.values.map(String))}`;
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options)
        ? `takes ${oneOf(issue.options.map(String))}`
        : undefined;
    case 'too_small':
      return `takes ${issue.exact ? 'exactly' : issue.inclusive === false ? 'more than' : 'at least'} ${amount(issue.minimum, issue.origin)}`;
    case 'too_big':
      return `takes ${issue.exact ? 'exactly' : issue.inclusive === false ? 'less than' : 'at most'} ${amount(issue.maximum, issue.origin)}`;
    case 'unrecognized_keys':
      return `has an unknown field: ${quoted(issue.keys)}; it takes ${knownFields(issue.inst).join(', ')}`;
    default:
      return undefined;
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ');
const oneOf = (values: readonly string[]) => (values.length === 1 ? quoted(values) : `one of ${quoted(values)}`);
const isUnquoted = ({ expected, input }: { expected: string; input?: unknown }) =>
  expected === 'string' && typeof input === 'number';

function amount(count: number | bigint, origin: string): string {
  const [one, several] = units[origin] ?? [];
  return several ? `${count} ${Number(count) === 1 ? one : several}` : String(count);
}

function knownFields(schema: unknown): string[] {
  const definition = (schema as { _zod?: { def?: { shape?: object } } } | undefined)?._zod?.def;
  return Object.keys(definition?.shape ?? {});
}
