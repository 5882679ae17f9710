import type { z } from 'zod';

/** The parts of Zod's schema definitions that code which derives something from a schema needs. */
export interface Definition {
  type: string;
  shape?: Readonly<Record<string, z.ZodType>>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  in?: z.ZodType;
  out?: z.ZodType;
  checks?: readonly { _zod: { def: Check } }[];
  items?: readonly z.ZodType[];
  options?: readonly z.ZodType[];
  discriminator?: string;
  values?: readonly unknown[];
  entries?: Readonly<Record<string, string>>;
}

/** One check of a schema, as Zod describes it. */
export interface Check {
  check?: string;
  pattern?: RegExp;
  length?: number;
  minimum?: number;
  maximum?: number;
  error?: (issue: object) => string;
}

export const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition;

export const checksOf = ({ checks = [] }: Definition): Check[] => checks.map(({ _zod }) => _zod.def);
