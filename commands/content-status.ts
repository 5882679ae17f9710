import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createContentStatusStore, type ReportedStatus } from '../app/content/status/status-store.ts';
import { systemClock } from '../app/platform/clock/clock.ts';
import { privateUmask } from '../app/platform/files/private-directory.ts';
import { type Configuration, ConfigurationError, readConfiguration } from '../app/server/config.ts';
import { createSubmissionAdapters } from '../app/server/submission-adapters.ts';
import { describeStatuses, exitCodeOf, statusesToJson } from './content-status/describe-status.ts';
import { paintOn } from './terminal/paint.ts';

// `npm run content:status`: what of the content is live and what is refused, from the data of the site, beside a running server or
// without one. It asks no server.

const usage = `What of the content is live, and what is refused. Usage:

  npm run content:status            as text
  npm run content:status -- --json  for programs

It reads what the servers have reported to DATA_DIR or DATABASE_URL, and ends with 0 where all that runs shows its files as they
are, 1 where a change is refused, 2 where that cannot be determined, 3 where no server runs.
`;

process.umask(privateUmask);
process.exitCode = await run(process.argv.slice(2));

async function run(parameters: string[]): Promise<number> {
  const options = readOptions(parameters);
  if (options === undefined || options.help) {
    process[options ? 'stdout' : 'stderr'].write(usage);
    return options ? 0 : 2;
  }
  let statuses: readonly ReportedStatus[];
  try {
    statuses = await readStatuses(readConfiguration(process.env));
  } catch (error) {
    const isOurs = error instanceof ConfigurationError;
    process.stderr.write(
      isOurs ? `${error.message}\n` : `The reports cannot be read: ${error instanceof Error ? error.message : error}\n`,
    );
    return 2;
  }
  const now = systemClock.now();
  process.stdout.write(
    options.json ? statusesToJson(statuses) : describeStatuses(statuses, { now, paint: paintOn(process.stdout) }),
  );
  return exitCodeOf(statuses);
}

async function readStatuses(configuration: Configuration): Promise<readonly ReportedStatus[]> {
  const { databaseUrl, dataDirectory } = configuration;
  // Looking makes no database.
  if (databaseUrl === undefined && !existsSync(join(dataDirectory, 'intake.sqlite'))) return [];
  const { database, mailer } = createSubmissionAdapters(configuration);
  try {
    return await createContentStatusStore({ database, clock: systemClock }).read();
  } finally {
    await Promise.all([database.close(), mailer.close()]);
  }
}

/** @returns undefined for what the command does not take */
function readOptions(parameters: string[]): { json: boolean; help: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args: parameters,
      options: { json: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    });
    return values;
  } catch {
    return undefined;
  }
}
