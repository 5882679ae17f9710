// `npm test`: installs what the tests need, runs every check and every test, and closes with one line of sums. Plain
// JavaScript for Node 20, without a package: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache', 'test-reports');

/** What the tests need of the system: the Debian package, and how to see that something like it is there. */
const systemPackages = [
  {
    name: 'chromium',
    isThere: () => findChromium() !== undefined,
    without: 'set CHROMIUM_PATH to a Chromium or Chrome',
  },
  { name: 'postgresql', isThere: hasPostgres, without: 'the tests of the PostgreSQL adapters need it' },
  { name: 'clamav-daemon', isThere: hasClamd, without: 'the tests of the virus scanner need it' },
  { name: 'gcc', isThere: () => isCommand('cc'), without: 'the tests of a failing disk need a C compiler' },
  {
    name: 'libc6-dev',
    isThere: () => existsSync('/usr/include/stdio.h'),
    without: 'the tests of a failing disk need the headers of the C library',
  },
];

if (run('node', ['commands/start.mjs', '--prepare']) !== 0) process.exit(1);
installSystemPackages(systemPackages.filter(({ isThere }) => !isThere()));

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

const steps = [
  { name: 'check', result: check() },
  { name: 'test:unit', result: runUnitTests() },
  { name: 'test:browser', result: runBrowserTests() },
];
for (const { name, result } of steps) say(`npm run ${name}: ${result.passed} passed, ${result.failed} failed`);
const sum = (count) => steps.reduce((total, { result }) => total + result[count], 0);
say(`${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') === 0 ? 0 : 1);

/** Types, lint, styles, unused code. Its tools do not count; what fails is one failure. */
function check() {
  return { passed: 0, failed: runScript('check') === 0 ? 0 : 1 };
}

function runUnitTests() {
  const report = join(reports, 'unit.json');
  const code = runScript('test:unit', ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  return judge(code, report, ({ numPassedTests, numFailedTests, testResults }) => ({
    passed: numPassedTests,
    // A file that cannot be loaded has failed without a test.
    failed:
      numFailedTests +
      testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0).length,
  }));
}

function runBrowserTests() {
  const report = join(reports, 'browser.json');
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, CHROMIUM_PATH: findChromium() ?? '' };
  if (!env.CHROMIUM_PATH) {
    say('The browser tests cannot run without a Chromium');
    return { passed: 0, failed: 1 };
  }
  const code = runScript('test:browser', ['--reporter=list,json'], env);
  return judge(code, report, ({ stats, errors }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
  }));
}

/** A runner's own counts. One that ended badly has failed at least once, also where it could not write its report. */
function judge(code, report, count) {
  const { passed, failed } = existsSync(report)
    ? count(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0 };
  return { passed, failed: Math.max(failed, code === 0 ? 0 : 1) };
}

/** Installs Debian packages where that is possible, and otherwise says what is missing: the tests that need it then fail. */
function installSystemPackages(missing) {
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name);
  const prefix = process.getuid?.() === 0 ? [] : isCommand('sudo') ? ['sudo', '-n'] : undefined;
  if (prefix && isCommand('apt-get')) {
    say(`Installing ${names.join(' and ')} from the system's packages`);
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...parameters) => {
      const [program, ...rest] = [...prefix, 'apt-get', ...parameters];
      return run(program, rest, env);
    };
    apt('update', '--quiet');
    // One by one: where one cannot be had, the others still can.
    for (const name of names) apt('install', '--yes', '--quiet', '--no-install-recommends', name);
  }
  for (const { name, isThere, without } of missing) {
    if (!isThere()) say(`${name} is not there and could not be installed: ${without}`);
  }
}

function findChromium() {
  const named = process.env.CHROMIUM_PATH;
  const usual = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
  return (named ? [named] : usual).find((path) => existsSync(path));
}

/** Debian keeps the server's programs out of PATH, one folder for each version. */
function hasPostgres() {
  const versions = '/usr/lib/postgresql';
  return (
    isCommand('initdb') ||
    (existsSync(versions) &&
      readdirSync(versions).some((version) => existsSync(join(versions, version, 'bin', 'initdb'))))
  );
}

/** In a folder that only an administrator's PATH holds. */
function hasClamd() {
  return isCommand('clamd') || existsSync('/usr/sbin/clamd');
}

function isCommand(name) {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, name)));
}

/** A script of package.json; npm puts the pinned Node and the installed tools in front. */
function runScript(name, parameters = [], env = {}) {
  return run('npm', ['run', '--silent', name, '--', ...parameters], env);
}

/** Runs a program in this terminal. @returns its exit code */
function run(program, parameters, env = {}) {
  const { status, error } = spawnSync(program, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (error) say(`${program} cannot be run: ${error.message}`);
  return status ?? 1;
}

/** @param {string} message */
function say(message) {
  process.stdout.write(`${message}\n`);
}
