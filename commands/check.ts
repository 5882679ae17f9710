import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

// `npm run check`: checks types, lint, styles and unused code concurrently. Prints findings only.

const binaries = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));

/** Tools with the arguments that make warnings fail. */
const tools: readonly (readonly string[])[] = [
  ['tsc', '--noEmit'],
  ['biome', 'check', '--error-on-warnings'],
  ['stylelint', 'app/**/*.css', '--max-warnings', '0'],
  ['knip'],
];

const run = promisify(execFile);

/** Runs a tool to its end. @returns its output if it found something */
const findings = ([name = '', ...options]: readonly string[]): Promise<string | undefined> =>
  run(join(binaries, name), options, { maxBuffer: Number.POSITIVE_INFINITY }).then(
    () => undefined,
    ({ stdout, stderr, message }) => stdout + stderr || `${message}\n`,
  );

for (const found of await Promise.all(tools.map(findings))) {
  if (found === undefined) continue;
  process.stdout.write(found);
  process.exitCode = 1;
}
