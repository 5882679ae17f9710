import { createSubmissionAdapters } from '../../app/server/submission-adapters.ts';
import { isoMinute } from '../../app/shared/iso-time.ts';
import { count } from '../terminal/count.ts';
import { requireDatabase } from '../terminal/require-database.ts';
import type { Command } from './command-line.ts';
import { open, resume, resumes } from './copy-resumes.ts';
import { erase } from './erase.ts';
import { exported, list, weeks } from './list-records.ts';
import { type CommandContext, type Inbox, listedRecordToJson, openInbox } from './open-inbox.ts';
import { describeRecord } from './record-views.ts';
import { requestCommands } from './request-commands.ts';
import { describeStatus, readStatus } from './status.ts';

const outputs = {
  list,
  export: exported,
  weeks,
  show,
  resume,
  resumes,
  open,
  mark,
  note,
  release,
  retry,
  erase,
  'confirm-clock': confirmClock,
  status,
  ...requestCommands,
};

/** Runs a command and streams its output. @throws RefusedError when the command is impossible */
export async function* runCommand(command: Command, context: CommandContext): AsyncGenerator<string> {
  await requireDatabase(context.configuration);
  await using adapters = createSubmissionAdapters(context.configuration);
  const output = outputs[command.name](openInbox(command, context, adapters));
  if (output instanceof Promise) yield await output;
  else yield* output;
}

async function show({ files, now, paint, one, listed, report }: Inbox): Promise<string> {
  const submission = await one();
  const [record] = await listed([submission]);
  if (!record) throw new Error('a record is listed as itself');
  const resumePath = submission.resume && (files.pathOf(submission.resume.file) ?? 'in the database');
  return report(listedRecordToJson(record), describeRecord(record, resumePath, { paint, now }).trimEnd());
}

async function mark({ command, followUp, one, report }: Inbox): Promise<string> {
  const { id } = await one();
  const changed = await followUp.markAnswered(id, command.argument === 'answered');
  return report(
    { id, mark: command.argument, changed },
    `${id} is ${changed ? '' : 'already '}marked as ${command.argument}.`,
  );
}

async function note({ command, followUp, one, report }: Inbox): Promise<string> {
  const { id } = await one();
  const { notedAt } = await followUp.addNote(id, command.argument);
  return report({ id, noted_at: notedAt }, `Note added to ${id}.`);
}

async function release({ store, one, report }: Inbox): Promise<string> {
  const { id } = await one();
  const released = await store.release(id);
  return report({ id, released }, released ? `${id} is released, and its mail is queued.` : `${id} is not spam.`);
}

async function retry({ command, store, one, report }: Inbox): Promise<string> {
  const id = command.id === '' ? undefined : (await one()).id;
  const due = await store.retryMail(id);
  return report({ due }, `${count(due, 'mail')} due now; the running server sends within seconds.`);
}

async function confirmClock({ clockCheck, report }: Inbox): Promise<string> {
  const { now: confirmed, lastKnown } = await clockCheck.confirm();
  const json = { confirmed: confirmed.toISOString(), last_known: lastKnown?.toISOString() ?? null };
  const before = lastKnown ? ` The last known time was ${isoMinute(lastKnown.toISOString())} UTC.` : '';
  const summary = `It is ${isoMinute(confirmed.toISOString())} UTC: confirmed.${before} The running server erases by age again within five minutes.`;
  return report(json, summary);
}

async function status({ configuration, store, requests, clockCheck, now, paint, report }: Inbox): Promise<string> {
  const { retentionDays, dataDirectory } = configuration;
  const read = await readStatus({ store, requests, clockCheck, retentionDays, dataDirectory, now });
  return report({ ...read }, describeStatus(read, { paint, now }).trimEnd());
}
