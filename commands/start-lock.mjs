// A lock between processes of this machine, for `npm start`. Plain JavaScript for Node 20, without packages: it runs before the install.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Waits until no other process holds the lock, and takes it.
 *
 * Each holder makes a file with the next number in the directory and touches it while it lives. A file in place of a deleted one would
 * be a trap: of two processes that find a dead lock, the slower would remove the new lock of the faster. The next number, however, can
 * be made only once, and the last file always stays, so that no number is used twice while somebody still looks at it.
 * @param {string} directory of the lock, which holds nothing else
 * @param {{ beatMs?: number, deadMs?: number, onWait?: () => void }} [options] `beatMs`: interval of the holder's heartbeat and of checks
 *   by others. `deadMs`: a lock without a heartbeat for this long is left over from a killed process. `onWait`: called once if another holds it
 * @returns {Promise<() => void>} a function that releases the lock; the end of the process does as well
 */
export async function takeLock(directory, { beatMs = 500, deadMs = 5000, onWait } = {}) {
  mkdirSync(directory, { recursive: true });
  let hasWaited = false;
  for (;;) {
    const last = lastNumber(directory);
    if (isAlive(fileOf(directory, last), deadMs)) {
      if (!hasWaited) onWait?.();
      hasWaited = true;
      await new Promise((resolve) => setTimeout(resolve, beatMs));
    } else if (makeFile(fileOf(directory, last + 1))) {
      // A process that was slower than two others may have made a number below the last.
      if (lastNumber(directory) === last + 1) return hold(directory, last + 1, beatMs);
      rmSync(fileOf(directory, last + 1), { force: true });
    }
  }
}

function hold(directory, number, beatMs) {
  const file = fileOf(directory, number);
  for (const earlier of numbersIn(directory).filter((other) => other < number))
    rmSync(fileOf(directory, earlier), { force: true });
  const heartbeat = setInterval(() => setTime(file, new Date()), beatMs);
  const release = () => {
    clearInterval(heartbeat);
    process.off('exit', release);
    setTime(file, new Date(0));
  };
  process.on('exit', release);
  return release;
}

const fileOf = (directory, number) => join(directory, String(number));
const numbersIn = (directory) => readdirSync(directory).map(Number).filter(Number.isSafeInteger);
const lastNumber = (directory) => Math.max(0, ...numbersIn(directory));

/** @returns {boolean} whether this process has made it, and no other */
function makeFile(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** A lock that was released has the time 0. */
function isAlive(file, deadMs) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Date.now() - stats.mtimeMs <= deadMs;
}

/** Sets the time of a lock, unless somebody has removed it: whoever took this process for dead. */
function setTime(file, time) {
  try {
    utimesSync(file, time, time);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
