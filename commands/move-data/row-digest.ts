import { hash } from 'node:crypto';

/** A row from either engine's driver. */
export type Row = Readonly<Record<string, unknown>>;

/** Creates a digest of rows in any order: the sum of their SHA-256 modulo 2^256. Unlike with XOR, duplicates do not cancel out. */
export function createDigest() {
  let count = 0;
  let sum = 0n;
  return {
    add(row: Row): void {
      const cells = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
      sum = (sum + BigInt(`0x${hash('sha256', JSON.stringify(cells), 'hex')}`)) % 2n ** 256n;
      count += 1;
    },
    count: () => count,
    value: () => sum,
  };
}
