import { pipeline } from 'node:stream/promises';
import { systemClock } from '../app/platform/clock/clock.ts';
import { readConfiguration } from '../app/server/config.ts';
import { readCommand, usage } from './inbox/command-line.ts';
import { runCommand } from './inbox/run-command.ts';
import { callDirectory, runProgram } from './terminal/command-line.ts';
import { paintOn } from './terminal/paint.ts';
import { widthOfTerminal } from './terminal/table.ts';

// `npm run inbox`: reads and manages submissions, with or without a running server.

const { stdout, stderr, env } = process;

await runProgram({ script: 'inbox', usage, isPrivate: true }, async (parameters) => {
  const output = runCommand(readCommand(parameters), {
    configuration: readConfiguration(env),
    clock: systemClock,
    directory: callDirectory,
    environment: env,
    width: widthOfTerminal(stdout),
    paint: paintOn(stdout),
    notify: (line) => stderr.write(`${line}\n`),
  });
  await pipeline(output, stdout, { end: false });
});
