import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Formats a duration in milliseconds. */
export function ms(value: number): string {
  return `${value.toFixed(value < 10 ? 2 : 1)} ms`;
}

/** Formats a size in kilobytes, without the unit. */
export function kilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

/** Prints a table with the first column aligned left, all others right. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of [head, ...rows])
    say(
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    );
}

/** Creates a temporary folder, which is removed when it is disposed of. */
export const temporaryFolder = () => mkdtempDisposable(join(tmpdir(), 'bench-'));
