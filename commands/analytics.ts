import { pipeline } from 'node:stream/promises';
import { systemClock } from '../app/platform/clock/clock.ts';
import { privateUmask } from '../app/platform/files/private-directory.ts';
import { readConfiguration } from '../app/server/config.ts';
import { readCommand, usage } from './analytics/command-line.ts';
import { runCommand } from './analytics/run-command.ts';
import { runProgram } from './terminal/command-line.ts';
import { paintOn } from './terminal/paint.ts';
import { widthOfTerminal } from './terminal/table.ts';

// `npm run analytics`: reports page views and web vitals, with or without a running server.

const { stdout, env } = process;

process.umask(privateUmask);
await runProgram({ script: 'analytics', usage }, async (parameters) => {
  const command = readCommand(parameters);
  if (!command) return false;
  const report = runCommand(command, {
    configuration: readConfiguration(env),
    clock: systemClock,
    width: widthOfTerminal(stdout),
    paint: paintOn(stdout),
  });
  await pipeline(report, stdout, { end: false });
});
