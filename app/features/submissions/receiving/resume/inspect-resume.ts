import type { limits } from '../../../../shared/submission-rules.ts';
import type { ResumeCaution } from '../../records/tables.ts';
import { inspectDocx } from './docx.ts';
import { inspectDoc } from './ole2.ts';
import { inspectPdf } from './pdf.ts';

export type ResumeType = (typeof limits.resumeExtensions)[number];

/** What a résumé is, by its content. */
export interface ResumeInspection {
  readonly type: ResumeType;
  readonly cautions: readonly ResumeCaution[];
}

const inspectors: ReadonlyMap<
  string,
  readonly [ResumeType, (bytes: Buffer) => Set<ResumeCaution> | undefined | Promise<Set<ResumeCaution> | undefined>]
> = new Map([
  ['pdf', ['pdf', inspectPdf]],
  ['docx', ['docx', inspectDocx]],
  ['doc', ['doc', inspectDoc]],
] as const);

/**
 * Judges a résumé by its content (Contract, Submissions). The work is bounded by the size of the file, whatever is in it.
 * @param name as the visitor's file is called: content and ending must agree
 * @returns undefined for what is none of the three, is damaged, asks for a password, carries macros (Ruling 24), or
 *   would unpack to a size that no résumé has
 */
export async function inspectResume(name: string, bytes: Buffer): Promise<ResumeInspection | undefined> {
  const ending = /\.([a-z]+)$/iu.exec(name)?.[1]?.toLowerCase() ?? '';
  const inspector = inspectors.get(ending);
  if (!inspector) return undefined;
  const [type, inspect] = inspector;
  const cautions = await inspect(bytes);
  return cautions && { type, cautions: [...cautions].sort() };
}

export interface InspectionInput {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The same for the thread in which it runs (`createSerialThread`). */
export const run = ({ name, bytes }: InspectionInput) =>
  inspectResume(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
