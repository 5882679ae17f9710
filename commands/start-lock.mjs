// A lock between processes of this machine, for `npm start`. Plain JavaScript for Node 20, without packages: it runs before the install.
import { mkdirSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Waits until no other process holds the lock, and takes it.
 *
 * Each holder creates a file with the next number in the directory and touches it while it runs. Deleting and recreating a single file
 * would have a race: of two processes that find an abandoned lock, the slower one would delete the new lock of the faster one. A number
 * can be created only once, and the last file is never deleted, so no number is used twice.
 * @param {string} directory of the lock; it contains nothing else
 * @param {{ heartbeatMs?: number, deadMs?: number, onWait?: () => void }} [options] `heartbeatMs`: interval of the holder's heartbeat and of checks
 *   by others. `deadMs`: a lock without a heartbeat for this long was left by a killed process. `onWait`: called once if another holds it
 * @returns {Promise<() => void>} a function that releases the lock; the end of the process does as well
 */
export async function takeLock(directory, { heartbeatMs = 500, deadMs = 5000, onWait } = {}) {
  mkdirSync(directory, { recursive: true });
  let hasWaited = false;
  for (;;) {
    const last = lastNumber(directory);
    if (isAlive(fileOf(directory, last), deadMs)) {
      if (!hasWaited) onWait?.();
      hasWaited = true;
      await new Promise((resolve) => setTimeout(resolve, heartbeatMs));
    } else if (makeFile(fileOf(directory, last + 1))) {
      // Another process may have created a higher number since.
      if (lastNumber(directory) === last + 1) return hold(directory, last + 1, heartbeatMs);
      rmSync(fileOf(directory, last + 1), { force: true });
    }
  }
}

function hold(directory, number, heartbeatMs) {
  const file = fileOf(directory, number);
  for (const earlier of numbersIn(directory).filter((other) => other < number))
    rmSync(fileOf(directory, earlier), { force: true });
  const heartbeat = setInterval(() => setTime(file, new Date()), heartbeatMs);
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

/** @returns {boolean} false if the file already exists */
function makeFile(file) {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    return false;
  }
}

/** A lock that was released has the time 0. One in the future was left behind before the clock was set back. */
function isAlive(file, deadMs) {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats !== undefined && Math.abs(Date.now() - stats.mtimeMs) <= deadMs;
}

/** Sets the time of a lock. Does nothing if another process has removed it, having considered this one dead. */
function setTime(file, time) {
  try {
    utimesSync(file, time, time);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}
