import { escapeControls } from '../../shared/json-text.ts';
import type { Clock } from '../clock/clock.ts';
import { databaseNewerCode } from '../database/migrations.ts';

/** Log levels, most verbose first; a log at one level writes that level and all after it. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof logLevels)[number];

/** Fields of a line in addition to its message. An `Error` is written with its stack, unless a connection failed, and its causes. */
export interface LogFields {
  readonly [field: string]: unknown;
}

/** Writes one JSON object per line. A field never contains visitors' input or an address: log identifiers, such as a record's `id`. */
export interface Log {
  /** Details for debugging, including one line per request. */
  debug(message: string, fields?: LogFields): void;
  /** Normal events: started, content changed, stopped. */
  info(message: string, fields?: LogFields): void;
  /** Problems that were handled but need attention: a retry, a refused file. */
  warn(message: string, fields?: LogFields): void;
  /** Failures that affect visitors, now or soon. */
  error(message: string, fields?: LogFields): void;
  /** Returns a log that adds these fields to each of its lines. */
  child(fields: LogFields): Log;
}

/**
 * Creates the log of the process.
 * @param options.write writes one line with its line break; to standard output by default
 * @param options.onLine called with the level of each line
 */
export function createLog(options: {
  level: LogLevel;
  clock: Clock;
  write?: (line: string) => void;
  onLine?: ((level: LogLevel) => void) | undefined;
}): Log {
  const { level: minimum, clock, write = writeToOutput, onLine } = options;
  const logWith = (inherited: LogFields): Log => {
    const at = (level: LogLevel) => {
      if (logLevels.indexOf(level) < logLevels.indexOf(minimum)) return () => {};
      return (message: string, fields?: LogFields) => {
        onLine?.(level);
        write(lineOf({ time: clock.now().toISOString(), level, message }, { ...inherited, ...fields }));
      };
    };
    return {
      debug: at('debug'),
      info: at('info'),
      warn: at('warn'),
      error: at('error'),
      child: (fields) => logWith({ ...inherited, ...fields }),
    };
  };
  return logWith({});
}

/** Bytes of lines that wait in memory for a reader of the log that has stalled; later lines are lost, since the site goes on. */
const maxWaitingBytes = 4 * 1024 * 1024;

function writeToOutput(line: string): void {
  if (process.stdout.writableLength < maxWaitingBytes) process.stdout.write(line);
}

function lineOf(head: { time: string; level: LogLevel; message: string }, fields: LogFields): string {
  try {
    // The head is spread again at the end, so that no field can replace the time, the level or the message.
    return `${escapeControls(JSON.stringify({ ...head, ...fields, ...head }, replaceErrors))}\n`;
  } catch (error) {
    // A circular value or a BigInt must not make logging fail.
    return `${JSON.stringify({ ...head, unwritable: String(error) })}\n`;
  }
}

function replaceErrors(_key: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const code = 'code' in value ? { code: value.code } : {};
  const cause = value.cause === undefined ? {} : { cause: value.cause };
  const errors = value instanceof AggregateError ? { errors: value.errors } : {};
  // Until an operator has restored the service, each request may log such an error, whose message says all.
  const stack = isOfConnection(value) || isOfNewerDatabase(value) ? {} : { stack: withoutMailboxes(value.stack ?? '') };
  return { name: value.name, ...code, message: withoutMailboxes(value.message), ...stack, ...errors, ...cause };
}

/**
 * Whether a connection failed: Node's error, or one for each address of a host; PostgreSQL's refusal of the session; an error of its
 * driver, which has no code.
 */
const isOfConnection = (error: Error): boolean =>
  ('syscall' in error && error.syscall === 'connect') ||
  (error instanceof AggregateError && error.errors.every(isOfConnection)) ||
  ('severity' in error && error.severity === 'FATAL') ||
  /^(?:Connection terminated|timeout expired|timeout exceeded|Query read timeout)/u.test(error.message);

/** Whether an earlier version, such as one that was rolled back to, refuses the database of a newer one. */
const isOfNewerDatabase = (error: Error): boolean => 'code' in error && error.code === databaseNewerCode;

/** Masks e-mail addresses: a mail server quotes the refused recipient, and a link that lacks `mailto:` makes an address part of a path. */
export const withoutMailboxes = (text: string) =>
  text.replace(/[^\s<>"'(),:;@/]{1,64}(?:@|%40)[^\s<>"'(),:;@/]{1,255}/gu, '[mailbox]');
