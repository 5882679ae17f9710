import { type ParseArgsConfig, parseArgs } from 'node:util';
import { ContentError } from '../../app/platform/content/problem.ts';
import { databaseNewerCode } from '../../app/platform/database/migrations.ts';
import { codeOf, databaseBusyCode, databaseUnusableCode } from '../../app/platform/database/statement-runner.ts';
import { privateUmask } from '../../app/platform/files/private-directory.ts';
import { ConfigurationError } from '../../app/server/config.ts';
import { RefusedError } from './refused-error.ts';

/** The arguments are invalid. The message is shown with the command that prints the usage. */
export class UsageError extends Error {}

/** Parses arguments. @throws UsageError for invalid ones */
export function parseCommandLine<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // The rest of Node's message is advice about dashes.
    const [wrong] = message.split(/\.\s/u);
    const allowed = Object.keys(config.options ?? {}).map((name) => `--${name}`);
    throw new UsageError(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && allowed.length > 0
        ? `${wrong}; the options are ${allowed.join(', ')}`
        : wrong,
    );
  }
}

/** The folder of the call: npm runs programs in the project's folder. */
export const callDirectory = process.env.INIT_CWD ?? process.cwd();

/** Reads an option whose value is a whole number from 1. @throws UsageError for any other value */
export function wholeNumber(option: string, given: string | undefined, max: number): number | undefined {
  if (given === undefined) return undefined;
  const number = /^\d{1,7}$/u.test(given) ? Number(given) : 0;
  if (number < 1 || number > max)
    throw new UsageError(`--${option} is "${given}"; it takes a whole number from 1 to ${max}`);
  return number;
}

/**
 * Runs a command's program, or prints its usage for `--help`. Errors are explained on standard error and end with exit code 2.
 * @param program.script of package.json, such as `inbox`
 * @param program.isPrivate whether its files contain visitors' data, so that only this user may read them
 */
export async function runProgram(
  {
    script,
    usage,
    isPrivate = false,
  }: { readonly script: string; readonly usage: string; readonly isPrivate?: boolean },
  run: (parameters: string[]) => Promise<unknown>,
): Promise<void> {
  const { argv, stdout, stderr } = process;
  const parameters = argv.slice(2);
  if (isPrivate) process.umask(privateUmask);
  try {
    if (parameters[0] === 'help' || parameters.includes('--help')) stdout.write(usage);
    else await run(parameters);
  } catch (error) {
    // The reader has closed the pipe, such as `| head`.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
    const explanation = explain(error, script);
    if (explanation === undefined) throw error;
    stderr.write(`${explanation}\n`);
    process.exitCode = 2;
  }
}

/** No connection, or none for this user: Node's codes and PostgreSQL's classes of connection, authorisation, resources and shutdown. */
const noConnection =
  /^(?:ECONN\w+|E\w+UNREACH|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPROTO|\w*CERT\w*|UNABLE_TO_VERIFY\w+|(?:08|28|3D|53|57)\w{3})$/u;

/** PostgreSQL's codes for a server that takes no writes, such as a standby, and for a role without the right. */
const readOnlyCode = '25006';
const forbiddenCode = '42501';

/** Messages of `pg` that have no code: the server does not respond or takes no TLS, or the connection broke. */
const noConnectionMessage =
  /^(?:timeout expired|Query read timeout|Connection terminated.*|The server does not support SSL connections|There was an error establishing an SSL connection)$/u;

/** @returns undefined for a fault of the program, whose stack is wanted */
function explain(error: unknown, script: string): string | undefined {
  const { message, syscall, path } = error as NodeJS.ErrnoException;
  const code = codeOf(error) ?? '';
  if (error instanceof UsageError) return `${message}. Usage: npm run ${script} -- --help`;
  if ([RefusedError, ConfigurationError, ContentError].some((type) => error instanceof type)) return message;
  if (code === databaseBusyCode)
    return 'Another program has locked the database for a minute. Changes that this command made before remain. End the other program (a command, a copy of the files) and run the command again';
  if (code === 'ENOSPC' || message === 'database or disk is full')
    return `${message}. Free space on the disk and run the command again`;
  if (
    code === databaseUnusableCode ||
    noConnection.test(code) ||
    noConnectionMessage.test(message) ||
    (code === 'ENOENT' && syscall === 'connect')
  )
    return `The database cannot be used: ${message}. DATA_DIR or DATABASE_URL must be that of the site; run the command as its user`;
  if (code === readOnlyCode)
    return `The database takes no changes: ${message}. DATABASE_URL must name the primary server, which a failover may have changed`;
  if (code === forbiddenCode)
    return `The database refuses this to the role of DATABASE_URL: ${message}. Grant it SELECT, INSERT, UPDATE and DELETE on all tables of the site`;
  if (code === databaseNewerCode) return `${message}. Run the command of that version`;
  if (code === 'EACCES' || code === 'EPERM')
    return `${message}. Run the command as the user of the site, in folders that this user may write to`;
  if (code === 'ENOENT' && syscall === 'mkdir') return `The folder ${path} cannot be created; name another one`;
  return ['EROFS', 'EEXIST', 'ENOTDIR', 'EISDIR'].includes(code) ? message : undefined;
}
