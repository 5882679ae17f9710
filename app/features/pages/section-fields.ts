import { z } from 'zod';
import { alternativeText, anchor, image, line, logo } from '../../platform/content/fields.ts';
import type { Reference } from '../../platform/content/reference.ts';

/** The first fields of a section under a dimension line. @param type names the section type */
export const headed = <Type extends string>(type: Type) => ({
  type: z.literal(type),
  anchor: anchor().optional(),
  heading: line(80),
});

/** A picture with its description. */
export const describedImage = () => z.strictObject({ file: image(), alt: alternativeText() });

/** A partner's logo with a label, and with the lock of the cybersecurity variant (Specification 2, Shared behaviour). */
export const partner = () => z.strictObject({ label: line(60), logo: logo(), lock: z.boolean().default(false) });

/** Refuses an arrangement of marks that lacks marks of the one in `wide`, or has others; their order is free. */
export const sameAsWide = (field: string) => ({ error: 'must hold the same logos as "wide"', path: [field] });

/** Whether two arrangements contain the same marks in any order. */
export const areSameLogos = (one: readonly Reference<unknown>[], other: readonly Reference<unknown>[]): boolean =>
  sortedKeys(one) === sortedKeys(other);

const sortedKeys = (logos: readonly Reference<unknown>[]) =>
  logos
    .map(({ key }) => key)
    .sort()
    .join();
