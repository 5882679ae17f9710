import { pipeline } from 'node:stream/promises';
import { systemClock } from '../app/platform/clock/clock.ts';
import { privateUmask } from '../app/platform/files/private-directory.ts';
import { ConfigurationError, readConfiguration } from '../app/server/config.ts';
import { readCommand, UsageError, usage } from './inbox/command-line.ts';
import { runCommand } from './inbox/run-command.ts';
import { paintOn } from './terminal/paint.ts';
import { RefusedError } from './terminal/refused-error.ts';

// `npm run inbox`: reads and manages what came in, beside a running server or without one.

const { stdout, stderr, env } = process;
/** Columns of a terminal. */
const usualWidth = 80;

process.umask(privateUmask);

try {
  const command = readCommand(process.argv.slice(2));
  if (!command) stdout.write(usage);
  else {
    const answer = runCommand(command, {
      configuration: readConfiguration(env),
      clock: systemClock,
      // npm runs programs in the project's folder, and tells where it was called.
      directory: env.INIT_CWD ?? process.cwd(),
      environment: env,
      // Zero is what a terminal says that does not know.
      width: stdout.isTTY ? stdout.columns || usualWidth : undefined,
      paint: paintOn(stdout),
      tell: (line) => stderr.write(`${line}\n`),
    });
    await pipeline(answer, stdout, { end: false });
  }
} catch (error) {
  process.exitCode = explain(error);
}

/** @returns the exit code */
function explain(error: unknown): number {
  if (error instanceof UsageError) stderr.write(`${error.message}\n\n${usage}`);
  else if (error instanceof RefusedError || error instanceof ConfigurationError) stderr.write(`${error.message}\n`);
  // Whoever reads it has seen enough: `| head`.
  else if ((error as NodeJS.ErrnoException).code === 'EPIPE') return 0;
  else throw error;
  return 2;
}
