import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run check`: checks types, lint, styles and unused code concurrently. Prints findings only.

const binaries = fileURLToPath(new URL('../node_modules/.bin/', import.meta.url));

/** Tools with the arguments that make warnings fail. */
const tools: readonly (readonly string[])[] = [
  ['tsc', '--noEmit'],
  ['biome', 'check', '--error-on-warnings'],
  ['stylelint', 'app/**/*.css', '--max-warnings', '0'],
  ['knip'],
];

/** Runs a tool to its end. @returns its output if it found something */
function findings([name = '', ...options]: readonly string[]): Promise<string | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<string | undefined>();
  const child = spawn(join(binaries, name), options, { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.once('error', reject).once('close', (code) => {
    resolve(code === 0 ? undefined : Buffer.concat(chunks).toString('utf8') || `${name} ended with code ${code}\n`);
  });
  return promise;
}

for (const found of await Promise.all(tools.map(findings))) {
  if (found === undefined) continue;
  process.stdout.write(found);
  process.exitCode = 1;
}
