import type { parseArgs } from 'node:util';
import type { Day } from '../../app/features/submissions/privacy/due-day.ts';
import { privacyRequestKinds, submissionStatuses } from '../../app/features/submissions/records/tables.ts';
import { submissionKinds } from '../../app/shared/forms/site-forms.ts';
import { parseCommandLine, UsageError, wholeNumber } from '../terminal/command-line.ts';

export const usage = `Enquiries and applications. Usage, after "npm run inbox --":

  [list]               all records, newest first
    --kind ${submissionKinds.join('|')}   --status received|spam   --text "WORDS"
    --since 2026-11-01|7d|2w     --position JOB-ID        --open (not answered)
    --limit N   --page N         50 at a time on a terminal, otherwise all
  weeks                numbers of records by week; --since, --position
  status               numbers of records, undelivered mail, free disk space
  show ID              one record with all its fields and the state of its mail
  resume ID            copies the resume to the current folder
    --to PATH   --force          to another folder or file; replacing one
  resumes --to FOLDER  copies all resumes, or those that --position, --since,
                       --open, --status and --text select; creates the folder
    --force                      also those with a virus; replaces files
  open ID              opens the resume in this machine's viewer
  mark ID answered|open          marks it as answered, or as open again
  note ID "TEXT"       adds a note to a record; show and list --json show it
  export               all records, or those that the options of list select
    --format csv|json   --bom    JSON by default; --bom: CSV that Excel reads by itself
  release ID           takes a record out of spam and mails it
  retry [ID]           sends undelivered mail again
  erase --email ADDRESS
                       all data of one visitor: records, resumes, queued mail
  erase --again        repeats all erasures of the ledger
  request [list]       open privacy requests, the next due first
    --kind access|erasure   --email ADDRESS   --all (also closed ones)
  request add --kind access|erasure --email ADDRESS
    --received 2026-11-01        the day of its arrival, if not today (UTC)
  request show ID      one request, with its notes and the records of its address
  request export ID --to FOLDER  writes the records of its address, with notes,
                       mail and resumes, for the person; --force replaces files
  request note ID "TEXT"
  request extend ID --reason "TEXT"
                       extends it by two months; give the person the reason first
    --notified 2026-11-01        on that day, if not today (UTC)
  request done ID      closes a request; one for erasure only if no record of
                       its address remains, or with --force --reason "TEXT"
  confirm-clock        confirms this machine's clock, if the log or the status
                       reports that it is days away from the last known time

Each takes --json. ID may be shortened, as long as only one record begins with it.
`;

const options = {
  kind: { type: 'string' },
  since: { type: 'string' },
  position: { type: 'string' },
  open: { type: 'boolean', default: false },
  status: { type: 'string' },
  text: { type: 'string' },
  limit: { type: 'string' },
  page: { type: 'string' },
  to: { type: 'string' },
  force: { type: 'boolean', default: false },
  format: { type: 'string' },
  bom: { type: 'boolean', default: false },
  email: { type: 'string' },
  again: { type: 'boolean', default: false },
  all: { type: 'boolean', default: false },
  received: { type: 'string' },
  notified: { type: 'string' },
  reason: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

type Option = keyof typeof options;
type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const filter = ['kind', 'status', 'text', 'since', 'position', 'open'] as const;

interface CommandGrammar {
  readonly id: 'never' | 'perhaps' | 'always';
  /** Description of the argument after the ID. */
  readonly argument?: string;
  /** Its options in addition to `--json`. */
  readonly takes: readonly Option[];
}

const commands = {
  list: { id: 'never', takes: [...filter, 'limit', 'page'] },
  weeks: { id: 'never', takes: ['since', 'position'] },
  status: { id: 'never', takes: [] },
  show: { id: 'always', takes: [] },
  resume: { id: 'always', takes: ['to', 'force'] },
  resumes: { id: 'never', takes: ['status', 'text', 'since', 'position', 'open', 'to', 'force'] },
  open: { id: 'always', takes: [] },
  mark: { id: 'always', argument: 'answered or open', takes: [] },
  note: { id: 'always', argument: 'a text', takes: [] },
  export: { id: 'never', takes: [...filter, 'format', 'bom'] },
  release: { id: 'always', takes: [] },
  retry: { id: 'perhaps', takes: [] },
  erase: { id: 'never', takes: ['email', 'again'] },
  'confirm-clock': { id: 'never', takes: [] },
  'request list': { id: 'never', takes: ['kind', 'email', 'all'] },
  'request add': { id: 'never', takes: ['kind', 'email', 'received', 'force'] },
  'request show': { id: 'always', takes: [] },
  'request export': { id: 'always', takes: ['to', 'force'] },
  'request note': { id: 'always', argument: 'a text', takes: [] },
  'request extend': { id: 'always', takes: ['reason', 'notified'] },
  'request done': { id: 'always', takes: ['force', 'reason'] },
} as const satisfies Record<string, CommandGrammar>;

export type CommandName = keyof typeof commands;

const formats = ['csv', 'json'] as const;

/** Far above any real use, but still a valid number for the database. */
const maxNumber = 1_000_000;

/** Characters of a note or a reason. */
const maxNoteLength = 2000;

/** A calendar day in UTC, or a number of days before now. */
export type Since = { readonly date: Date } | { readonly days: number };

/** Parses the command line. @throws UsageError for invalid arguments */
export function readCommand(parameters: readonly string[]): Command {
  const { values, positionals, tokens } = parseCommandLine({
    args: [...parameters],
    allowPositionals: true,
    tokens: true,
    options,
  });
  const { name, id, further } = readName(positionals);
  const { id: needsId, argument: argumentLabel, takes: own }: CommandGrammar = commands[name];
  const takes: readonly Option[] = ['json', ...own];
  const [argument = '', ...rest] = argumentLabel === undefined ? ['', ...further] : further;
  const excess = needsId === 'never' && id !== '' ? id : rest[0];
  if (excess !== undefined)
    throw new UsageError(
      `"${excess}" is an unexpected argument; options begin with "--", and a text of several words takes quotes`,
    );
  if (needsId === 'always' && id === '') throw new UsageError(`${name} takes the ID of a ${subjectOf(name)}`);
  if (argumentLabel !== undefined && argument.trim() === '')
    throw new UsageError(`${name} takes the ID of a ${subjectOf(name)} and ${argumentLabel}`);
  for (const token of tokens)
    if (token.kind === 'option' && !takes.some((option) => option === token.name))
      throw new UsageError(
        `${name} does not take --${token.name}; it takes ${takes.map((option) => `--${option}`).join(', ')}`,
      );

  const command = commandOf(name, id, argument, values);
  if (command.text !== undefined && !/[\p{L}\p{N}]/u.test(command.text))
    throw new UsageError(`--text is "${command.text}"; it takes at least one letter or digit`);
  if (command.position !== undefined && command.position.trim() === '')
    throw new UsageError('--position is empty; it takes the ID of a position, such as SW-2041');
  if (name === 'mark' && argument !== 'answered' && argument !== 'open')
    throw new UsageError(`The mark is "${argument}"; mark takes answered or open`);
  if (argument.length > maxNoteLength)
    throw new UsageError(`The note has ${argument.length} characters; it takes at most ${maxNoteLength}`);
  if (name === 'resumes' && command.to === undefined) throw new UsageError('resumes takes --to FOLDER');
  if (command.bom && command.format !== 'csv') throw new UsageError('--bom goes with --format csv');
  if (command.json && values.format === 'csv') throw new UsageError('--json and --format csv exclude each other');
  if (name === 'erase' && (values.email === undefined) !== values.again)
    throw new UsageError('erase takes --email ADDRESS, or --again');
  checkRequest(command);
  if (command.email !== undefined && !/^\s*[^\s@]+@[^\s@]+\s*$/u.test(command.email))
    throw new UsageError(`--email is "${command.email}"; it takes one e-mail address`);
  return command;
}

export type Command = ReturnType<typeof commandOf>;

/** Checks the value of each option. @throws UsageError */
function commandOf(name: CommandName, id: string, argument: string, values: Values) {
  return {
    name,
    /** As typed, in lower case; empty where none was given. */
    id: id.toLowerCase(),
    /** The argument after the ID: the mark, or the text of the note. */
    argument: argument.trim(),
    ...values,
    kind: isRequest(name) ? undefined : oneOf('kind', values.kind, submissionKinds),
    requestKind: isRequest(name) ? oneOf('kind', values.kind, privacyRequestKinds) : undefined,
    status: oneOf('status', values.status, submissionStatuses),
    since: readSince(values.since),
    limit: wholeNumber('limit', values.limit, maxNumber),
    page: wholeNumber('page', values.page, maxNumber),
    format: oneOf('format', values.format, formats) ?? 'json',
    /** Day on which a request arrived. */
    received: readDay('received', values.received),
    /** Day on which the person learned the reason for an extension. */
    notified: readDay('notified', values.notified),
    reason: values.reason?.trim(),
  };
}

/** Splits off the command's name, which has two words for `request`, from its arguments. */
function readName(positionals: readonly string[]): { name: CommandName; id: string; further: readonly string[] } {
  const [first = 'list', second = 'list'] = positionals;
  const given = first === 'request' ? `request ${second}` : first;
  const name = (Object.keys(commands) as CommandName[]).find((known) => known === given);
  if (name === undefined) {
    const allowed = Object.keys(commands).filter((known) => first !== 'request' || isRequest(known));
    throw new UsageError(`There is no command "${given}"; the commands are ${allowed.join(', ')}`);
  }
  const [id = '', ...further] = positionals.slice(first === 'request' ? 2 : 1);
  return { name, id, further };
}

const isRequest = (name: string) => name.startsWith('request ');
const subjectOf = (name: CommandName) => (isRequest(name) ? 'request' : 'record');

/** @throws UsageError where a `request` command lacks an option */
function checkRequest({ name, requestKind, email, to, force, reason }: Command): void {
  if (name === 'request add' && (requestKind === undefined || email === undefined))
    throw new UsageError('request add takes --kind access or --kind erasure, and --email ADDRESS');
  if (name === 'request export' && to === undefined) throw new UsageError('request export takes --to FOLDER');
  if (name === 'request extend' && !reason) throw new UsageError('request extend takes --reason "TEXT"');
  if (name === 'request done' && force !== Boolean(reason))
    throw new UsageError('request done takes --force and --reason "TEXT" together, or neither');
  if (reason !== undefined && reason.length > maxNoteLength)
    throw new UsageError(`The reason has ${reason.length} characters; it takes at most ${maxNoteLength}`);
}

/** Parses a day such as 2026-11-01, or a number of days or weeks ago: 7d, 2w. */
function readSince(given: string | undefined): Since | undefined {
  if (given === undefined) return undefined;
  const [, number = '', unit] = /^(\d{1,4})([dw])$/u.exec(given) ?? [];
  if (unit !== undefined) return { days: Number(number) * (unit === 'w' ? 7 : 1) };
  const date = dateOf(given);
  if (date) return { date };
  throw new UsageError(`--since is "${given}"; it takes a day such as 2026-11-01, or a time such as 7d or 2w`);
}

/** @returns undefined where the text is not a calendar day */
function dateOf(given: string): Date | undefined {
  const date = new Date(/^\d{4}-\d\d-\d\d$/u.test(given) ? `${given}T00:00:00.000Z` : Number.NaN);
  // JavaScript moves a day that its month does not have to the next month.
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(given) ? date : undefined;
}

function readDay(option: Option, given: string | undefined): Day | undefined {
  if (given !== undefined && !dateOf(given))
    throw new UsageError(`--${option} is "${given}"; it takes a day such as 2026-11-01`);
  return given;
}

function oneOf<Choice extends string>(
  option: Option,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((item) => item === given);
  if (given !== undefined && choice === undefined)
    throw new UsageError(`--${option} is "${given}"; it takes ${choices.join(' or ')}`);
  return choice;
}
