import { escapeSequence, jsonText } from '../../../shared/json-text.ts';
import type { Submission } from './submission.ts';

/** Returns a record for export: every field as accepted, with id, kind, status and time (Contract, Reading what came in). */
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
    // First for their order, and again last so that no form field overrides them.
    ...head,
  };
}

/** Iterates over exported records page by page; may be called more than once. */
export type ExportedPages = () => AsyncIterable<readonly Readonly<Record<string, unknown>>[]>;

/** Streams records as one JSON array. */
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

/** Streams records as CSV (RFC 4180) with one column for each field of any record. The header needs a first pass over all pages. */
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
 * Positions at which a spreadsheet would begin a formula (OWASP, CSV injection): the start of a cell, or after a separator or
 * line break within it, because a spreadsheet set to semicolons or tabs does not see where our quotes begin. Spaces, quotes and
 * invisible characters may precede the operator, and full-width operators count as well.
 */
const formulaStart = /(^|[;|\t\r\n])(?=[\p{Zs}\p{Cf}"]*[=+\-@\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])/gu;

/** Control characters except tabs and line breaks; a lone CR overwrites a terminal's line. */
const controls = /(?!\r\n|[\t\n])\p{Cc}/gu;

/**
 * Quotes a cell, and makes a formula text by an apostrophe, as well as a telephone number that a spreadsheet would change: it removes a
 * first zero, and Excel turns twelve digits and more into 8.61E+11, also in the file that it saves.
 */
function csvCell(text: string): string {
  const neutral = text
    .replace(controls, escapeSequence)
    .replace(formulaStart, "$1'")
    .replace(/^(?=[\t\r\n]|0\d+$|\d{12,}$)/u, "'");
  return `"${neutral.replaceAll('"', '""')}"`;
}
