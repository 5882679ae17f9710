import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ContentError } from '../../app/platform/content/problem.ts';
import { ConfigurationError } from '../../app/server/config.ts';
import { RefusedError } from './refused-error.ts';

/** The operator typed what the command does not take: shown with the usage. */
export class UsageError extends Error {}

/** Parses arguments. @throws UsageError for what the command does not take */
export function parseCommandLine<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '');
  }
}

/** Reads an option that takes a whole number from 1 on. @throws UsageError for anything else */
export function wholeNumber(option: string, given: string | undefined, max: number): number | undefined {
  if (given === undefined) return undefined;
  const number = /^\d{1,7}$/u.test(given) ? Number(given) : 0;
  if (number < 1 || number > max)
    throw new UsageError(`--${option} is "${given}"; it takes a whole number from 1 to ${max}`);
  return number;
}

/**
 * Runs the program of a command. What it cannot do is explained on standard error, without a stack, and ends with exit code 2.
 * @param run returns false where the usage was asked for
 */
export async function runProgram(usage: string, run: (parameters: string[]) => Promise<unknown>): Promise<void> {
  const { stdout, stderr } = process;
  try {
    if ((await run(process.argv.slice(2))) === false) stdout.write(usage);
  } catch (error) {
    // Whoever reads it has seen enough: `| head`.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
    const isUsage = error instanceof UsageError;
    if (!isUsage && ![RefusedError, ConfigurationError, ContentError].some((type) => error instanceof type))
      throw error;
    stderr.write(`${(error as Error).message}\n${isUsage ? `\n${usage}` : ''}`);
    process.exitCode = 2;
  }
}
