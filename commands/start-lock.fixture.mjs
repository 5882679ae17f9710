import { rmSync, writeFileSync } from 'node:fs';
import { takeLock } from './start-lock.mjs';

// A process that takes the lock of a directory many times, and says how often another held it as well.

const [, , directory, held, times] = process.argv;
let overlaps = 0;
for (let turn = 0; turn < Number(times); turn += 1) {
  const release = await takeLock(directory, { heartbeatMs: 1 });
  try {
    writeFileSync(held, '', { flag: 'wx' });
    rmSync(held);
  } catch {
    overlaps += 1;
  }
  release();
}
process.stdout.write(String(overlaps));
