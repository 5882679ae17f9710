import type { Clock } from '../clock/clock.ts';

/** From the most to the least talkative; a log at one level writes that level and all after it. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof logLevels)[number];

/** What a line may carry beside its message. An `Error` is written with its stack and its causes. */
export interface LogFields {
  readonly [field: string]: unknown;
}

/** Takes one whole line. */
type Write = (line: string) => void;

/**
 * Writes one JSON object per line. A field never holds what a visitor typed, an address of the network or of a mailbox:
 * log identifiers (a record's `id`, a trace) and look the rest up where it is stored.
 */
export interface Log {
  /** What helps while something is being traced, one line per request included. */
  debug(message: string, fields?: LogFields): void;
  /** What an operator wants to see on a good day: started, content changed, stopped. */
  info(message: string, fields?: LogFields): void;
  /** What was survived but should not go on: a retry, a refused file. */
  warn(message: string, fields?: LogFields): void;
  /** What failed for a visitor, or will. */
  error(message: string, fields?: LogFields): void;
  /** A log that adds these fields to each of its lines. */
  child(fields: LogFields): Log;
}

/**
 * Creates the log of the process.
 * @param options.write takes one whole line, its line break included; standard output by default
 */
export function createLog(options: { level: LogLevel; clock: Clock; write?: Write }): Log {
  const { level, clock, write = (line) => process.stdout.write(line) } = options;
  return logWith({ threshold: logLevels.indexOf(level), clock, write }, {});
}

interface Sink {
  readonly threshold: number;
  readonly clock: Clock;
  readonly write: Write;
}

function logWith(sink: Sink, inherited: LogFields): Log {
  const at = (level: LogLevel) => {
    if (logLevels.indexOf(level) < sink.threshold) return () => {};
    return (message: string, fields?: LogFields) =>
      sink.write(lineOf(sink.clock.now(), level, message, inherited, fields));
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => logWith(sink, { ...inherited, ...fields }),
  };
}

function lineOf(
  now: Date,
  level: LogLevel,
  message: string,
  inherited: LogFields,
  fields: LogFields | undefined,
): string {
  const head = { time: now.toISOString(), level, message };
  try {
    // The head comes last as well as first: no field can pass for the time, the level or the message.
    return `${JSON.stringify({ ...head, ...inherited, ...fields, ...head }, replaceErrors)}\n`;
  } catch (error) {
    // A circular value or a BigInt must not make a failure out of the report of one.
    return `${JSON.stringify({ ...head, unwritable: String(error) })}\n`;
  }
}

function replaceErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = 'code' in value ? { code: value.code } : {};
  const cause = value.cause === undefined ? {} : { cause: value.cause };
  return {
    name: value.name,
    ...code,
    message: withoutMailboxes(value.message),
    stack: withoutMailboxes(value.stack ?? ''),
    ...cause,
  };
}

/** The words of an error come from elsewhere: a mail server, for one, quotes the recipient it refused. */
const withoutMailboxes = (text: string) => text.replace(/[^\s<>"'(),:;@]{1,64}@[^\s<>"'(),:;@]{1,255}/gu, '[mailbox]');
