import { systemClock } from '../app/platform/clock/clock.ts';
import { readConfiguration } from '../app/server/config.ts';
import { backupUsage, readFolder } from './backup/command-line.ts';
import { runBackup } from './backup/run-backup.ts';
import { callDirectory, runProgram } from './terminal/command-line.ts';

// `npm run backup`: copies submissions and their files, with or without a running server.

const { stdout, stderr, env } = process;

await runProgram({ script: 'backup', usage: backupUsage, isPrivate: true }, async (parameters) => {
  const { folder } = readFolder('backup', parameters, callDirectory);
  const { text, faults } = await runBackup(folder, readConfiguration(env), systemClock);
  stdout.write(text);
  for (const fault of faults) stderr.write(`Fault of the site: ${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
});
