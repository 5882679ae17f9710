import { readConfiguration } from '../app/server/config.ts';
import { moveData } from './move-data/move-data.ts';
import { runProgram, UsageError } from './terminal/command-line.ts';
import { count } from './terminal/count.ts';

// `npm run move-data -- sqlite postgres`: moves an existing site into PostgreSQL.

const usage = `Moves the site's data from SQLite and the folders of DATA_DIR into the empty
PostgreSQL database of DATABASE_URL, and verifies the copy. Stop the site first.
Usage: npm run move-data -- sqlite postgres
`;

const { stdout, stderr, env } = process;

await runProgram({ script: 'move-data', usage, isPrivate: true }, async (parameters) => {
  const line = parameters.join(' ');
  if (line !== 'sqlite postgres') throw new UsageError(`move-data takes "sqlite postgres", not "${line}"`);
  const { rows, resumes, resumeBytes, erasures, faults } = await moveData(readConfiguration(env), {
    notify: (line) => stderr.write(`${line}\n`),
  });
  for (const fault of faults) stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  const parts = [
    count(rows.submissions, 'record'),
    `${count(resumes, 'resume')} (${(resumeBytes / 1e6).toFixed(1)} MB)`,
    count(erasures, 'erasure'),
  ];
  stdout.write(`Moved: ${parts.join(', ')}. All of this was read back and is the same in both.\n`);
  if (faults.length > 0) stdout.write(`Not as uploaded: ${count(faults.length, 'resume')}, named above.\n`);
  stdout.write(
    'Start the site with DATABASE_URL set. It removes the copies of the resumes from DATA_DIR when it runs.\n',
  );
});
