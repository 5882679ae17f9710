import type { z } from 'zod';
import type { Section, SectionType } from '../features/pages/page.schema.ts';
import { sectionSchema } from '../features/pages/sections.schema.ts';
import { type Check, checksOf, definitionOf } from '../platform/content/schema-definition.ts';

const sizes = ['smallest', 'largest'] as const;
type Size = (typeof sizes)[number];

/** A word that fits no narrow column, and running text. */
const longWord = 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz';
const longText = `${longWord}, followed by words that fill the rest of the field. `;

/** Derives extreme data from an ordinary section: the fewest entries with one short word each, and the most with the longest texts. */
export const extremesOf = (section: Section): { name: Size; section: Section }[] =>
  sizes.map((name) => ({ name, section: extreme(schemas.get(section.type), section, name) as Section }));

const schemas = new Map<SectionType, z.ZodType>(
  sectionSchema.options.map((option) => [option.shape.type.value, option]),
);

function extreme(schema: z.ZodType | undefined, value: unknown, size: Size): unknown {
  if (!schema || value === undefined) return value;
  const definition = definitionOf(schema);
  const { type, shape, element, innerType, out } = definition;
  const { length: exact, minimum = exact, maximum = exact }: Check = Object.assign({}, ...checksOf(definition));
  switch (type) {
    case 'optional':
      return size === 'smallest' ? undefined : extreme(innerType, value, size);
    case 'default':
      return size === 'smallest' && Array.isArray(value) ? [] : extreme(innerType, value, size);
    case 'object':
      return Object.fromEntries(
        Object.entries(value as object).map(([key, each]) => [key, extreme(shape?.[key], each, size)]),
      );
    case 'array': {
      const items = value as readonly unknown[];
      const length = size === 'smallest' ? (minimum ?? 1) : (maximum ?? items.length);
      return Array.from({ length }, (_, index) => extreme(element, items[index % items.length], size));
    }
    case 'number':
      return (size === 'smallest' ? (schema as z.ZodNumber).minValue : (schema as z.ZodNumber).maxValue) ?? value;
    case 'string':
      return textOf((schema as z.ZodString).maxLength, size) ?? value;
    case 'pipe':
      return typeof value === 'string' && out ? extreme(out, value, size) : value;
    default:
      return value;
  }
}

/** @returns undefined for a text without a maximum length, such as an anchor */
function textOf(maxLength: number | null, size: Size): string | undefined {
  if (maxLength === null) return undefined;
  if (size === 'smallest') return 'Short'.slice(0, maxLength);
  return longText
    .repeat(Math.ceil(maxLength / longText.length))
    .slice(0, maxLength)
    .trim();
}
