import { createHash } from 'node:crypto';

/** A row as either engine's driver gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** A digest of rows in any order: engines sort text differently. */
export interface RowDigest {
  add(row: Row): void;
  count(): number;
  value(): bigint;
}

/** The sum of the rows' SHA-256, modulo 2^256: unlike XOR, a row that is there twice does not cancel itself. */
export function createDigest(): RowDigest {
  let count = 0;
  let sum = 0n;
  return {
    add(row) {
      const cells = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));
      sum = (sum + BigInt(`0x${createHash('sha256').update(JSON.stringify(cells)).digest('hex')}`)) % 2n ** 256n;
      count += 1;
    },
    count: () => count,
    value: () => sum,
  };
}
