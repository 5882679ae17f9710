// `npm start`: installs missing packages, builds if necessary, and serves. Plain JavaScript for Node 20, without packages: it runs
// before anything is installed. `--prepare` only installs and builds; `--serve` only serves the build, and writes nothing here.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashSources, isBuilt } from './build-stamp.mjs';
import { installDebianPackages } from './debian-packages.mjs';
import { takeLock } from './start-lock.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
/** The Node that the project is written for, installed as a package. */
const pinnedNode = join(root, 'node_modules', 'node', 'bin', 'node');

/**
 * Environment and flags of the server process. glibc and V8 read their memory settings before the program runs: with one arena per
 * thread, and thresholds that grow with past allocations, glibc retains about 100 MB of unused memory (292 MB resident when idle
 * instead of 180). Variables that are already set take precedence. V8 gets one helper thread: with four, coordinating the collection
 * of such a small heap costs more than the collection, a tenth of a rendered page. Source maps make errors refer to the sources.
 * SIGUSR1, with which operators have other servers reopen their logs, would open a debugger to every user of the machine.
 */
const serverProcess = JSON.parse(readFileSync(new URL('server-process.json', import.meta.url), 'utf8'));

/** Interval of checks whether npm still runs. */
const parentCheckMs = 250;

const server = [...serverProcess.flags, serverProcess.entry];
const environment = { ...serverProcess.environment, ...process.env };

const options = process.argv.slice(2);
const unknown = options.find((option) => option !== '--prepare' && option !== '--serve');
// A misspelt --prepare would serve, and a --port would change nothing.
if (unknown !== undefined)
  fail(
    `npm start takes --prepare or --serve, not "${unknown}"; environment variables such as PORT configure the site (README.md)`,
  );

if (options.includes('--serve')) serveInPlace();
else {
  if (!isPrepared()) await prepare();
  if (!options.includes('--prepare')) await run(pinnedNode, server, { env: environment });
}

/** Replaces this process with the server of a prepared installation, so that a service manager signals and measures it directly. */
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

/** Installs and builds under a lock, because two concurrent starts would interfere. */
async function prepare() {
  const release = await takeLock(join(root, '.cache', 'start-lock'), {
    onWait: () => say('Waiting for another start that installs or builds'),
  });
  try {
    if (!isInstalled()) {
      say('Installing packages');
      // Not `npm ci`: it refuses a lock file written against a registry that lacks the optional packages of other
      // platforms. This installs the same versions and leaves the lock file alone. The build needs the development
      // packages, also where NODE_ENV says production.
      // Errors only: npm would warn that packages need a newer Node than the system's; the site runs on its own.
      await npm('install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error');
      if (!existsSync(pinnedNode))
        fail(
          'The install script of the package "node" did not run, so there is no Node to run the site. npm has probably been set to ignore-scripts: run `npm rebuild node --ignore-scripts=false`, then repeat this command',
        );
      if (!isInstalled()) fail('npm has not installed the packages that package-lock.json lists; see its output above');
    }
    await provideLibraries();
    if (!isBuilt(hashSources())) {
      say('Building');
      await npm('run', '--silent', 'build');
    }
  } finally {
    release();
  }
}

/** Node has needed libatomic since version 25, which a Debian or Ubuntu without a compiler lacks. */
async function provideLibraries() {
  const tryNode = () => spawnSync(pinnedNode, ['--version'], { encoding: 'utf8' });
  if (tryNode().status === 0) return;
  await installDebianPackages(['libatomic1']);
  const { status, stderr, error } = tryNode();
  if (status !== 0)
    fail(
      `The Node of this project does not run here: ${(stderr || error?.message || '').trim()}. If it lacks libatomic.so.1, install that library (Debian and Ubuntu: apt-get install libatomic1; Fedora: dnf install libatomic), then repeat this command`,
    );
}

/** Whether the installed packages match the lock file, according to npm's own list. */
function isInstalled() {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(root, 'node_modules', '.package-lock.json'));
  if (!wanted || !installed || !existsSync(pinnedNode)) return false;
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true;
    // An optional package may be absent if it does not support this machine.
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
    : await wait('npm', parameters, { stdio });
  if (code !== 0) fail(`npm ${parameters.join(' ')} failed`);
}

/** Runs a program to its end and exits with its exit code. */
async function run(program, parameters, options) {
  if (process.env.npm_lifecycle_event) stopWithParent();
  // The channel closes with this process, however it ends, and the server stops.
  process.exit(await wait(program, parameters, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], ...options }));
}

/** Stops the server when npm or its shell is killed: they forward no signal, and the server would keep its port. */
function stopWithParent() {
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    process.emit('SIGTERM', 'SIGTERM');
  }, parentCheckMs).unref();
}

/** Runs a program in this terminal and forwards signals. @returns {Promise<number>} its exit code, or 128 and the signal's number */
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

/** @param {string} message */
function fail(message) {
  say(message);
  process.exit(1);
}

/** @param {string} message */
function say(message) {
  process.stderr.write(`${message}\n`);
}
