import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { ContentError, type ContentProblem, describeProblem } from './problem.ts';
import { identityOf, watchTree } from './watch-tree.ts';

/** The content in force. Readers take `current()` once per request and use that one value throughout. */
export interface ContentStore<Content> {
  /** What is in force by the clock now. */
  current(): Content;
  /** Calls back after each change that was accepted, and at each time at which something else is in force. */
  onChange(listener: (content: Content) => void): void;
  close(): void;
}

/** The content of a directory, which may hold a change that was refused. */
export interface EmbeddedContentStore<Content> extends ContentStore<Content> {
  status(): ContentStatus;
  /** Calls back after each reading that changed the status. */
  onStatus(listener: () => void): void;
}

/** What of a content directory is live. */
export interface ContentStatus {
  /** Of the files; the same for all that the clock makes of them. */
  readonly version: string;
  /** When it was taken. */
  readonly since: Date;
  /** How many changes were refused since the start. */
  readonly refusals: number;
  /** What the directory holds in its place; undefined where it holds what is live. */
  readonly refused: RefusedContent | undefined;
}

/** A change that was refused. */
export interface RefusedContent {
  /** When the first of the changes since the last valid content was refused. */
  readonly since: Date;
  readonly problems: readonly ContentProblem[];
}

/** Content as it was read, of which not all is shown at all times. */
export interface ScheduledContent<Content> {
  /** Changes when any file does. */
  version: string;
  /** What is accepted and yet not as its author will have meant it. */
  warnings?: readonly ContentProblem[];
  /** The value in force at a time. */
  at(time: Date): InForce<Content>;
}

export interface InForce<Content> {
  content: Content;
  /** When it comes into force, and when it ceases to be: ms since 1970. */
  from: number;
  until: number;
}

/** Calls every listener: one that fails keeps no other from hearing of the change, and is no reason to refuse the content. */
export function notify<Content>(listeners: readonly ((content: Content) => void)[], content: Content, log: Log): void {
  for (const listener of listeners) {
    try {
      listener(content);
    } catch (error) {
      log.error('a listener failed to take up changed content', { error });
    }
  }
}

/** What is wrong, also where it is not the content's fault: a disk that cannot be read. */
const problemsOf = (error: unknown): readonly ContentProblem[] =>
  error instanceof ContentError ? error.problems : [{ file: '.', message: String(error) }];

function logWarnings({ warnings = [] }: { warnings?: readonly ContentProblem[] }, log: Log): void {
  if (warnings.length > 0) log.warn('content accepted with warnings', { warnings: warnings.map(describeProblem) });
}

/** How long the directory must be quiet before it is read again: editors write a file in several steps. */
const quietMs = 60;

/** The longest time from a change to the reading, where one change follows another without a pause. */
const maxWaitMs = 400;

/** Until content that could not be read for another reason than its own (a full disk) is read again. */
const retryMs = 10_000;

/** The longest time that a timer takes. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Loads content and keeps it up to date: a valid change takes force as a whole, an invalid one is logged and the last
 * good content stays. Scheduled content comes into force at its time.
 * @throws ContentError when the content is wrong at the start
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
  // Watched before it is read: what changes meanwhile is read again.
  let onFilesChange = () => {
    hasChangedMeanwhile = true;
  };
  let hasChangedMeanwhile = false;
  const watched = watchTree(directory, {
    onChange: () => onFilesChange(),
    onError: (error) => log.error('content is no longer watched', { cause: String(error) }),
  });
  let loaded: ScheduledContent<Content>;
  try {
    loaded = await load();
  } catch (error) {
    watched.close();
    throw error;
  }
  let inForce = loaded.at(clock.now());
  logWarnings(loaded, log);
  const listeners: ((content: Content) => void)[] = [];
  const statusListeners: (() => void)[] = [];
  let liveSince = clock.now();
  let readTimer: NodeJS.Timeout | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let changeTimer: NodeJS.Timeout | undefined;
  /** When the first change that has not been read yet was reported. */
  let changedAt: number | undefined;
  let isReading = false;
  let isReadingWanted = false;
  let isClosed = false;
  let refused: RefusedContent | undefined;
  let refusals = 0;

  const notifyOfStatus = () => {
    for (const listener of statusListeners) listener();
  };
  const put = (next: InForce<Content>) => {
    inForce = next;
    notify(listeners, next.content, log);
    waitForNext();
  };
  // Each request for the content checks the clock as well: it may be set, and a timer may come late.
  const keepUp = () => {
    const now = clock.now();
    if (now.getTime() >= inForce.from && now.getTime() < inForce.until) return;
    put(loaded.at(now));
    log.info('content changed by the clock', { version: inForce.content.version });
  };
  const waitForNext = () => {
    clearTimeout(changeTimer);
    if (isClosed) return;
    const ms = Math.min(Math.max(inForce.until - clock.now().getTime(), 1), maxTimerMs);
    changeTimer = setTimeout(() => {
      keepUp();
      waitForNext();
    }, ms).unref();
  };

  const reload = async () => {
    const before = identityOf(directory);
    /** Whether another directory replaced the one that was read: the read may then have seen half of each. */
    const wasReplaced = () => identityOf(directory) !== before;
    try {
      const next = await load();
      if (isClosed) return;
      if (wasReplaced()) {
        isReadingWanted = true;
        return;
      }
      const wasRefused = refused !== undefined;
      refused = undefined;
      if (next.version === loaded.version) {
        // What is shown is the same; drafts, which previews show, may not be.
        loaded = next;
        const same = next.at(clock.now());
        if (same.content.version === inForce.content.version) inForce = same;
        else put(same);
        if (wasRefused) log.info('content is valid again, as it was before', { version: inForce.content.version });
        if (wasRefused) notifyOfStatus();
        return;
      }
      loaded = next;
      liveSince = clock.now();
      put(next.at(clock.now()));
      notifyOfStatus();
      logWarnings(next, log);
      log.info('content changed', { version: inForce.content.version });
    } catch (error) {
      if (isClosed) return;
      if (wasReplaced()) {
        isReadingWanted = true;
        return;
      }
      const problems = problemsOf(error);
      refused = { since: refused?.since ?? clock.now(), problems };
      refusals += 1;
      log.error('content refused, the last good content stays', { problems: problems.map(describeProblem) });
      notifyOfStatus();
      if (!(error instanceof ContentError)) retryTimer = setTimeout(startReading, retryMs);
    }
  };
  /** Reads once after what is being read, however often it is asked meanwhile. */
  const read = async () => {
    isReadingWanted = true;
    if (isReading) return;
    isReading = true;
    while (isReadingWanted && !isClosed) {
      isReadingWanted = false;
      clearTimeout(retryTimer);
      await reload();
    }
    isReading = false;
  };
  const startReading = () => {
    changedAt = undefined;
    read().catch((error: unknown) => log.error('content could not be read', { error }));
  };
  onFilesChange = () => {
    if (isClosed) return;
    const now = performance.now();
    if (changedAt === undefined) expectLoad?.();
    changedAt ??= now;
    clearTimeout(readTimer);
    readTimer = setTimeout(startReading, Math.max(0, Math.min(quietMs, changedAt + maxWaitMs - now)));
  };
  if (hasChangedMeanwhile) onFilesChange();
  waitForNext();

  return {
    current: () => {
      keepUp();
      return inForce.content;
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
    status: () => ({ version: loaded.version, since: liveSince, refusals, refused }),
    onStatus: (listener) => {
      statusListeners.push(listener);
    },
    close: () => {
      isClosed = true;
      clearTimeout(readTimer);
      clearTimeout(retryTimer);
      clearTimeout(changeTimer);
      watched.close();
    },
  };
}
