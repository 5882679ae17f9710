import { createContentStatusStore, type ReportedStatus } from '../app/content/status/status-store.ts';
import { systemClock } from '../app/platform/clock/clock.ts';
import { type Configuration, readConfiguration } from '../app/server/config.ts';
import { createSubmissionAdapters, missingDatabase } from '../app/server/submission-adapters.ts';
import { describeStatuses, exitCodeOf, statusesToJson } from './content-status/describe-status.ts';
import { parseCommandLine, runProgram } from './terminal/command-line.ts';
import { paintOn } from './terminal/paint.ts';
import { RefusedError } from './terminal/refused-error.ts';

// `npm run content:status`: reports live and refused content from the site's data, with or without a running server. It sends no
// request to a server.

const usage = `Reports whether the servers show the current content files. Usage:

  npm run content:status            as text
  npm run content:status -- --json  for programs

It reads the reports of the servers in DATA_DIR or DATABASE_URL. Exit codes: 0, all running servers show their current files; 1, a
server refuses a change; 2, unknown; 3, no server runs.
`;

await runProgram({ script: 'content:status', usage, isPrivate: true }, async (parameters) => {
  const { values } = parseCommandLine({ args: parameters, options: { json: { type: 'boolean', default: false } } });
  const configuration = readConfiguration(process.env);
  const statuses = await readStatuses(configuration).catch((error: unknown) => {
    throw new RefusedError(`The reports cannot be read: ${error instanceof Error ? error.message : error}`);
  });
  const now = systemClock.now();
  process.stdout.write(
    values.json ? statusesToJson(statuses) : describeStatuses(statuses, { now, paint: paintOn(process.stdout) }),
  );
  process.exitCode = exitCodeOf(statuses);
});

async function readStatuses(configuration: Configuration): Promise<readonly ReportedStatus[]> {
  // Reading must not create a database.
  if ((await missingDatabase(configuration)) !== undefined) return [];
  await using adapters = createSubmissionAdapters(configuration);
  return await createContentStatusStore({ ...adapters, clock: systemClock }).read();
}
