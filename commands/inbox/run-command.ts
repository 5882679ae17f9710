import { createErasures } from '../../app/features/submissions/records/erasures.ts';
import { exportRecord, toCsv, toJson } from '../../app/features/submissions/records/export.ts';
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
import { jsonText } from '../../app/shared/json-text.ts';
import type { Paint } from '../terminal/paint.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { layTable } from '../terminal/table.ts';
import { cut } from '../terminal/visible-text.ts';
import type { Command } from './command-line.ts';
import { count, describeRecord, type ListedRecord, minuteOf, recordColumns } from './record-views.ts';
import { copyResume, openInViewer } from './resume-file.ts';
import { describeStatus, readStatus } from './status.ts';

/** Where and for whom a command runs. */
export interface CommandContext {
  readonly configuration: Configuration;
  readonly clock: Clock;
  /** The folder that the operator is in. */
  readonly directory: string;
  /** Of the viewer that opens résumés. */
  readonly environment: NodeJS.ProcessEnv;
  /** Columns of the terminal; undefined where the output goes elsewhere. */
  readonly width: number | undefined;
  readonly paint: Paint;
  /** Takes what is to be told beside the answer. */
  readonly tell: (line: string) => void;
}

/** Records on one screen of a terminal, by default. */
const screenful = 50;
/** Records that begin alike and are named when one was asked for. */
const maxNamed = 5;
/** An address or another word of the operator's, in a sentence. */
const maxQuoted = 100;

/**
 * Carries out a command; what it answers comes as it is read.
 * @throws RefusedError when it cannot be done
 */
export async function* runCommand(command: Command, surroundings: CommandContext): AsyncGenerator<string> {
  const { configuration, clock, directory, width, paint } = surroundings;
  const { retentionDays, dataDirectory, acknowledge } = configuration;
  const adapters = createSubmissionAdapters(configuration);
  const { database, files } = adapters;
  const store = createSubmissionStore({ database, clock, acknowledge });
  const knownTime = createKnownTime({ database, clock });
  const now = clock.now();

  async function one(): Promise<Submission> {
    const found = await store.startingWith(command.id, maxNamed + 1);
    const [submission] = found;
    if (!submission) throw new RefusedError(`There is no record ${cut(command.id, maxQuoted)}`);
    if (found.length === 1 || submission.id === command.id) return submission;
    const named = found.slice(0, maxNamed).map(({ id }) => id);
    const more = found.length > maxNamed ? ', …' : '';
    throw new RefusedError(`Several records begin with ${command.id}: ${named.join(', ')}${more}`);
  }

  async function oneResume() {
    const submission = await one();
    const { resume } = submission;
    if (!resume) throw new RefusedError(`${submission.id} came without a resume`);
    if (resume.scan === 'infected' && !command.force)
      throw new RefusedError(`The resume of ${submission.id} carries a virus; only "resume" with --force copies it`);
    for (const finding of resumeFindings(resume)) surroundings.tell(`The resume of ${submission.id} ${finding}.`);
    const path = files.pathOf(resume.file);
    if (!(await files.has(resume.file))) throw new RefusedError(`The resume is missing on this server: ${path}`);
    return { submission, path };
  }

  async function listed(submissions: readonly Submission[]): Promise<ListedRecord[]> {
    const mails = await store.mailOf(submissions.map(({ id }) => id));
    return submissions.map((submission) => ({
      submission,
      mails: mails.get(submission.id) ?? [],
      keptUntil: keptUntil(submission, retentionDays),
    }));
  }

  /** The records of a filter, all or those of one page. */
  async function* chosen(filter: ListFilter, limit: number | undefined, offset: number) {
    if (limit === undefined) yield* store.pages(filter);
    else yield await store.list(filter, { limit, offset });
  }

  async function* list() {
    const { kind, status, text, page = 1 } = command;
    const filter = { kind, status, text };
    const isForPerson = width !== undefined && !command.json;
    const limit = command.limit ?? (isForPerson || command.page !== undefined ? screenful : undefined);
    const offset = (page - 1) * (limit ?? 0);
    if (command.json) {
      yield* toJson(async function* () {
        for await (const part of chosen(filter, limit, offset)) yield (await listed(part)).map(listedRecordToJson);
      });
      return;
    }
    const total = await store.count(filter);
    if (total === 0) {
      yield kind || status || text ? 'No record is like that.\n' : 'Nothing has come in.\n';
      return;
    }
    const pages = limit === undefined ? 1 : Math.ceil(total / limit);
    if (page > pages) throw new RefusedError(`There is no page ${page}; the last one is ${pages}`);
    let shown = 0;
    const rows = async function* () {
      for await (const part of chosen(filter, limit, offset)) {
        shown += part.length;
        yield await listed(part);
      }
    };
    yield* layTable(recordColumns(paint, now), rows(), { width, paintTitle: (title) => paint('bold', title) });
    const number = (value: number) => value.toLocaleString('en');
    const extent = pages === 1 ? '' : `${number(offset + 1)} to ${number(offset + shown)} of `;
    const older = page < pages ? `; older: --page ${page + 1}` : '';
    yield `\n${extent}${count(total, 'record')}${older}\n`;
  }

  async function* exported() {
    const { kind, status, text, format, bom } = command;
    const pages = async function* () {
      for await (const page of store.pages({ kind, status, text })) yield page.map(exportRecord);
    };
    if (bom) yield '\u{feff}';
    yield* format === 'csv' ? toCsv(pages) : toJson(pages);
  }

  /** What was done: as JSON for a program, in words for a person. */
  const answer = (json: Record<string, unknown>, words: string) =>
    command.json ? `${jsonText(json)}\n` : `${words}\n`;

  async function show() {
    const submission = await one();
    const [record] = await listed([submission]);
    if (!record) throw new Error('a record is listed as itself');
    const resumePath = submission.resume && files.pathOf(submission.resume.file);
    return answer(listedRecordToJson(record), describeRecord(record, resumePath, { paint, now }).trimEnd());
  }

  async function resume() {
    const { submission, path: source } = await oneResume();
    const { path, replaced } = await copyResume(submission, source, {
      to: command.to ?? '.',
      force: command.force,
      directory,
    });
    return answer({ id: submission.id, path, replaced }, `${path}${replaced ? ' (replaced)' : ''}`);
  }

  async function open() {
    const { submission, path } = await oneResume();
    const opened = await openInViewer(path, surroundings.environment);
    const words = opened ? `Opened ${path}` : `There is no viewer here. The resume is ${path}`;
    return answer({ id: submission.id, path, opened }, words);
  }

  async function release() {
    const { id } = await one();
    const released = await store.release(id);
    return answer({ id, released }, released ? `${id} is released, and its mail is queued.` : `${id} is not spam.`);
  }

  async function retry() {
    const id = command.id === '' ? undefined : (await one()).id;
    const due = await store.retryMail(id);
    return answer({ due }, `${count(due, 'mail')} due now; the running server sends within seconds.`);
  }

  async function erase() {
    const log = createLog({ level: 'warn', clock, write: (line) => surroundings.tell(line.trimEnd()) });
    const erasures = createErasures({ ...adapters, store, clock, log });
    const { email } = command;
    const { erasures: repeated, ...removed } =
      email === undefined ? await erasures.repeatAll() : { erasures: undefined, ...(await erasures.erase(email)) };
    const parts = [count(removed.records, 'record'), count(removed.resumes, 'resume'), count(removed.mails, 'mail')];
    const words = `Removed: ${parts.join(', ')}.`;
    if (email === undefined)
      return answer({ erasures: repeated, ...removed }, `${count(repeated ?? 0, 'erasure')} again. ${words}`);
    let mentions = 0;
    let elsewhere = '';
    // Search takes some spellings for one.
    const spellings = new Map(spellingsOf(email).map((text) => [foldText(text), text]));
    for (const text of spellings.values()) {
      const found = await store.count({ text });
      mentions += found;
      if (found > 0) elsewhere += `\nThe address also stands in ${count(found, 'other record')}: list --text "${text}"`;
    }
    return answer({ ...removed, mentions }, `${words}${elsewhere}`);
  }

  async function confirmClock() {
    const { now: confirmed, lastKnown } = await knownTime.confirm();
    const json = { confirmed: confirmed.toISOString(), last_known: lastKnown?.toISOString() ?? null };
    const before = lastKnown ? ` The last known time was ${minuteOf(lastKnown.toISOString())} UTC.` : '';
    const words = `It is ${minuteOf(confirmed.toISOString())} UTC: confirmed.${before} The running server erases by age again within five minutes.`;
    return answer(json, words);
  }

  async function status() {
    const read = await readStatus({ store, knownTime, retentionDays, dataDirectory, now });
    return answer({ ...read }, describeStatus(read, { paint, now }).trimEnd());
  }

  try {
    if (command.name === 'list') yield* list();
    else if (command.name === 'export') yield* exported();
    else
      yield await { show, resume, open, release, retry, erase, 'confirm-clock': confirmClock, status }[command.name]();
  } finally {
    await Promise.all([database.close(), adapters.mailer.close()]);
  }
}

const listedRecordToJson = ({ submission, mails, keptUntil }: ListedRecord) => ({
  ...exportRecord(submission),
  spam_reason: submission.spamReason,
  resume_scan: submission.resume?.scan,
  kept_until: keptUntil?.toISOString() ?? null,
  mail: mails,
});
