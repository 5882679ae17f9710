import { resumeTypeOf } from '../../../../shared/forms/resume-field.ts';
import type { limits } from '../../../../shared/submission-rules.ts';
import type { ResumeCaution } from '../../records/tables.ts';
import { inspectDocx } from './docx.ts';
import { inspectDoc } from './ole2.ts';
import { inspectPdf } from './pdf.ts';

export type ResumeType = (typeof limits.resumeExtensions)[number];

/** Type and cautions of a résumé, determined from its content. */
export interface ResumeInspection {
  readonly type: ResumeType;
  readonly cautions: readonly ResumeCaution[];
}

type Inspection = Set<ResumeCaution> | undefined;

const inspectors: Readonly<Record<ResumeType, (bytes: Buffer) => Inspection | Promise<Inspection>>> = {
  pdf: inspectPdf,
  docx: inspectDocx,
  doc: inspectDoc,
};

/**
 * Inspects a résumé's content (Contract, Submissions). The work is bounded by the size of the file.
 * @param name of the visitor's file: content and extension must agree
 * @returns undefined for a file that is none of the three types, is damaged, requires a password, has macros (Ruling 24), or
 *   would unpack to a size that no résumé has
 */
export async function inspectResume(name: string, bytes: Buffer): Promise<ResumeInspection | undefined> {
  const type = resumeTypeOf(name);
  const cautions = type && (await inspectors[type](bytes));
  return cautions && { type, cautions: [...cautions].sort() };
}

/** A résumé with the name that its sender gave it. */
export interface InspectionInput {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Entry point of the thread (`createSerialThread`). */
export const run = ({ name, bytes }: InspectionInput) =>
  inspectResume(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
