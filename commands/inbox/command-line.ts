import { parseArgs } from 'node:util';
import { type SubmissionStatus, submissionStatuses } from '../../app/features/submissions/records/tables.ts';
import { type SubmissionKind, submissionKinds } from '../../app/features/submissions/submissions.ts';

export const usage = `Enquiries and applications. Usage, after "npm run inbox --":

  [list]               what came in, newest first
    --kind enquiry|application   --status received|spam   --text "WORDS"
    --limit N   --page N         50 at a time on a terminal, otherwise all
  status               how much there is, mail that waits, room on the disk
  show ID              one record with all its fields and the state of its mail
  resume ID            copies the resume to the folder you are in
    --to PATH   --force          to another folder or file; replacing one
  open ID              opens the resume in this machine's viewer
  export               all records, or those that --kind, --status and --text choose
    --format csv|json   --bom    JSON by default; --bom: CSV that Excel reads by itself
  release ID           takes a record out of spam and mails it
  retry [ID]           sends undelivered mail again, now
  erase --email ADDRESS
                       everything of one visitor: records, resumes, queued mail
  erase --again        all erasures of the ledger once more
  confirm-clock        takes this machine's clock for right, after the log or
                       status said that it is days away from the last known time

Each takes --json. ID may be shortened, as long as only one record begins with it.
`;

/** What the operator typed is not what the command takes: shown with the usage. */
export class UsageError extends Error {}

const options = {
  kind: { type: 'string' },
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
  json: { type: 'boolean', default: false },
} as const;

type Option = keyof typeof options;

const filter = ['kind', 'status', 'text'] as const;

/** What each command takes beside `--json`. */
const commands = {
  list: { id: 'never', takes: [...filter, 'limit', 'page'] },
  status: { id: 'never', takes: [] },
  show: { id: 'always', takes: [] },
  resume: { id: 'always', takes: ['to', 'force'] },
  open: { id: 'always', takes: [] },
  export: { id: 'never', takes: [...filter, 'format', 'bom'] },
  release: { id: 'always', takes: [] },
  retry: { id: 'perhaps', takes: [] },
  erase: { id: 'never', takes: ['email', 'again'] },
  'confirm-clock': { id: 'never', takes: [] },
} as const satisfies Record<string, { id: 'never' | 'perhaps' | 'always'; takes: readonly Option[] }>;

type CommandName = keyof typeof commands;

const formats = ['csv', 'json'] as const;

/** Far beyond what anybody reads, and still a number that the database takes. */
const maxNumber = 1_000_000;

/** What was asked for, checked. */
export interface Command {
  readonly name: CommandName;
  /** As typed, in lower case; empty where none was given. */
  readonly id: string;
  readonly kind: SubmissionKind | undefined;
  readonly status: SubmissionStatus | undefined;
  readonly text: string | undefined;
  readonly limit: number | undefined;
  /** From 1. */
  readonly page: number | undefined;
  readonly to: string | undefined;
  readonly force: boolean;
  readonly format: (typeof formats)[number];
  readonly bom: boolean;
  /** Undefined where all erasures are to be repeated. */
  readonly email: string | undefined;
  readonly json: boolean;
}

/**
 * @returns undefined where help was asked for
 * @throws UsageError for what no command takes
 */
export function readCommand(parameters: readonly string[]): Command | undefined {
  if (parameters.includes('--help') || parameters[0] === 'help') return undefined;
  const { values, positionals, tokens } = parse(parameters);
  const [given = 'list', id = '', ...rest] = positionals;
  const name = (Object.keys(commands) as CommandName[]).find((known) => known === given);
  if (name === undefined) throw new UsageError(`There is no command "${given}"`);
  const takes: readonly Option[] = ['json', ...commands[name].takes];
  const { id: needsId } = commands[name];
  const excess = needsId === 'never' && id !== '' ? id : rest[0];
  if (excess !== undefined) throw new UsageError(`"${excess}" is one word too many`);
  if (needsId === 'always' && id === '') throw new UsageError(`${name} takes the ID of a record`);
  for (const token of tokens)
    if (token.kind === 'option' && !takes.some((option) => option === token.name))
      throw new UsageError(`${name} does not take --${token.name}`);

  const command: Command = {
    name,
    id: id.toLowerCase(),
    kind: oneOf('kind', values.kind, submissionKinds),
    status: oneOf('status', values.status, submissionStatuses),
    text: values.text,
    limit: wholeNumber('limit', values.limit),
    page: wholeNumber('page', values.page),
    to: values.to,
    force: values.force,
    format: oneOf('format', values.format, formats) ?? 'json',
    bom: values.bom,
    email: values.email,
    json: values.json,
  };
  if (command.text !== undefined && !/[\p{L}\p{N}]/u.test(command.text))
    throw new UsageError(`--text is "${command.text}"; it takes at least one letter or digit`);
  if (command.bom && command.format !== 'csv') throw new UsageError('--bom goes with --format csv');
  if (command.json && values.format === 'csv') throw new UsageError('--json and --format csv exclude each other');
  if (name === 'erase' && (values.email === undefined) !== values.again)
    throw new UsageError('erase takes --email ADDRESS, or --again');
  if (command.email !== undefined && !/^\s*[^\s@]+@[^\s@]+\s*$/u.test(command.email))
    throw new UsageError(`--email is "${command.email}"; it takes one e-mail address`);
  return command;
}

function parse(parameters: readonly string[]) {
  try {
    return parseArgs({ args: [...parameters], allowPositionals: true, tokens: true, options });
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0] ?? '');
  }
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

function wholeNumber(option: Option, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const number = /^\d{1,7}$/u.test(given) ? Number(given) : 0;
  if (number < 1 || number > maxNumber)
    throw new UsageError(`--${option} is "${given}"; it takes a whole number from 1 to ${maxNumber}`);
  return number;
}
