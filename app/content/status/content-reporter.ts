import type { EmbeddedContentStore } from '../../platform/content/store.ts';
import type { Log } from '../../platform/log/log.ts';
import { type ContentStatusStore, type InstanceStatus, reportEveryMs, settledAfterMs } from './status-store.ts';

export type ContentReporter = ReturnType<typeof createContentReporter>;

/**
 * Reports the content status of this instance: at the start, after each change and every minute.
 * @param options.instance host and port @param options.settledMs time until a state counts as settled, ms; ten seconds by default
 */
export function createContentReporter(options: {
  store: ContentStatusStore;
  content: Pick<EmbeddedContentStore<unknown>, 'status' | 'onStatus'>;
  instance: string;
  webmaster: string | undefined;
  log: Log;
  settledMs?: number;
}) {
  const { store, content, instance, webmaster, log, settledMs = settledAfterMs } = options;
  let changedAt = performance.now();
  let settling: NodeJS.Timeout | undefined;
  let reporting: Promise<void> = Promise.resolve();
  let isStopped = false;
  let hasFailed = false;
  let other: string | undefined;

  const report = async () => {
    if (isStopped) return;
    try {
      await store.report(statusOf(instance, content), {
        webmaster,
        isSettled: performance.now() - changedAt >= settledMs,
      });
      hasFailed = false;
      if (other !== undefined) return;
      other = await store.otherThan(instance);
      if (other !== undefined)
        log.warn(
          'another server uses the same SQLite database, where rate limits count for each alone; stop one, or set DATABASE_URL',
          { other },
        );
    } catch (error) {
      if (!hasFailed) log.warn('the status of the content cannot be stored; the next attempt follows', { error });
      hasFailed = true;
    }
  };
  const enqueue = () => {
    reporting = reporting.then(report);
  };
  const change = () => {
    if (isStopped) return;
    changedAt = performance.now();
    clearTimeout(settling);
    settling = setTimeout(enqueue, settledMs + 1).unref();
    enqueue();
  };
  content.onStatus(change);
  change();
  const timer = setInterval(enqueue, reportEveryMs).unref();
  return {
    /** Stops and waits for the report in progress. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(settling);
      clearInterval(timer);
      await reporting;
    },
  };
}

function statusOf(name: string, content: Pick<EmbeddedContentStore<unknown>, 'status'>): InstanceStatus {
  const { version, since, refused } = content.status();
  return { name, live: { version, since }, refused };
}
