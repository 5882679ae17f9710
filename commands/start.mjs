// `npm start`: installs what is missing, builds what is stale, serves. Plain JavaScript for Node 20, without a package:
// it runs before anything is installed. `--prepare` installs and builds only; `--serve` serves what is built, and writes nothing here.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources, isBuilt, stampBuild } from './build-stamp.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const lock = join(root, '.cache', 'start.lock');
/** The Node that the project is written for, installed as a package. */
const pinnedNode = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node');

/**
 * How the server is run. glibc and V8 read how they hold memory before the program runs: with one arena for each thread, and thresholds
 * that grow with what was once allocated, glibc keeps about 100 MB that nobody uses (292 MB resident when idle in the place of 180).
 * Variables that are set stay as they are. V8 gets one thread beside each of ours: four share out the collection of a heap so small at a cost
 * above what it takes, a tenth of a rendered page. With source maps errors name lines of the sources, not of the bundle.
 */
const serverProcess = JSON.parse(readFileSync(new URL('server-process.json', import.meta.url), 'utf8'));

/** How often the holder of the lock shows that it is alive, and how often others look. */
const lockBeatMs = 500;
/** A lock without a sign of life for this long is left over from a process that was killed. */
const lockDeadMs = 5000;

/** How often it is checked that npm is still there. */
const parentCheckMs = 250;

const server = [...serverProcess.flags, serverProcess.entry];
const environment = { ...serverProcess.environment, ...process.env };

if (process.argv.includes('--serve')) serveInPlace();
else {
  if (!isPrepared()) await prepare();
  if (!process.argv.includes('--prepare')) await run(pinnedNode, server, { env: environment });
}

/**
 * Becomes the server: a service manager or a container signals and measures it without a process in between. For machines on which
 * the project was prepared elsewhere and is read-only.
 */
function serveInPlace() {
  if (!existsSync(join(root, 'build', 'server', 'server.js')))
    fail('There is no build; run npm start -- --prepare before --serve');
  if (!process.execve) fail(`--serve needs the Node of this project: ${pinnedNode} commands/start.mjs --serve`);
  process.chdir(root);
  process.execve(pinnedNode, [pinnedNode, ...server], environment);
}

function isPrepared() {
  return isInstalled() && isBuilt(hashSources());
}

/** Two starts at once would install and build into each other, so one waits for the other. */
async function prepare() {
  const release = await takeLock();
  try {
    if (!isInstalled()) {
      say('Installing packages');
      // Not `npm ci`: it refuses a lock file written against a registry that lacks the optional packages of other
      // platforms. This installs the same versions and leaves the lock file alone. The build needs the development
      // packages, also where NODE_ENV says production.
      await npm('install', '--no-save', '--include=dev');
      if (!isInstalled())
        fail('npm has not installed what package-lock.json names, with the install script of the package "node"');
    }
    const sources = hashSources();
    if (!isBuilt(sources)) {
      say('Building');
      // A build that is broken off must not pass for the one before it.
      stampBuild('');
      await npm('run', 'build');
      stampBuild(sources);
    }
  } finally {
    release();
  }
}

/** Whether each installed package is the one that the lock file names: npm keeps the list of what it has installed. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed || !existsSync(pinnedNode)) return false;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true;
    // An optional package is left out where it is not meant for this machine.
    return installed[path] ? installed[path].version === version : optional === true;
  });
}

/** @param {string} file */
function readPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch {
    return undefined;
  }
}

/** @param {string[]} parameters */
async function npm(...parameters) {
  const script = process.env.npm_execpath;
  // Standard output belongs to the server: JSON lines and the address.
  const stdio = ['inherit', 2, 2];
  const code = script?.endsWith('.js')
    ? await wait(process.execPath, [script, ...parameters], { stdio })
    : await wait('npm', parameters, { stdio, shell: process.platform === 'win32' });
  if (code !== 0) fail(`npm ${parameters.join(' ')} failed`);
}

/** Runs a program to its end and ends this one likewise. */
async function run(program, parameters, options) {
  if (process.env.npm_lifecycle_event) stopWithParent();
  process.exit(await wait(program, parameters, options));
}

/** An npm that is killed, or its shell, hands nothing on: without this the server would stay, and hold its port. */
function stopWithParent() {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.emit('SIGTERM', 'SIGTERM');
  }, parentCheckMs).unref();
}

/**
 * Runs a program in this terminal, hands signals on to it, and waits.
 * @returns {Promise<number>} its exit code; 128 and the signal's number when a signal ended it
 */
function wait(program, parameters, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, { cwd: root, stdio: 'inherit', ...options });
    const handOn = (signal) => child.kill(signal);
    process.on('SIGTERM', handOn).on('SIGINT', handOn);
    const end = (code) => {
      process.off('SIGTERM', handOn).off('SIGINT', handOn);
      resolve(code);
    };
    child.on('error', (error) => {
      say(`${program} cannot be run: ${error.message}`);
      end(1);
    });
    child.on('exit', (code, signal) => end(code ?? (signal === 'SIGINT' ? 130 : signal === 'SIGKILL' ? 137 : 143)));
  });
}

/** @returns {Promise<() => void>} what gives the lock back */
async function takeLock() {
  mkdirSync(join(root, '.cache'), { recursive: true });
  for (let waited = 0; ; waited += 1) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (isLockDead()) breakLock();
    else {
      if (waited === 0) say('Waiting for another start that installs or builds');
      await new Promise((resolve) => setTimeout(resolve, lockBeatMs));
    }
  }
  const heartbeat = setInterval(() => {
    if (existsSync(lock)) utimesSync(lock, new Date(), new Date());
  }, lockBeatMs);
  const release = () => {
    clearInterval(heartbeat);
    process.off('exit', release);
    rmSync(lock, { force: true });
  };
  process.on('exit', release);
  return release;
}

function isLockDead() {
  try {
    return Date.now() - statSync(lock).mtimeMs > lockDeadMs;
  } catch {
    return true;
  }
}

/** Renamed before it is removed, so that of several that found it dead only one removes it, and no lock taken since. */
function breakLock() {
  const dead = `${lock}.${process.pid}`;
  try {
    renameSync(lock, dead);
    rmSync(dead, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

/** @param {string} message */
function fail(message) {
  say(message);
  process.exit(1);
}

/** @param {string} message */
function say(message) {
  process.stderr.write(`${message}\n`);
}
