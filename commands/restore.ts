import { systemClock } from '../app/platform/clock/clock.ts';
import { readConfiguration } from '../app/server/config.ts';
import { readFolder, restoreUsage } from './backup/command-line.ts';
import { runRestore } from './backup/run-restore.ts';
import { callDirectory, runProgram } from './terminal/command-line.ts';

// `npm run restore`: restores a backup of `npm run backup` into an empty data directory.

const { stdout, stderr, env } = process;

await runProgram({ script: 'restore', usage: restoreUsage, isPrivate: true }, async (parameters) => {
  const { folder: from, ledger } = readFolder('restore', parameters, callDirectory);
  const notify = (line: string) => stderr.write(`${line}\n`);
  const { text, faults } = await runRestore({ from, ledger }, readConfiguration(env), { clock: systemClock, notify });
  stdout.write(text);
  for (const fault of faults) stderr.write(`Fault of the backup: ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
});
