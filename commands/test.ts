// Part of `npm test`, after the build: installs what the tests need, runs every check and every test, and closes with what failed, the
// time of each part, and one line of sums.
import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { JSONReport, JSONReportSuite } from '@playwright/test/reporter';
import type { JsonTestResults } from 'vitest/reporters';
import { chromiumPaths, headlessShellPath } from './bench/chromium.ts';
import { inPath, installDebianPackages } from './debian-packages.mjs';
import { spawnGroup } from './spawn-group.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const reports = join(root, '.cache', 'test-reports');

/** How many lines of an error end the run; all of them are further up. */
const errorLines = 12;

/** A Debian package that the tests need. */
interface SystemPackage {
  readonly name: string;
  /** Where one of its files may be. */
  readonly files: readonly string[];
  /** What its absence means. */
  readonly without: string;
}

interface Result {
  readonly passed: number;
  readonly skipped?: number;
  /** The tests that failed, each with its error. */
  readonly failed: readonly string[];
}

const systemPackages: readonly SystemPackage[] = [
  { name: 'chromium', files: chromiumPaths, without: 'set CHROMIUM_PATH to a Chromium or Chrome' },
  {
    name: 'chromium-headless-shell',
    files: [headlessShellPath],
    without: 'journeys run in the whole browser, which takes twice the processor',
  },
  {
    name: 'fonts-liberation',
    files: ['/usr/share/fonts/truetype/liberation*/LiberationSans-Bold.ttf'],
    without: 'the journey without the typeface needs Arial or a font of its widths',
  },
  {
    name: 'firefox-esr',
    files: [process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr'],
    without: 'the journeys in Firefox are left out',
  },
  {
    name: 'webkit2gtk-driver',
    files: [process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver'],
    without: 'the journeys in WebKit are left out',
  },
  {
    // WebKitGTK only recommends its decoder of H.264, and without one it plays none of the films.
    name: 'gstreamer1.0-libav',
    files: ['/usr/lib/*/gstreamer-1.0/libgstlibav.so'],
    without: 'WebKit plays no films, and the journeys that need one fail',
  },
  { name: 'git', files: inPath('git'), without: 'the journeys of the editor at a git host fail' },
  { name: 'xvfb', files: ['/usr/bin/Xvfb'], without: 'the journeys in WebKit are left out' },
  // Folders named `sbin` are only in an administrator's PATH.
  {
    name: 'nginx',
    files: [...inPath('nginx'), '/usr/sbin/nginx'],
    without: 'the tests behind nginx are left out',
  },
  { name: 'caddy', files: inPath('caddy'), without: 'the tests behind Caddy are left out' },
  { name: 'prometheus', files: inPath('promtool'), without: 'its promtool does not check metrics and alert rules' },
  {
    // Debian keeps the server's programs out of PATH, one folder for each version.
    name: 'postgresql',
    files: [...inPath('initdb'), '/usr/lib/postgresql/*/bin/initdb'],
    without: 'the tests of the PostgreSQL adapters need it',
  },
  {
    name: 'clamav-daemon',
    files: [...inPath('clamd'), '/usr/sbin/clamd'],
    without: 'the tests of the virus scanner need it',
  },
  { name: 'gcc', files: inPath('cc'), without: 'the tests of a failing disk need a C compiler' },
  {
    name: 'libc6-dev',
    files: ['/usr/include/stdio.h'],
    without: 'the tests of a failing disk need the headers of the C library',
  },
];

await installSystemPackages(systemPackages.filter(isMissing));

rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

// One after the other: each keeps both cores of a small machine busy by itself, and beside another its tests would wait for the processor.
const parts = [
  ['check', check],
  ['test:unit', runVitest],
  ['test:engines', runVitest],
  ['test:browser', runBrowserTests],
] as const;
const results: (Result & { script: string; seconds: number })[] = [];
for (const [script, run] of parts) {
  const begun = performance.now();
  const result = await run(script);
  results.push({ script, ...result, seconds: Math.round((performance.now() - begun) / 1000) });
}
for (const { failed } of results) for (const test of failed) say(`\nFailed: ${test}`);
for (const result of results) say(`npm run ${result.script}: ${counts([result])} in ${result.seconds} s`);
say(counts(results));
process.exit(results.every(({ failed }) => failed.length === 0) ? 0 : 1);

/** @returns such as `12 passed, 0 failed, 3 skipped` */
function counts(results: readonly Result[]): string {
  const sum = (count: (result: Result) => number) => results.reduce((total, result) => total + count(result), 0);
  const skipped = sum((result) => result.skipped ?? 0);
  const last = skipped > 0 ? `, ${skipped} skipped` : '';
  return `${sum(({ passed }) => passed)} passed, ${sum(({ failed }) => failed.length)} failed${last}`;
}

/** Types, lint, styles, unused code. Its tools do not count; what fails is one failure. */
async function check(script: string): Promise<Result> {
  const code = await runScript(script);
  return { passed: 0, failed: code === 0 ? [] : [`npm run ${script}, see above`] };
}

async function runVitest(script: string): Promise<Result> {
  const report = join(reports, `${script.replace(':', '-')}.json`);
  const code = await runScript(script, ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]);
  const found = readReport<JsonTestResults>(report);
  const failures = (found?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(root, name);
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({ name: `${file}: ${test.fullName}`, message: test.failureMessages?.join('\n') ?? '' }));
    // A file that cannot be loaded, or whose preparation fails, has failed without a test that has.
    return status === 'failed' && failed.length === 0 ? [{ name: file, message }] : failed;
  });
  return {
    passed: found?.numPassedTests ?? 0,
    skipped: found?.numPendingTests ?? 0,
    failed: orUnreported(script, failures.map(described), found ? code : 1),
  };
}

async function runBrowserTests(script: string): Promise<Result> {
  const report = join(reports, 'browser.json');
  if (globSync(chromiumPaths).length === 0) return { passed: 0, failed: [`npm run ${script}, for want of a Chromium`] };
  const code = await runScript(script, ['--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const found = readReport<JSONReport>(report);
  const unexpected = (found?.suites ?? []).flatMap(testsOf).filter(({ status }) => status === 'unexpected');
  const failed = [...unexpected.map(described), ...(found?.errors ?? []).map(({ message = '' }) => message)];
  return {
    passed: (found?.stats.expected ?? 0) + (found?.stats.flaky ?? 0),
    skipped: found?.stats.skipped ?? 0,
    failed: orUnreported(script, failed, found ? code : 1),
  };
}

/** @returns undefined where a runner has written none */
function readReport<Report>(file: string): Report | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** The tests of a suite of Playwright's report and of the suites in it, each with what failed first. */
function testsOf({ specs, suites = [] }: JSONReportSuite): { name: string; status: string; message: string }[] {
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
function orUnreported(script: string, failed: readonly string[], code: number): readonly string[] {
  return code !== 0 && failed.length === 0
    ? [`npm run ${script}\n  ended without saying what failed, see above`]
    : failed;
}

function described({ name, message }: { name: string; message: string | undefined }): string {
  const lines = (message ?? '').split('\n').filter((line) => !line.includes('/node_modules/'));
  return [name, ...lines.slice(0, errorLines).map((line) => `  ${line}`)].join('\n');
}

function isMissing({ files }: SystemPackage): boolean {
  return globSync(files).length === 0;
}

/** Installs Debian packages where that is possible, and otherwise says what is missing: the tests that need it then fail. */
async function installSystemPackages(missing: readonly SystemPackage[]): Promise<void> {
  if (missing.length === 0) return;
  await installDebianPackages(missing.map(({ name }) => name));
  for (const { name, without } of missing.filter(isMissing))
    say(`${name} is not there and could not be installed: ${without}`);
}

/** Runs a script of package.json. @returns its exit code */
async function runScript(name: string, parameters: readonly string[] = [], env: NodeJS.ProcessEnv = {}) {
  const child = spawnGroup('npm', ['run', '--silent', name, '--', ...parameters], {
    cwd: root,
    env: { ...process.env, ...env },
  });
  return new Promise<number>((resolve) => {
    child.once('error', (error) => {
      say(`npm cannot be run: ${error.message}`);
      resolve(1);
    });
    child.once('close', (code) => resolve(code ?? 1));
  });
}

function say(message: string): void {
  process.stdout.write(`${message}\n`);
}
