import { PrivacyRequests } from '../../app/features/submissions/privacy/privacy-requests.ts';
import { createClockCheck } from '../../app/features/submissions/records/clock-check.ts';
import { exportRecord } from '../../app/features/submissions/records/export.ts';
import { createFollowUp } from '../../app/features/submissions/records/follow-up.ts';
import { retainedUntil } from '../../app/features/submissions/records/retention.ts';
import type { Submission } from '../../app/features/submissions/records/submission.ts';
import type { ListFilter } from '../../app/features/submissions/records/submission-search.ts';
import { SubmissionStore } from '../../app/features/submissions/records/submission-store.ts';
import type { Clock } from '../../app/platform/clock/clock.ts';
import type { Configuration } from '../../app/server/config.ts';
import type { createSubmissionAdapters } from '../../app/server/submission-adapters.ts';
import { dayMs } from '../../app/shared/iso-time.ts';
import { jsonText } from '../../app/shared/json-text.ts';
import type { Paint } from '../terminal/paint.ts';
import type { Command, Since } from './command-line.ts';
import { oneById } from './one-by-id.ts';
import type { ListedRecord } from './record-views.ts';

export interface CommandContext {
  readonly configuration: Configuration;
  readonly clock: Clock;
  /** The operator's current folder. */
  readonly directory: string;
  /** Environment of the viewer that opens résumés. */
  readonly environment: NodeJS.ProcessEnv;
  /** Columns of the terminal; undefined where the output goes elsewhere. */
  readonly width: number | undefined;
  readonly paint: Paint;
  /** Writes remarks to another stream than the output. */
  readonly notify: (line: string) => void;
}

export type Inbox = ReturnType<typeof openInbox>;

/** Opens the stores that a command works on. */
export function openInbox(
  command: Command,
  context: CommandContext,
  adapters: ReturnType<typeof createSubmissionAdapters>,
) {
  const { configuration, clock } = context;
  const { database, files } = adapters;
  const store = new SubmissionStore({ database, clock, acknowledge: configuration.acknowledge });
  const followUp = createFollowUp({ database, clock });
  const now = clock.now();
  return {
    ...context,
    command,
    adapters,
    files,
    store,
    followUp,
    requests: new PrivacyRequests({ database, clock }),
    clockCheck: createClockCheck({ database, clock }),
    now,
    filter: filterOf(command, now),
    /** The record that the command names. @throws RefusedError if there is none, or several */
    one: (): Promise<Submission> => oneById('record', command.id, store),
    /** Adds mail, notes and retention to records. */
    async listed(submissions: readonly Submission[]): Promise<ListedRecord[]> {
      const ids = submissions.map(({ id }) => id);
      const [mails, notes] = [await store.mailOf(ids), await followUp.notesOf(ids)];
      return submissions.map((submission) => ({
        submission,
        mails: mails.get(submission.id) ?? [],
        notes: notes.get(submission.id) ?? [],
        retainedUntil: retainedUntil(submission, configuration.retentionDays),
      }));
    },
    /** Formats the result as JSON or as text. */
    report: (json: Record<string, unknown>, text: string): string => `${command.json ? jsonText(json) : text}\n`,
  };
}

function filterOf({ kind, status, text, since, position, open }: Command, now: Date): ListFilter {
  return { kind, status, text, since: timeOf(since, now)?.toISOString(), position, isOpen: open };
}

/** Returns the time that `--since` names. */
export const timeOf = (since: Since | undefined, now: Date): Date | undefined =>
  since && ('date' in since ? since.date : new Date(now.getTime() - since.days * dayMs));

/** A record with mail and notes, in the format of `show --json`. */
export const listedRecordToJson = ({ submission, mails, notes, retainedUntil }: ListedRecord) => ({
  ...exportRecord(submission),
  spam_reason: submission.spamReason,
  resume_scan: submission.resume?.scan,
  kept_until: retainedUntil?.toISOString() ?? null,
  mail: mails,
  notes: notes.map(({ notedAt, text }) => ({ noted_at: notedAt, text })),
});
