import { pipeline } from 'node:stream/promises';
import { systemClock } from '../app/platform/clock/clock.ts';
import { privateUmask } from '../app/platform/files/private-directory.ts';
import { ConfigurationError, readConfiguration } from '../app/server/config.ts';
import { readCommand, UsageError, usage } from './analytics/command-line.ts';
import { runCommand } from './analytics/run-command.ts';
import { paintOn } from './terminal/paint.ts';

// `npm run analytics`: what the pages are used for and how fast they are, beside a running server or without one.

const { stdout, stderr, env } = process;
/** Columns of a terminal that does not know its own. */
const usualWidth = 80;

process.umask(privateUmask);

try {
  const command = readCommand(process.argv.slice(2));
  if (!command) stdout.write(usage);
  else {
    const answer = runCommand(command, {
      configuration: readConfiguration(env),
      clock: systemClock,
      width: stdout.isTTY ? stdout.columns || usualWidth : undefined,
      paint: paintOn(stdout),
    });
    await pipeline(answer, stdout, { end: false });
  }
} catch (error) {
  if (error instanceof UsageError) stderr.write(`${error.message}\n\n${usage}`);
  else if (error instanceof ConfigurationError) stderr.write(`${error.message}\n`);
  // Whoever reads it has seen enough: `| head`.
  else if ((error as NodeJS.ErrnoException).code !== 'EPIPE') throw error;
  process.exitCode = (error as NodeJS.ErrnoException).code === 'EPIPE' ? 0 : 2;
}
