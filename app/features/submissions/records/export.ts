import { escapeSequence, jsonText } from '../../../shared/json-text.ts';
import type { Submission } from './submission.ts';

/** A record as it is exported: every field as it was accepted, with id, kind, status and time (Contract, Reading what came in). */
export function exportRecord({
  id,
  kind,
  status,
  receivedAt,
  answeredAt,
  fields,
  resume,
}: Submission): Record<string, unknown> {
  const head = { id, kind, status, received_at: receivedAt };
  return {
    ...head,
    ...fields,
    ...(resume
      ? {
          resume: resume.name,
          resume_bytes: resume.bytes,
          resume_sha256: resume.sha256,
          resume_file: resume.file,
          ...(resume.cautions?.length ? { resume_cautions: resume.cautions } : {}),
        }
      : {}),
    ...(answeredAt === undefined ? {} : { answered_at: answeredAt }),
    // Last as well as first: no field of a form can pass for them.
    ...head,
  };
}

/** Records as they leave, a part at a time; may be gone through more than once. */
export type ExportedPages = () => AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;

/** One JSON array, written as its records come. */
export async function* toJson(pages: ExportedPages): AsyncGenerator<string> {
  let before = '[';
  for await (const page of pages()) {
    for (const record of page) {
      yield `${before}\n${jsonText(record).replace(/^/gmu, '  ')}`;
      before = ',';
    }
  }
  yield before === '[' ? '[]\n' : '\n]\n';
}

const firstColumns = ['id', 'kind', 'status', 'received_at'] as const;

/**
 * CSV (RFC 4180) with one column for each field that any record has, and a heading. The pages are gone through twice: the
 * heading comes first, and which fields there are is known last.
 */
export async function* toCsv(pages: ExportedPages): AsyncGenerator<string> {
  const columns = new Set<string>(firstColumns);
  for await (const page of pages())
    for (const record of page) for (const field of Object.keys(record)) columns.add(field);
  yield csvLine([...columns]);
  for await (const page of pages())
    yield page.map((record) => csvLine([...columns].map((column) => record[column] ?? ''))).join('');
}

const csvLine = (cells: readonly unknown[]) => `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`;

/**
 * Where a spreadsheet would begin a formula (OWASP, CSV injection): at the start of a cell, or after a separator or line
 * break within it: a spreadsheet set to semicolons or tabs does not see where our quotes begin. Spaces, quotes and
 * invisible characters before the sign do not hinder it, and full-width signs count as the plain ones.
 */
const formulaStart = /(^|[;|\t\r\n])(?=[\p{Zs}\p{Cf}"]*[=+\-@\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/gu;

/** All control characters but the tab and the line breaks that a text may have; a lone CR overwrites a terminal's line. */
const controls = /(?!\r\n|[\t\n])\p{Cc}/gu;

/** Formulas get an apostrophe, by which they are text. Every cell is quoted, so that no separator ends it. */
function csvCell(text: string): string {
  const neutral = text
    .replace(controls, escapeSequence)
    .replace(formulaStart, "$1'")
    .replace(/^(?=[\t\r\n])/u, "'");
  return `"${neutral.replaceAll('"', '""')}"`;
}
