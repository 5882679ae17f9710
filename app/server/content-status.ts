import { hostname } from 'node:os';
import { type ContentReporter, createContentReporter } from '../content/status/content-reporter.ts';
import { createContentStatusStore } from '../content/status/status-store.ts';
import type { SubmissionsOptions } from '../features/submissions/create-submissions.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { ContentError } from '../platform/content/problem.ts';
import type { ContentStatus, EmbeddedContentStore } from '../platform/content/store.ts';
import type { ContentReadiness } from '../platform/http/health.ts';
import type { Log } from '../platform/log/log.ts';
import type { Configuration } from './config.ts';
import { createSubmissionAdapters, serverBusyMs } from './submission-adapters.ts';

/** Maximum number of problems in the response of `/readyz`. */
const maxProblems = 20;

/** Identifies an instance: those on one machine have different ports, and machines have different names. */
const instanceName = ({ port }: Configuration) => `${hostname()}:${port}`;

/** Reports the content status of this instance to the database until it is stopped. */
export function reportContent(
  configuration: Configuration,
  {
    content,
    database,
    clock,
    log,
  }: Pick<SubmissionsOptions, 'database' | 'clock' | 'log'> & { content: EmbeddedContentStore<unknown> },
): ContentReporter {
  const store = createContentStatusStore({ database, clock });
  const instance = instanceName(configuration);
  return createContentReporter({ store, content, instance, webmaster: configuration.mailToWebmaster, log });
}

/**
 * Reports content that was refused at the start, before the process exits, for `npm run content:status`. Queues no mail: it would
 * leave after the next start, which needs valid content.
 */
export async function reportRefusedStart(
  configuration: Configuration,
  { problems }: ContentError,
  { clock, log }: { clock: Clock; log: Log },
): Promise<void> {
  await using adapters = createSubmissionAdapters(configuration, { busyMs: serverBusyMs });
  const status = { name: instanceName(configuration), live: undefined, refused: { since: clock.now(), problems } };
  try {
    const store = createContentStatusStore({ ...adapters, clock });
    await store.report(status, { webmaster: configuration.mailToWebmaster, isSettled: false });
  } catch (error) {
    log.warn('the status of the content cannot be stored', { error });
  }
}

/** Returns the content status for `/readyz`. */
export function contentReadiness({ version, since, refused }: ContentStatus): ContentReadiness {
  return {
    version,
    since: since.toISOString(),
    refused: refused
      ? {
          since: refused.since.toISOString(),
          count: refused.problems.length,
          problems: refused.problems.slice(0, maxProblems).map(({ file, line = null }) => ({ file, line })),
        }
      : null,
  };
}
