import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { ContentError, type ContentProblem, describeProblem } from './problem.ts';
import { identityOf, watchTree } from './watch-tree.ts';

/** The content in force. Readers call `current()` once per request and use that value throughout. */
export interface ContentStore<Content> {
  /** Returns the content in force now. */
  current(): Content;
  /** Calls back after each accepted change, and whenever scheduled content comes into force. */
  onChange(listener: (content: Content) => void): void;
  close(): void;
}

/** The content of a directory, which may contain a refused change. */
export interface EmbeddedContentStore<Content> extends ContentStore<Content> {
  status(): ContentStatus;
  /** Calls back after each reading that changed the status. */
  onStatus(listener: () => void): void;
}

/** Which version of a content directory is live. */
export interface ContentStatus {
  /** Version of the files, independent of the clock. */
  readonly version: string;
  /** When this version was accepted. */
  readonly since: Date;
  /** Number of changes refused since the start. */
  readonly refusals: number;
  /** The refused change in the directory; undefined if the directory is live. */
  readonly refused: RefusedContent | undefined;
}

export interface RefusedContent {
  /** When the first of the changes since the last valid content was refused. */
  readonly since: Date;
  readonly problems: readonly ContentProblem[];
}

/** Content as it was read, parts of which are shown only at certain times. */
export interface ScheduledContent<Content> {
  /** Changes when any file does. */
  version: string;
  /** Valid parts that their author has probably not intended. */
  warnings?: readonly ContentProblem[];
  /** Returns the content in force at a time. */
  at(time: Date): ScheduledVersion<Content>;
}

/** Content with the time during which it is in force. */
export interface ScheduledVersion<Content> {
  content: Content;
  /** When the content comes into force, and when it ceases to be: ms since 1970. */
  from: number;
  until: number;
}

/** Calls every listener. A failing one is logged and affects neither the others nor the content. */
export function notify<Content>(listeners: readonly ((content: Content) => void)[], content: Content, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(content);
    } catch (error) {
      log.error('a listener failed to process changed content', { error });
    }
  }
}

/** Returns the problems of an error, also of one that the content has not caused, such as an unreadable disk. */
const problemsOf = (error: unknown): readonly ContentProblem[] =>
  error instanceof ContentError ? error.problems : [{ file: '.', message: String(error) }];

function logWarnings({ warnings = [] }: { warnings?: readonly ContentProblem[] }, log: Log): void {
  if (warnings.length > 0) log.warn('content accepted with warnings', { warnings: warnings.map(describeProblem) });
}

/** How long the directory must be unchanged before it is read again, ms: editors write a file in several steps. */
const quietMs = 60;

/** Maximum time from a change to the next reading, ms, even if more changes follow without a pause. */
const maxWaitMs = 400;

/** Time until content that could not be read for an external reason (a full disk) is read again, ms. */
const retryMs = 10_000;

/** Maximum delay of a timer, ms. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Loads content and reloads it after changes: a valid change comes into force as a whole, an invalid one is logged and the
 * last valid content remains live. Scheduled content comes into force at its time.
 * @throws ContentError if the content is invalid at the start
 */
export async function createContentStore<Content extends { version: string }>(options: {
  directory: string;
  load: () => Promise<ScheduledContent<Content>>;
  /** Called at the first sign of a change, some time before `load`. */
  expectLoad?: () => void;
  clock: Clock;
  log: Log;
}): Promise<EmbeddedContentStore<Content>> {
  const { directory, load, expectLoad, clock, log } = options;
  const readings = createReadings(reload, { expectLoad, log });
  // Watched before the first reading, so that changes during it are read too.
  const { promise: firstReading, resolve: endFirstReading } = Promise.withResolvers<void>();
  const watched = watchTree(directory, {
    onChange: () => firstReading.then(readings.request),
    onError: (error) => log.error('content is no longer watched', { cause: String(error) }),
  });
  const first = await load().catch((error: unknown) => {
    watched.close();
    throw error;
  });
  const timed = createTimedContent(first, { clock, log });
  logWarnings(first, log);
  const statusListeners: (() => void)[] = [];
  let liveSince = clock.now();
  let refused: RefusedContent | undefined;
  let refusals = 0;
  endFirstReading();

  const notifyOfStatus = () => {
    for (const listener of statusListeners) listener();
  };
  const accept = (next: ScheduledContent<Content>) => {
    const wasRefused = refused !== undefined;
    refused = undefined;
    const isSame = next.version === timed.version();
    if (!isSame) liveSince = clock.now();
    timed.replace(next);
    if (!isSame || wasRefused) notifyOfStatus();
    const { version } = timed.current();
    if (isSame && wasRefused) log.info('content is valid again, as it was before', { version });
    if (isSame) return;
    logWarnings(next, log);
    log.info('content changed', { version });
  };
  const refuse = (error: unknown) => {
    const problems = problemsOf(error);
    refused = { since: refused?.since ?? clock.now(), problems };
    refusals += 1;
    log.error('content refused, the last good content stays', { problems: problems.map(describeProblem) });
    notifyOfStatus();
    if (!(error instanceof ContentError)) readings.retryLater();
  };
  async function reload(): Promise<void> {
    const before = identityOf(directory);
    const [reading] = await Promise.allSettled([load()]);
    if (readings.isClosed()) return;
    // A directory that was replaced during the reading may have been read in parts of both.
    if (identityOf(directory) !== before) return readings.repeat();
    try {
      if (reading.status === 'rejected') throw reading.reason;
      accept(reading.value);
    } catch (error) {
      refuse(error);
    }
  }

  return {
    current: timed.current,
    onChange: timed.onChange,
    status: () => ({ version: timed.version(), since: liveSince, refusals, refused }),
    onStatus: (listener) => {
      statusListeners.push(listener);
    },
    close: () => {
      readings.close();
      timed.close();
      watched.close();
    },
  };
}

/** Runs readings one at a time, each after the changes of a directory have come to rest. */
function createReadings(
  read: () => Promise<void>,
  { expectLoad, log }: { expectLoad?: (() => void) | undefined; log: Log },
) {
  let timer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  /** When the first unread change was reported. */
  let changedAt: number | undefined;
  let isReading = false;
  let isWanted = false;
  let isClosed = false;

  const run = async () => {
    isWanted = true;
    if (isReading) return;
    isReading = true;
    while (isWanted && !isClosed) {
      isWanted = false;
      clearTimeout(retryTimer);
      await read();
    }
    isReading = false;
  };
  const start = () => {
    changedAt = undefined;
    run().catch((error: unknown) => log.error('content could not be read', { error }));
  };
  return {
    isClosed: () => isClosed,
    /** Starts a reading after a change. */
    request(): void {
      if (isClosed) return;
      const now = performance.now();
      if (changedAt === undefined) expectLoad?.();
      changedAt ??= now;
      clearTimeout(timer);
      timer = setTimeout(start, Math.max(0, Math.min(quietMs, changedAt + maxWaitMs - now)));
    },
    /** Lets one more reading follow the current one. */
    repeat(): void {
      isWanted = true;
    },
    /** Starts another reading later, unless one starts before. */
    retryLater(): void {
      retryTimer = setTimeout(start, retryMs);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(retryTimer);
    },
  };
}

/** Content whose parts are shown only at certain times, as it is in force now. */
function createTimedContent<Content extends { version: string }>(
  first: ScheduledContent<Content>,
  { clock, log }: { clock: Clock; log: Log },
) {
  let scheduled = first;
  let inForce = scheduled.at(clock.now());
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const listeners: ((content: Content) => void)[] = [];

  const put = (next: ScheduledVersion<Content>) => {
    inForce = next;
    notify(listeners, next.content, log);
    waitForNext();
  };
  // Called on every access too, since a timer may be late and the clock may be set.
  const keepUp = () => {
    const now = clock.now();
    if (now.getTime() >= inForce.from && now.getTime() < inForce.until) return;
    put(scheduled.at(now));
    log.info('content changed by the clock', { version: inForce.content.version });
  };
  const waitForNext = () => {
    clearTimeout(timer);
    if (isClosed) return;
    const ms = Math.min(Math.max(inForce.until - clock.now().getTime(), 1), maxTimerMs);
    timer = setTimeout(() => {
      keepUp();
      waitForNext();
    }, ms).unref();
  };
  waitForNext();

  return {
    /** Version of the files, independent of the clock. */
    version: () => scheduled.version,
    current: (): Content => {
      keepUp();
      return inForce.content;
    },
    onChange: (listener: (content: Content) => void): void => {
      listeners.push(listener);
    },
    /** Puts content in force that was read again. */
    replace(next: ScheduledContent<Content>): void {
      const isSame = next.version === scheduled.version;
      scheduled = next;
      const now = next.at(clock.now());
      // The published content may be the same although drafts, which previews show, have changed.
      if (isSame && now.content.version === inForce.content.version) inForce = now;
      else put(now);
    },
    close(): void {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
