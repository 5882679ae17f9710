// `npm test`: installs what the tests need, runs every check and every test, and closes with what failed, what passed only
// when it ran again, and one line of sums. Plain JavaScript for Node 20, without a package: it runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache', 'test-reports');

/** How many lines of an error close the run; all of them stand further up. */
const errorLines = 12;

/** What the tests need of the system: the Debian package, and how to see that something like it is there. */
const systemPackages = [
  {
    name: 'chromium',
    isThere: () => findChromium() !== undefined,
    without: 'set CHROMIUM_PATH to a Chromium or Chrome',
  },
  {
    name: 'chromium-headless-shell',
    isThere: () => Boolean(process.env.CHROMIUM_PATH) || existsSync('/usr/bin/chromium-headless-shell'),
    without: 'journeys run in the whole browser, which takes twice the processor',
  },
  {
    name: 'firefox-esr',
    isThere: () => existsSync(process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'),
    without: 'the journeys in Firefox are left out',
  },
  {
    name: 'webkit2gtk-driver',
    isThere: () => existsSync(process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver'),
    without: 'the journeys in WebKit are left out',
  },
  {
    name: 'xvfb',
    isThere: () => existsSync('/usr/bin/Xvfb'),
    without: 'the journeys in WebKit are left out',
  },
  {
    name: 'nginx',
    isThere: () => isCommand('nginx') || existsSync('/usr/sbin/nginx'),
    without: 'the tests behind nginx are left out',
  },
  {
    name: 'prometheus',
    isThere: () => isCommand('promtool'),
    without: 'its promtool does not check metrics and alert rules',
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
  { name: 'test:unit', result: runVitest('test:unit') },
  { name: 'test:browser', result: runBrowserTests() },
  { name: 'test:engines', result: runVitest('test:engines') },
];
for (const [what, key] of [
  ['Flaky', 'flaky'],
  ['Failed', 'failed'],
]) {
  for (const { result } of steps) for (const test of result[key]) say(`\n${what}: ${test}`);
}
for (const { name, result } of steps) say(`npm run ${name}: ${counts([result])}`);
const results = steps.map(({ result }) => result);
say(counts(results));
process.exit(results.every(({ failed }) => failed.length === 0) ? 0 : 1);

/** @returns such as `12 passed, 0 failed, 1 flaky among those passed, 3 skipped` */
function counts(results) {
  const sum = (count) => results.reduce((total, result) => total + count(result), 0);
  const flaky = sum((result) => result.flaky.length);
  const skipped = sum((result) => result.skipped ?? 0);
  const last = [
    ...(flaky > 0 ? [`, ${flaky} flaky among those passed`] : []),
    ...(skipped > 0 ? [`, ${skipped} skipped`] : []),
  ].join('');
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed${last}`;
}

/** Types, lint, styles, unused code. Its tools do not count; what fails is one failure. */
function check() {
  return { passed: 0, flaky: [], failed: runScript('check') === 0 ? [] : ['npm run check, see above'] };
}

/**
 * In CI, files with a failure run once more, one after the other: a test that passes then hung on the
 * machine's load, and is named as flaky. Playwright does the same by itself (`retries`).
 * @param {'test:unit' | 'test:engines'} script of package.json
 */
function runVitest(script) {
  const first = runVitestFiles(script, 'first', []);
  const files = [...new Set(first.failures.map(({ file }) => file))];
  if (!process.env.CI || files.length === 0) {
    const { passed, skipped, failures } = first;
    return { passed, skipped, flaky: [], failed: failures.map(described) };
  }
  say(`Run again, one after the other: ${files.join(', ')}`);
  const second = runVitestFiles(script, 'again', [...files, '--no-file-parallelism']);
  const stillFails = ({ name }) => second.failures.some((failure) => failure.name === name);
  const flaky = first.failures.filter((failure) => !stillFails(failure));
  return {
    passed: first.passed + flaky.length,
    skipped: first.skipped,
    flaky: flaky.map(described),
    failed: second.failures.map(described),
  };
}

/** @param {string[]} parameters of Vitest, beside its reporters */
function runVitestFiles(script, reportName, parameters) {
  const report = join(reports, `${script.replace(':', '-')}-${reportName}.json`);
  const code = runScript(script, [
    ...parameters,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]);
  if (!existsSync(report)) return { passed: 0, skipped: 0, failures: [unreported(script)] };
  const { numPassedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ file, name: `${file}: ${test.fullName}`, message: test.failureMessages?.[0] ?? '' }));
    // A file that cannot be loaded, or whose preparation fails, has failed without a test that has.
    return status === 'failed' && failed.length === 0 ? [{ file, name: file, message }] : failed;
  });
  if (code !== 0 && failures.length === 0) failures.push(unreported(script));
  return { passed: numPassedTests, skipped: numPendingTests, failures };
}

function runBrowserTests() {
  const report = join(reports, 'browser.json');
  const chromium = findChromium();
  if (!chromium) return { passed: 0, flaky: [], failed: ['npm run test:browser, for want of a Chromium'] };
  // Where it is in its usual place, the configuration finds it, and the headless shell beside it.
  const env = chromium === '/usr/bin/chromium' ? {} : { CHROMIUM_PATH: chromium };
  const code = runScript('test:browser', ['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env });
  if (!existsSync(report)) return { passed: 0, flaky: [], failed: [described(unreported('test:browser'))] };
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = suites.flatMap(testsOf);
  const withStatus = (status) => tests.filter((test) => test.status === status).map(described);
  const failed = [...withStatus('unexpected'), ...errors.map(({ message }) => message)];
  if (code !== 0 && failed.length === 0) failed.push(described(unreported('test:browser')));
  return { passed: stats.expected + stats.flaky, flaky: withStatus('flaky'), failed };
}

/** The tests of a suite of Playwright's report and of the suites in it, each with what failed first. */
function testsOf({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ file, title, tests }) =>
    tests.map(({ projectName, status, results }) => ({
      name: `tests/journeys/${file}: ${title} [${projectName}]`,
      status,
      message: results.flatMap(({ errors }) => errors)[0]?.message ?? '',
    })),
  );
  return [...own, ...suites.flatMap(testsOf)];
}

/** A runner that ended badly has failed, also where its report names no test. */
function unreported(script) {
  return { file: '', name: `npm run ${script}`, message: 'ended without saying what failed, see above' };
}

function described({ name, message }) {
  const lines = message.split('\n').filter((line) => !line.includes('/node_modules/'));
  return [name, ...lines.slice(0, errorLines).map((line) => `  ${line}`)].join('\n');
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
