import { systemClock } from '../app/platform/clock/clock.ts';
import { privateUmask } from '../app/platform/files/private-directory.ts';
import { ConfigurationError, readConfiguration } from '../app/server/config.ts';
import { readFolder, restoreUsage, UsageError } from './backup/command-line.ts';
import { runRestore } from './backup/run-restore.ts';
import { RefusedError } from './terminal/refused-error.ts';

// `npm run restore`: puts a backup of `npm run backup` into an empty data directory.

const { stdout, stderr, env } = process;

process.umask(privateUmask);

try {
  // npm runs programs in the project's folder, and tells where it was called.
  const command = readFolder('restore', process.argv.slice(2), env.INIT_CWD ?? process.cwd());
  if (!command) stdout.write(restoreUsage);
  else {
    const { folder: from, ledger } = command;
    const notify = (line: string) => stderr.write(`${line}\n`);
    const { text, faults } = await runRestore({ from, ledger }, readConfiguration(env), { clock: systemClock, notify });
    stdout.write(text);
    for (const fault of faults) stderr.write(`Fault of the backup: ${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
} catch (error) {
  if (error instanceof UsageError) stderr.write(`${error.message}\n\n${restoreUsage}`);
  else if (error instanceof RefusedError || error instanceof ConfigurationError) stderr.write(`${error.message}\n`);
  else throw error;
  process.exitCode = 2;
}
