import type { Submission } from './submission.ts';

/** A record as it leaves: every field as it was accepted, with id, kind, status and moment (Contract, Reading what came in). */
export function exportRecord({ id, kind, status, receivedAt, fields, resume }: Submission): Record<string, unknown> {
  const head = { id, kind, status, received_at: receivedAt };
  return {
    ...head,
    ...fields,
    ...(resume
      ? { resume: resume.name, resume_bytes: resume.bytes, resume_sha256: resume.sha256, resume_file: resume.file }
      : {}),
    // Last as well as first: no field of a form can pass for them.
    ...head,
  };
}

const firstColumns = ['id', 'kind', 'status', 'received_at'] as const;

/** CSV (RFC 4180) with one column for each field that any record has, and a heading. */
export function toCsv(records: readonly Record<string, unknown>[]): string {
  const columns = [...new Set([...firstColumns, ...records.flatMap((record) => Object.keys(record))])];
  const lines = [columns, ...records.map((record) => columns.map((column) => record[column] ?? ''))];
  return lines.map((cells) => `${cells.map((cell) => csvCell(String(cell))).join(',')}\r\n`).join('');
}

/** What a spreadsheet would take for a formula gets an apostrophe, by which it is text (OWASP, CSV injection). */
function csvCell(text: string): string {
  const neutral = /^[=+\-@\t\r\n]/u.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(neutral) ? `"${neutral.replaceAll('"', '""')}"` : neutral;
}
