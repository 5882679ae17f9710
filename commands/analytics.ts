import { pipeline } from 'node:stream/promises';
import { systemClock } from '../app/platform/clock/clock.ts';
import { readConfiguration } from '../app/server/config.ts';
import { readCommand, runCommand, usage } from './analytics/run-command.ts';
import { runProgram } from './terminal/command-line.ts';
import { paintOn } from './terminal/paint.ts';
import { widthOfTerminal } from './terminal/table.ts';

// `npm run analytics`: reports page views and web vitals, with or without a running server.

const { stdout, env } = process;

await runProgram({ script: 'analytics', usage, isPrivate: true }, async (parameters) => {
  const report = runCommand(readCommand(parameters), {
    configuration: readConfiguration(env),
    clock: systemClock,
    width: widthOfTerminal(stdout),
    paint: paintOn(stdout),
  });
  await pipeline(report, stdout, { end: false });
});
