import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPrivacyRequests } from '../../app/features/submissions/privacy/privacy-requests.ts';
import { createErasures } from '../../app/features/submissions/records/erasures.ts';
import { exportRecord, toCsv, toJson } from '../../app/features/submissions/records/export.ts';
import { createFollowUp } from '../../app/features/submissions/records/follow-up.ts';
import { createKnownTime } from '../../app/features/submissions/records/known-time.ts';
import { keptUntil } from '../../app/features/submissions/records/retention.ts';
import { resumeFindings, type Submission, spellingsOf } from '../../app/features/submissions/records/submission.ts';
import type { ListFilter } from '../../app/features/submissions/records/submission-search.ts';
import { createSubmissionStore } from '../../app/features/submissions/records/submission-store.ts';
import type { Clock } from '../../app/platform/clock/clock.ts';
import { createLog } from '../../app/platform/log/log.ts';
import type { Configuration } from '../../app/server/config.ts';
import { createSubmissionAdapters } from '../../app/server/submission-adapters.ts';
import { foldText } from '../../app/shared/fold-text.ts';
import { dayMs, isoMinute } from '../../app/shared/iso-time.ts';
import { jsonText } from '../../app/shared/json-text.ts';
import { count } from '../terminal/count.ts';
import type { Paint } from '../terminal/paint.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { requireDatabase } from '../terminal/require-database.ts';
import { layTable } from '../terminal/table.ts';
import type { Command, Since } from './command-line.ts';
import { oneById } from './one-by-id.ts';
import { describeRecord, type ListedRecord, recordColumns } from './record-views.ts';
import { describeRequestCounts } from './request-views.ts';
import { type CopyOutcome, copyIntoFolder, copyResume, openInViewer } from './resume-file.ts';
import { isRequestCommand, runRequest } from './run-request.ts';
import { describeStatus, readStatus } from './status.ts';
import { countWeeks, weekColumns } from './weeks.ts';

/** The environment of a command. */
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

type Parts<Part> = Iterable<Part> | AsyncIterable<Part>;

/** Default number of records for one screen of a terminal. */
const screenful = 50;

/**
 * Runs a command and streams its output.
 * @throws RefusedError when the command is impossible
 */
export async function* runCommand(command: Command, context: CommandContext): AsyncGenerator<string> {
  const { configuration, clock, directory, width, paint } = context;
  const { retentionDays, dataDirectory, acknowledge } = configuration;
  // An empty inbox in a wrong folder looks like an empty inbox, and an erasure there erases nothing.
  requireDatabase(configuration);
  await using adapters = createSubmissionAdapters(configuration);
  const { database, files } = adapters;
  const store = createSubmissionStore({ database, clock, acknowledge });
  const followUp = createFollowUp({ database, clock });
  const requests = createPrivacyRequests({ database, clock });
  const knownTime = createKnownTime({ database, clock });
  const now = clock.now();
  const filter = filterOf(command, now);

  const one = (): Promise<Submission> => oneById('record', command.id, store.startingWith);

  async function oneResume() {
    const submission = await one();
    const { resume } = submission;
    if (!resume) throw new RefusedError(`${submission.id} came without a resume`);
    if (resume.scan === 'infected' && !command.force)
      throw new RefusedError(`The resume of ${submission.id} carries a virus; only "resume" with --force copies it`);
    logFindings(submission);
    const path = files.pathOf(resume.file);
    if (!(await files.has(resume.file)))
      throw new RefusedError(path ? `The resume is missing on this server: ${path}` : 'The resume is missing');
    return { submission, file: resume.file, path };
  }

  function logFindings({ id, resume }: Submission): void {
    for (const finding of resume ? resumeFindings(resume) : []) context.notify(`The resume of ${id} ${finding}.`);
  }

  async function listed(submissions: readonly Submission[]): Promise<ListedRecord[]> {
    const ids = submissions.map(({ id }) => id);
    const [mails, notes] = [await store.mailOf(ids), await followUp.notesOf(ids)];
    return submissions.map((submission) => ({
      submission,
      mails: mails.get(submission.id) ?? [],
      notes: notes.get(submission.id) ?? [],
      keptUntil: keptUntil(submission, retentionDays),
    }));
  }

  /** Yields the selected records, all or one page of them. */
  async function* chosen(limit: number | undefined, offset: number) {
    if (limit === undefined) yield* store.pages(filter);
    else yield await store.list(filter, { limit, offset });
  }

  async function* list() {
    const { page = 1 } = command;
    const isForPerson = width !== undefined && !command.json;
    const limit = command.limit ?? (isForPerson || command.page !== undefined ? screenful : undefined);
    const offset = (page - 1) * (limit ?? 0);
    if (command.json) {
      yield* toJson(async function* () {
        for await (const part of chosen(limit, offset)) yield (await listed(part)).map(listedRecordToJson);
      });
      return;
    }
    const total = await store.count(filter);
    if (total === 0) {
      yield Object.values(filter).some(Boolean) ? 'No record is like that.\n' : 'Nothing has come in.\n';
      yield await urgentRequests();
      return;
    }
    const pages = limit === undefined ? 1 : Math.ceil(total / limit);
    if (page > pages) throw new RefusedError(`There is no page ${page}; the last one is ${pages}`);
    let shown = 0;
    const rows = async function* () {
      for await (const part of chosen(limit, offset)) {
        shown += part.length;
        yield await listed(part);
      }
    };
    yield* layTable(recordColumns(paint, now), rows(), { width, paint });
    const number = (value: number) => value.toLocaleString('en');
    const extent = pages === 1 ? '' : `${number(offset + 1)} to ${number(offset + shown)} of `;
    const older = page < pages ? `; older: --page ${page + 1}` : '';
    yield `\n${extent}${count(total, 'record')}${older}\n`;
    yield await urgentRequests();
  }

  /** Returns a line on privacy requests if one is due soon or overdue. */
  async function urgentRequests(): Promise<string> {
    const counts = await requests.counts();
    if (counts.dueSoon + counts.overdue === 0) return '';
    return `Privacy requests: ${describeRequestCounts(counts, paint)}; request list shows them\n`;
  }

  async function* exported() {
    const { format, bom } = command;
    const pages = async function* () {
      for await (const page of store.pages(filter)) yield page.map(exportRecord);
    };
    if (bom) yield '\u{feff}';
    yield* format === 'csv' ? toCsv(pages) : toJson(pages);
  }

  /** Formats the result as JSON or as text. */
  const report = (json: Record<string, unknown>, text: string) => (command.json ? `${jsonText(json)}\n` : `${text}\n`);

  async function show() {
    const submission = await one();
    const [record] = await listed([submission]);
    if (!record) throw new Error('a record is listed as itself');
    const resumePath = submission.resume && (files.pathOf(submission.resume.file) ?? 'in the database');
    return report(listedRecordToJson(record), describeRecord(record, resumePath, { paint, now }).trimEnd());
  }

  async function resume() {
    const { submission, file } = await oneResume();
    const { path, replaced } = await copyResume(submission, files.content(file), {
      to: command.to ?? '.',
      force: command.force,
      directory,
    });
    return report({ id: submission.id, path, replaced }, `${path}${replaced ? ' (replaced)' : ''}`);
  }

  /** Copies the résumés of records into a folder, which it creates. */
  async function copyResumes(pages: Parts<readonly Submission[]>, folder: string) {
    const copied: { id: string; path: string; outcome: CopyOutcome }[] = [];
    const left: { id: string; reason: string }[] = [];
    for await (const page of pages) {
      for (const submission of page) {
        const { id, resume } = submission;
        if (!resume) continue;
        const reason =
          resume.scan === 'infected' && !command.force
            ? 'carries a virus; --force copies it'
            : (await files.has(resume.file))
              ? undefined
              : 'is missing on this server';
        if (reason === undefined) {
          logFindings(submission);
          const options = { folder, force: command.force, directory };
          copied.push({ id, ...(await copyIntoFolder(submission, files.content(resume.file), options)) });
        } else {
          context.notify(`The resume of ${id} ${reason}.`);
          left.push({ id, reason });
        }
      }
    }
    return { copied, left };
  }

  async function resumes() {
    const { copied, left } = await copyResumes(store.pages({ ...filter, kind: 'application' }), command.to ?? '');
    const number = (outcome: CopyOutcome) => copied.filter((copy) => copy.outcome === outcome).length;
    const summary = [`${count(number('copied'), 'resume')} copied`];
    if (number('replaced') > 0) summary.push(`${number('replaced')} replaced`);
    if (number('already there') > 0) summary.push(`${number('already there')} already there`);
    if (left.length > 0) summary.push(`${left.length} left out`);
    return report({ copied, left_out: left }, `${summary.join(', ')}.`);
  }

  async function* weeks() {
    const counts = await countWeeks(store, { now, since: timeOf(command.since, now), position: command.position });
    if (command.json) yield `${jsonText(counts)}\n`;
    else yield* layTable(weekColumns, [counts], { width, paint });
  }

  async function mark() {
    const { id } = await one();
    const changed = await followUp.markAnswered(id, command.argument === 'answered');
    return report(
      { id, mark: command.argument, changed },
      `${id} is ${changed ? '' : 'already '}marked as ${command.argument}.`,
    );
  }

  async function note() {
    const { id } = await one();
    const { notedAt } = await followUp.addNote(id, command.argument);
    return report({ id, noted_at: notedAt }, `Noted with ${id}.`);
  }

  async function open() {
    const { submission, file, path: stored } = await oneResume();
    // The viewer may open it after this command has ended, so the copy stays, in a directory that only this user can read.
    const path = stored ?? join(await mkdtemp(join(tmpdir(), 'resume-')), file);
    if (stored === undefined) await copyResume(submission, files.content(file), { to: path, force: false, directory });
    const opened = await openInViewer(path, context.environment);
    const summary = opened ? `Opened ${path}` : `There is no viewer here. The resume is ${path}`;
    return report({ id: submission.id, path, opened }, summary);
  }

  async function release() {
    const { id } = await one();
    const released = await store.release(id);
    return report({ id, released }, released ? `${id} is released, and its mail is queued.` : `${id} is not spam.`);
  }

  async function retry() {
    const id = command.id === '' ? undefined : (await one()).id;
    const due = await store.retryMail(id);
    return report({ due }, `${count(due, 'mail')} due now; the running server sends within seconds.`);
  }

  async function erase() {
    const log = createLog({ level: 'warn', clock, write: (line) => context.notify(line.trimEnd()) });
    const erasures = createErasures({ ...adapters, store, clock, log });
    const { email } = command;
    const { erasures: repeated, ...removed } =
      email === undefined ? await erasures.repeatAll() : { erasures: undefined, ...(await erasures.erase(email)) };
    const parts = [count(removed.records, 'record'), count(removed.resumes, 'resume'), count(removed.mails, 'mail')];
    const summary = `Removed: ${parts.join(', ')}.`;
    if (email === undefined)
      return report({ erasures: repeated, ...removed }, `${count(repeated ?? 0, 'erasure')} again. ${summary}`);
    let mentions = 0;
    let elsewhere = '';
    // Search folds some spellings into one.
    const spellings = new Map(spellingsOf(email).map((text) => [foldText(text), text]));
    for (const text of spellings.values()) {
      const found = await store.count({ text });
      mentions += found;
      if (found > 0) elsewhere += `\nThe address also stands in ${count(found, 'other record')}: list --text "${text}"`;
    }
    const open = (await requests.list({ isOpen: true, kind: 'erasure', email })).map(({ id }) => id);
    for (const id of open) elsewhere += `\nThe address has an open request for erasure: request done ${id}`;
    return report({ ...removed, mentions, requests: open }, `${summary}${elsewhere}`);
  }

  async function confirmClock() {
    const { now: confirmed, lastKnown } = await knownTime.confirm();
    const json = { confirmed: confirmed.toISOString(), last_known: lastKnown?.toISOString() ?? null };
    const before = lastKnown ? ` The last known time was ${isoMinute(lastKnown.toISOString())} UTC.` : '';
    const summary = `It is ${isoMinute(confirmed.toISOString())} UTC: confirmed.${before} The running server erases by age again within five minutes.`;
    return report(json, summary);
  }

  async function status() {
    const read = await readStatus({ store, requests, knownTime, retentionDays, dataDirectory, now });
    return report({ ...read }, describeStatus(read, { paint, now }).trimEnd());
  }

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
  };
  const { name } = command;
  if (isRequestCommand(name)) {
    yield* runRequest(name, command, {
      ...context,
      requests,
      store,
      now,
      async copyResumes(records, folder) {
        const { copied } = await copyResumes([records], folder);
        return copied.length;
      },
      recordsToJson: async (records) => (await listed(records)).map(listedRecordToJson),
    });
  } else {
    const output = outputs[name]();
    if (output instanceof Promise) yield await output;
    else yield* output;
  }
}

/** Returns the filter that a command's options describe. */
function filterOf({ kind, status, text, since, position, open }: Command, now: Date): ListFilter {
  return { kind, status, text, since: timeOf(since, now)?.toISOString(), position, isOpen: open };
}

const timeOf = (since: Since | undefined, now: Date): Date | undefined =>
  since && ('date' in since ? since.date : new Date(now.getTime() - since.days * dayMs));

const listedRecordToJson = ({ submission, mails, notes, keptUntil }: ListedRecord) => ({
  ...exportRecord(submission),
  spam_reason: submission.spamReason,
  resume_scan: submission.resume?.scan,
  kept_until: keptUntil?.toISOString() ?? null,
  mail: mails,
  notes: notes.map(({ notedAt, text }) => ({ noted_at: notedAt, text })),
});
