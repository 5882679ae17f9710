import { systemClock } from '../app/platform/clock/clock.ts';
import { privateUmask } from '../app/platform/files/private-directory.ts';
import { ConfigurationError, readConfiguration } from '../app/server/config.ts';
import { backupUsage, readFolder, UsageError } from './backup/command-line.ts';
import { runBackup } from './backup/run-backup.ts';
import { RefusedError } from './terminal/refused-error.ts';

// `npm run backup`: copies what visitors sent, beside a running server or without one.

const { stdout, stderr, env } = process;

process.umask(privateUmask);

try {
  // npm runs programs in the project's folder, and tells where it was called.
  const command = readFolder('backup', process.argv.slice(2), env.INIT_CWD ?? process.cwd());
  if (!command) stdout.write(backupUsage);
  else {
    const { text, faults } = await runBackup(command.folder, readConfiguration(env), systemClock);
    stdout.write(text);
    for (const fault of faults) stderr.write(`Fault of the site: ${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  }
} catch (error) {
  if (error instanceof UsageError) stderr.write(`${error.message}\n\n${backupUsage}`);
  else if (error instanceof RefusedError || error instanceof ConfigurationError) stderr.write(`${error.message}\n`);
  else throw error;
  process.exitCode = 2;
}
