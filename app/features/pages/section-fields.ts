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

type Marks = readonly (Reference<unknown> | readonly Reference<unknown>[])[];

/** Refuses an arrangement that lacks marks of the one in `wide`, or has others; their order is free. For Zod's `superRefine`. */
export const sameLogosAsWide =
  (field: 'medium' | 'narrow') =>
  (section: { wide: Marks; medium?: Marks | undefined; narrow: Marks }, context: z.RefinementCtx): void => {
    const [wide, others] = [keysOf(section.wide), keysOf(section[field] ?? section.wide)];
    const timesIn = (keys: readonly string[], wanted: string) => keys.filter((key) => key === wanted).length;
    const differing = [...new Set([...wide, ...others])]
      .filter((key) => timesIn(wide, key) !== timesIn(others, key))
      .join(', ');
    const message = `must hold the same logos as "wide", and differs in ${differing}`;
    if (differing) context.addIssue({ code: 'custom', message, path: [field] });
  };

const keysOf = (marks: Marks) => marks.flat().map(({ key }) => key);
