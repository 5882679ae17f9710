import type { Clock } from '../../platform/clock/clock.ts';
import { createRateLimiter } from '../../platform/http/rate-limit.ts';
import { readAtMost } from '../../platform/http/read-at-most.ts';
import type { Log } from '../../platform/log/log.ts';
import { isoDay } from '../../shared/iso-time.ts';
import { parseJson } from '../../shared/json-text.ts';
import type { ReportResponse, RunningAnalytics } from './analytics.ts';
import type { AnalyticsSettings } from './analytics-settings.ts';
import { type AnalyticsStore, viewKey, vitalKey } from './analytics-store.server.ts';
import { isAnnouncedBot } from './announced-bots.ts';
import { pageReportSchema } from './page-report.schema.ts';
import { type Device, type PageReport, type VitalName, vitalNames } from './page-report.ts';
import { firstStoredDay } from './retention.ts';
import type { AnalyticsTables } from './tables.server.ts';
import { classOf } from './vitals.ts';

export interface AnalyticsOptions {
  /** Undefined where nothing is measured. */
  readonly settings: AnalyticsSettings | undefined;
  readonly store: AnalyticsStore;
  /** Returns the title of the page at a path; undefined where there is no page. */
  readonly titleOf: (path: string) => string | undefined;
  /** Receives each vital that counts, for the metrics of the process. */
  readonly onVital?: ((name: VitalName, device: Device, value: number) => void) | undefined;
  readonly clock: Clock;
  readonly log: Log;
}

/** Interval between writes, ms: a crash loses at most the sums of this time. */
const flushMs = 5000;
/** Maximum size of a report; the site's own are below a tenth of it. */
const maxBytes = 4096;
/** Reports of one client. An office behind one address stays below it; a flooding program does not. */
const reporterLimit = { count: 100, windowMs: flushMs };
/** Sums that wait to be written, also while the database is down; further ones are dropped. */
const maxWaiting = 50_000;

type ViewRow = AnalyticsTables['page_views'];
type VitalRow = AnalyticsTables['vital_counts'];

/** Collects sums in memory and adds them to the database every few seconds, so that a page view costs no separate write. */
export function createAnalytics(options: AnalyticsOptions): RunningAnalytics {
  const { settings, store, titleOf, onVital, clock, log } = options;
  let waiting = createSums();
  const reporters = createRateLimiter(reporterLimit, clock);
  let timer: ReturnType<typeof setInterval> | undefined;
  let flushing: Promise<void> | undefined;
  let cleanedOn: string | undefined;
  let isFailing = false;

  const count = (report: PageReport): void => {
    // The title in the report is ignored: a program may send anything, and a translated page has another title.
    const title = titleOf(report.path);
    if (title === undefined) return;
    const day = isoDay(clock.now());
    if (report.kind === 'view') waiting.addView({ day, path: report.path, title, views: 1 });
    else
      for (const vital of vitalNames) {
        const value = report.values[vital];
        if (value === undefined) continue;
        waiting.addVital(vitalRow(report, day, vital, value));
        onVital?.(vital, report.device, value);
      }
  };

  const write = async (): Promise<void> => {
    const pending = waiting;
    waiting = createSums();
    const today = isoDay(clock.now());
    try {
      if (pending.size() > 0) await store.add(pending.views(), pending.vitals());
      if (cleanedOn !== today) {
        const rows = await store.forget({
          views: firstStoredDay.views(clock.now()),
          vitals: firstStoredDay.vitals(clock.now()),
        });
        if (rows > 0) log.info('sums older than their retention were deleted', { rows });
        cleanedOn = today;
      }
      isFailing = false;
    } catch (error) {
      for (const row of waiting.views()) pending.addView(row);
      for (const row of waiting.vitals()) pending.addVital(row);
      waiting = pending;
      if (!isFailing)
        log.warn('page views and vitals cannot be written; the next attempt follows in seconds', { error });
      isFailing = true;
    }
  };
  const flush = () => {
    flushing = (flushing ?? Promise.resolve()).then(write);
    return flushing;
  };

  return {
    settings,
    async receive(request, address) {
      if (!settings) return { status: 404, message: 'Nothing is measured on this site.' };
      const { headers } = request;
      if (headers.get('sec-gpc') === '1' || isAnnouncedBot(headers.get('user-agent'))) return { status: 204 };
      if ((await reporters.take(address)) > 0) return tooMany;
      const read = await readReport(request);
      if ('status' in read) return read;
      count(read);
      return { status: 204 };
    },
    start() {
      if (settings) timer = setInterval(() => void flush(), flushMs).unref();
    },
    flush,
    async stop() {
      clearInterval(timer);
      if (settings) await flush();
    },
  };
}

const tooMany: ReportResponse = {
  status: 429,
  message: 'This network address reports more than people do. Please wait a few seconds.',
  retryAfterSeconds: flushMs / 1000,
};

const vitalRow = (
  { path, device }: Extract<PageReport, { kind: 'vitals' }>,
  day: string,
  vital: VitalName,
  value: number,
): VitalRow => ({ day, path, device, vital, class: classOf(vital, value), measurements: 1 });

/** Creates the sums since the last write, as rows by their keys. */
function createSums() {
  const views = new Map<string, ViewRow>();
  const vitals = new Map<string, VitalRow>();
  const size = () => views.size + vitals.size;
  const isFull = () => size() >= maxWaiting;
  return {
    size,
    views: () => [...views.values()],
    vitals: () => [...vitals.values()],
    addView(row: ViewRow): void {
      const key = viewKey(row);
      const known = views.get(key);
      if (known) known.views += row.views;
      else if (!isFull()) views.set(key, { ...row });
    },
    addVital(row: VitalRow): void {
      const key = vitalKey(row);
      const known = vitals.get(key);
      if (known) known.measurements += row.measurements;
      else if (!isFull()) vitals.set(key, { ...row });
    },
  };
}

/** `sendBeacon` sends strings as text/plain. */
const acceptedTypes = /^(?:text\/plain|application\/json)\s*(?:;|$)/iu;

async function readReport(request: Request): Promise<PageReport | Exclude<ReportResponse, { status: 204 }>> {
  const type = request.headers.get('content-type') ?? '';
  if (!acceptedTypes.test(type))
    return {
      status: 415,
      message: `A report is JSON, sent as application/json or text/plain; this is "${type.slice(0, 60)}".`,
    };
  const text = await readText(request);
  if (text === undefined) return { status: 413, message: `A report has at most ${maxBytes} bytes.` };
  const value = parseJson(text);
  if (value === undefined) return { status: 400, message: 'A report is JSON; this is not.' };
  const { data, error } = pageReportSchema.safeParse(value);
  if (data) return data;
  const [issue] = error.issues;
  return { status: 400, message: `This is no report: ${issue?.path.join('.') || 'it'}: ${issue?.message}.` };
}

/** Reads the body; returns undefined when it is too long, and leaves its rest unread. */
async function readText({ headers, body }: Request): Promise<string | undefined> {
  if (Number(headers.get('content-length')) > maxBytes) return undefined;
  try {
    return (await readAtMost(body, maxBytes))?.toString();
  } catch {
    // The connection has ended; nobody reads the response.
    return '';
  }
}
