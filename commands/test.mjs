// `npm test`: installs what the tests need, runs every check and every test, and closes with what failed, the time of each part, and
// one line of sums. Plain JavaScript for Node 20, without a package: it runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache', 'test-reports');

/** How many lines of an error end the run; all of them are further up. */
const errorLines = 12;

/** Programs of the system that the tests need: the Debian package, and how to check that one is installed. */
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
    // WebKitGTK only recommends its decoder of H.264, and without one it plays none of the films.
    name: 'gstreamer1.0-libav',
    isThere: hasFilmDecoder,
    without: 'WebKit plays no films, and the journeys that need one fail',
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

// Side by side, so that one takes the processor while the others wait: for a browser to start, a page to settle, a process to end.
const results = (
  await Promise.all([
    inTurn([['test:browser', runBrowserTests]]),
    inTurn([['test:engines', runVitest]]),
    inTurn([
      ['check', check],
      ['test:unit', runVitest],
    ]),
  ])
).flat();
for (const { failed } of results) for (const test of failed) say(`\nFailed: ${test}`);
for (const result of results) say(`npm run ${result.script}: ${counts([result])} in ${result.seconds} s`);
say(counts(results));
process.exit(results.every(({ failed }) => failed.length === 0) ? 0 : 1);

/** Runs parts of the tests one after the other. @param {[string, (script: string) => Promise<object>][]} parts script and runner */
async function inTurn(parts) {
  const results = [];
  for (const [script, run] of parts) {
    const begun = performance.now();
    const result = await run(script);
    results.push({ script, ...result, seconds: Math.round((performance.now() - begun) / 1000) });
  }
  return results;
}

/** @returns such as `12 passed, 0 failed, 3 skipped` */
function counts(results) {
  const sum = (count) => results.reduce((total, result) => total + count(result), 0);
  const skipped = sum((result) => result.skipped ?? 0);
  const last = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed${last}`;
}

/** Types, lint, styles, unused code. Its tools do not count; what fails is one failure. */
async function check(script) {
  const code = await runScript(script);
  return { passed: 0, failed: code === 0 ? [] : [`npm run ${script}, see above`] };
}

async function runVitest(script) {
  const report = join(reports, `${script.replace(':', '-')}.json`);
  const code = await runScript(script, ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  if (!existsSync(report)) return { passed: 0, skipped: 0, failed: [described(unreported(script))] };
  const { numPassedTests, numPendingTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const failures = testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ name: `${file}: ${test.fullName}`, message: test.failureMessages?.join('\n') ?? '' }));
    // A file that cannot be loaded, or whose preparation fails, has failed without a test that has.
    return status === 'failed' && failed.length === 0 ? [{ name: file, message }] : failed;
  });
  if (code !== 0 && failures.length === 0) failures.push(unreported(script));
  return { passed: numPassedTests, skipped: numPendingTests, failed: failures.map(described) };
}

async function runBrowserTests(script) {
  const report = join(reports, 'browser.json');
  const chromium = findChromium();
  if (!chromium) return { passed: 0, failed: [`npm run ${script}, for want of a Chromium`] };
  // Where it is in its usual place, the configuration finds it, and the headless shell beside it.
  const env = chromium === '/usr/bin/chromium' ? {} : { CHROMIUM_PATH: chromium };
  const code = await runScript(script, ['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...env });
  if (!existsSync(report)) return { passed: 0, failed: [described(unreported(script))] };
  const { stats, errors, suites } = JSON.parse(readFileSync(report, 'utf8'));
  const unexpected = suites.flatMap(testsOf).filter(({ status }) => status === 'unexpected');
  const failed = [...unexpected.map(described), ...errors.map(({ message }) => message)];
  if (code !== 0 && failed.length === 0) failed.push(described(unreported(script)));
  return { passed: stats.expected + stats.flaky, skipped: stats.skipped, failed };
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
  return { name: `npm run ${script}`, message: 'ended without saying what failed, see above' };
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

/** A plugin of GStreamer, in the folder of this processor's libraries. */
function hasFilmDecoder() {
  const libraries = '/usr/lib';
  return (
    existsSync(libraries) &&
    readdirSync(libraries).some((name) => existsSync(join(libraries, name, 'gstreamer-1.0', 'libgstlibav.so')))
  );
}

/** In a folder that only an administrator's PATH holds. */
function hasClamd() {
  return isCommand('clamd') || existsSync('/usr/sbin/clamd');
}

function isCommand(name) {
  return (process.env.PATH ?? '').split(delimiter).some((directory) => existsSync(join(directory, name)));
}

/** Runs a script of package.json beside others, with its name before each line. @returns {Promise<number>} its exit code */
async function runScript(name, parameters = [], env = {}) {
  const child = spawn('npm', ['run', '--silent', name, '--', ...parameters], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on('line', (line) => say(`[${name}] ${line}`));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      say(`npm cannot be run: ${error.message}`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a program in this terminal. @returns its exit code */
function run(program, parameters, env = {}) {
  const { status, error } = spawnSync(program, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error) say(`${program} cannot be run: ${error.message}`);
  return status ?? 1;
}

/** @param {string} message */
function say(message) {
  process.stdout.write(`${message}\n`);
}
