import { parseArgs } from 'node:util';
import { ConfigurationError, readConfiguration } from '../app/config.ts';
import { createErasures } from '../app/features/intake/erasures.ts';
import { exportRecord, toCsv } from '../app/features/intake/export.ts';
import { type SubmissionKind, submissionKinds } from '../app/features/intake/intake.ts';
import type { Removal } from '../app/features/intake/remove-submissions.ts';
import type { Submission } from '../app/features/intake/submission.ts';
import { createSubmissionStore, type OutboxEntry } from '../app/features/intake/submission-store.ts';
import type { SubmissionStatus } from '../app/features/intake/tables.ts';
import { createIntakeAdapters } from '../app/intake-adapters.ts';
import { systemClock } from '../app/platform/clock/clock.ts';
import { createLog } from '../app/platform/log/log.ts';

// `npm run inbox`: reads and manages what came in, beside a running server or without one.

const usage = `Enquiries and applications. Usage, after "npm run inbox --":

  [list] [--kind enquiry|application] [--status received|spam] [--text WORD] [--json]
  show ID                      one record with all its fields and the state of its mail
  export --format csv|json     all records
  erase --email ADDRESS        everything of one visitor: records, resumes, queued mail
  erase --again                the same for all erasures of the ledger, after a backup was restored
  release ID                   takes a record out of spam and mails it
  retry                        sends undelivered mail again, now

ID may be shortened, as long as only one record begins with it.
`;

/** What the operator did wrong: shown without a stack. */
class UsageError extends Error {}

const statuses: readonly SubmissionStatus[] = ['received', 'spam'];

function parseCommand(parameters: readonly string[]) {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      allowPositionals: true,
      options: {
        kind: { type: 'string' },
        status: { type: 'string' },
        text: { type: 'string' },
        json: { type: 'boolean', default: false },
        format: { type: 'string' },
        email: { type: 'string' },
        again: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const [command = 'list', id, ...rest] = positionals;
    if (rest.length > 0) throw new UsageError(`"${rest[0]}" is one word too many`);
    return { command: values.help ? 'help' : command, id, ...values };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError((error as Error).message.split('. ')[0] ?? '');
  }
}

type Command = ReturnType<typeof parseCommand>;

async function run(command: Command): Promise<string> {
  if (command.command === 'help') return usage;
  const configuration = readConfiguration(process.env);
  const adapters = createIntakeAdapters(configuration);
  const { acknowledge } = configuration;
  const store = createSubmissionStore({ database: adapters.database, clock: systemClock, acknowledge });
  const one = async () => {
    if (!command.id) throw new UsageError(`${command.command} takes the ID of a record`);
    const id = command.id.toLowerCase();
    const found = (await store.list()).filter((submission) => submission.id.startsWith(id));
    const [submission] = found;
    if (!submission) throw new UsageError(`There is no record ${command.id}`);
    if (found.length > 1) throw new UsageError(`${found.length} records begin with ${command.id}`);
    return submission;
  };

  try {
    switch (command.command) {
      case 'list': {
        const text = command.text?.toLowerCase();
        const filter = {
          kind: oneOf<SubmissionKind>('kind', command.kind, submissionKinds),
          status: oneOf('status', command.status, statuses),
        };
        const listed = (await store.list(filter)).filter(
          ({ id, fields }) =>
            !text || [id, ...Object.values(fields)].some((value) => value.toLowerCase().includes(text)),
        );
        if (command.json) return toJson(listed.map(exportRecord));
        return table(listed, await store.mailOf(listed.map(({ id }) => id)));
      }
      case 'show': {
        const submission = await one();
        const mails = (await store.mailOf([submission.id])).get(submission.id) ?? [];
        if (command.json)
          return toJson({
            ...exportRecord(submission),
            spam_reason: submission.spamReason,
            resume_scan: submission.resume?.scan,
            mail: mails,
          });
        return details(submission, mails, submission.resume && adapters.files.pathOf(submission.resume.file));
      }
      case 'export': {
        const format = oneOf('format', command.format ?? 'json', ['csv', 'json']);
        const records = (await store.list()).map(exportRecord);
        return format === 'csv' ? toCsv(records) : toJson(records);
      }
      case 'erase': {
        const log = createLog({ level: 'info', clock: systemClock });
        const erasures = createErasures({ ...adapters, store, clock: systemClock, log });
        if (command.again) {
          const { erasures: again, ...removal } = await erasures.repeatAll();
          return `Of ${count(again, 'erasure')} again. ${removed(removal)}`;
        }
        if (!command.email) throw new UsageError('erase takes --email ADDRESS');
        return removed(await erasures.erase(command.email));
      }
      case 'release': {
        const { id } = await one();
        return (await store.release(id)) ? `${id} is released, and its mail is queued.\n` : `${id} is not spam.\n`;
      }
      case 'retry':
        return `${count(await store.retryMail(), 'mail')} due now; the running server sends within seconds.\n`;
      default:
        throw new UsageError(`There is no command "${command.command}"`);
    }
  } finally {
    await Promise.all([adapters.database.close(), adapters.mailer.close()]);
  }
}

function oneOf<Choice extends string>(
  option: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((item) => item === given);
  if (given !== undefined && choice === undefined) throw new UsageError(`--${option} takes ${choices.join(' or ')}`);
  return choice;
}

const removed = ({ records, resumes, mails }: Removal) =>
  `Removed: ${count(records, 'record')}, ${count(resumes, 'resume')}, ${count(mails, 'mail')}.\n`;
const toJson = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
const count = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`;

/** A terminal acts on control characters; what a visitor typed must not reach it as such. */
const printable = (text: string) => text.replace(/[^\P{C}\n]/gu, '\u{fffd}');
const onOneLine = (text: string, width: number) => {
  const line = printable(text).replace(/\s+/gu, ' ');
  return line.length > width ? `${line.slice(0, width - 1)}…` : line;
};

function table(submissions: readonly Submission[], mails: ReadonlyMap<string, readonly OutboxEntry[]>): string {
  if (submissions.length === 0) return 'Nothing has come in.\n';
  const rows = submissions.map(({ id, receivedAt, kind, status, fields }) => [
    id,
    receivedAt.slice(0, 16).replace('T', ' '),
    kind,
    status,
    [...new Set((mails.get(id) ?? []).map((mail) => mail.status))].join(' '),
    onOneLine(fields.name ?? '', 28),
    onOneLine(fields.email ?? '', 36),
    onOneLine(fields.jobrole || fields.comment || '', 40),
  ]);
  const lines = [['ID', 'RECEIVED (UTC)', 'KIND', 'STATUS', 'MAIL', 'NAME', 'E-MAIL', 'ABOUT'], ...rows];
  const widths = lines.reduce<number[]>(
    (wide, cells) => cells.map((cell, index) => Math.max(wide[index] ?? 0, cell.length)),
    [],
  );
  return lines
    .map(
      (cells) =>
        `${cells
          .map((cell, index) => cell.padEnd(widths[index] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}

function details(submission: Submission, mails: readonly OutboxEntry[], resumePath: string | undefined): string {
  const { id, kind, status, spamReason, receivedAt, fields, resume } = submission;
  const facts: [string, string][] = [
    ['id', id],
    ['kind', kind],
    ['status', status],
    ...(spamReason ? [['spam_reason', spamReason] satisfies [string, string]] : []),
    ['received_at', receivedAt],
    ...Object.entries(fields),
  ];
  if (resume && resumePath)
    facts.push(
      ['resume', `${resume.name} (${resume.bytes} bytes)`],
      ['resume_file', resumePath],
      ['resume_sha256', resume.sha256],
      ...(resume.scan ? [['resume_scan', resume.scan] satisfies [string, string]] : []),
    );
  for (const mail of mails) {
    const next = mail.status === 'queued' ? `, next attempt ${mail.nextAttemptAt}` : '';
    const error = mail.lastError ? `, last error: ${mail.lastError}` : '';
    facts.push([mail.kind, `${mail.recipient}: ${mail.status}, ${count(mail.attempts, 'failure')}${next}${error}`]);
  }
  const width = Math.max(...facts.map(([name]) => name.length)) + 2;
  return facts
    .map(([name, value]) => `${name.padEnd(width)}${printable(value).replaceAll('\n', `\n${' '.repeat(width)}`)}\n`)
    .join('');
}

try {
  process.stdout.write(await run(parseCommand(process.argv.slice(2))));
} catch (error) {
  if (!(error instanceof UsageError || error instanceof ConfigurationError)) throw error;
  process.stderr.write(`${error.message}\n${error instanceof UsageError ? `\n${usage}` : ''}`);
  process.exitCode = 2;
}
