import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RunningSubmissions, SubmissionsOptions } from '../../features/submissions/create-submissions.ts';
import { spamReasons } from '../../features/submissions/records/tables.ts';
import type { VirusScanner } from '../../platform/antivirus/virus-scanner.ts';
import { withTimeLimit } from '../../platform/clock/time-limit.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { submissionKinds } from '../../shared/forms/site-forms.ts';

/** Outcomes of submissions by the status of the response. */
const outcomes = {
  200: 'accepted',
  400: 'malformed',
  413: 'too-large',
  415: 'malformed',
  422: 'invalid',
  429: 'rate-limited',
  503: 'unavailable',
} as const;

/** Histogram buckets, seconds. */
const deliveryDurations = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Counts submissions by outcome. */
export function watchReceiving(registry: Registry, submissions: RunningSubmissions): RunningSubmissions {
  const counter = new Counter({
    name: 'site_submissions_total',
    help: 'Submissions by kind and outcome; accepted includes spam and repetitions',
    labelNames: ['kind', 'outcome'] as const,
    registers: [registry],
  });
  // `increase` does not count what happened before the first scrape of a series, so that an alert would miss it.
  for (const kind of submissionKinds) for (const outcome of Object.values(outcomes)) counter.inc({ kind, outcome }, 0);
  return {
    ...submissions,
    async receive(request, client, form) {
      const response = await submissions.receive(request, client, form);
      counter.inc({ kind: form.kind, outcome: outcomes[response.status] });
      return response;
    },
  };
}

/** Counts new records, and the reasons why they count as spam. */
export function createStoredObserver(registry: Registry): NonNullable<SubmissionsOptions['onStored']> {
  const counter = new Counter({
    name: 'site_submissions_stored_total',
    help: 'New records by kind and spam: the reason why a record counts as spam, or no',
    labelNames: ['kind', 'spam'] as const,
    registers: [registry],
  });
  for (const kind of submissionKinds) for (const spam of ['no', ...spamReasons]) counter.inc({ kind, spam }, 0);
  return (kind, spam) => counter.inc({ kind, spam: spam ?? 'no' });
}

/** Counts the verdicts of the virus scanner. */
export function watchScanner(registry: Registry, scanner: VirusScanner): VirusScanner {
  const counter = new Counter({
    name: 'site_resume_scans_total',
    help: 'Scans by verdict: clean, infected or unavailable; of resumes, and of an empty file at each start',
    labelNames: ['verdict'] as const,
    registers: [registry],
  });
  for (const verdict of ['clean', 'infected', 'unavailable'] as const) counter.inc({ verdict }, 0);
  return {
    async scan(content, signal) {
      const result = await scanner.scan(content, signal);
      counter.inc({ verdict: result.verdict });
      return result;
    },
  };
}

/** Counts and times attempts to deliver mail. */
export function watchMailer(registry: Registry, mailer: Mailer): Mailer {
  const histogram = new Histogram({
    name: 'site_mail_delivery_duration_seconds',
    help: 'Attempts to deliver a mail by outcome: delivered or failed',
    labelNames: ['outcome'] as const,
    buckets: deliveryDurations,
    registers: [registry],
  });
  return {
    async send(mail) {
      const end = histogram.startTimer();
      try {
        await mailer.send(mail);
        end({ outcome: 'delivered' });
      } catch (error) {
        end({ outcome: 'failed' });
        throw error;
      }
    },
    check: mailer.check,
    close: () => mailer.close(),
  };
}

/** How long a scrape waits for the database, ms: Prometheus gives up after ten seconds, also on the other metrics. */
const databaseMs = 3000;

/** Registers metrics of the outbox of all instances, and whether the database responds. */
export function watchOutbox(registry: Registry, outboxState: RunningSubmissions['outboxState']): void {
  /** The query of the present scrape, which fills all three metrics, so that they are consistent. */
  let reading: Promise<void> | undefined;
  const collect = () => {
    reading ??= read().finally(() => {
      reading = undefined;
    });
    return reading;
  };
  const mails = new Gauge({
    name: 'site_outbox_mails',
    help: 'Mails and webhook messages not delivered, by kind and status: queued waits for its next attempt, held is of spam, dead was given up',
    labelNames: ['kind', 'status'] as const,
    registers: [registry],
    collect,
  });
  const age = new Gauge({
    name: 'site_outbox_oldest_seconds',
    help: 'Time for which the longest waiting mail has been queued, by kind',
    labelNames: ['kind'] as const,
    registers: [registry],
    collect,
  });
  const isUp = new Gauge({
    name: 'site_database_up',
    help: 'Whether the database responded to this scrape',
    registers: [registry],
    collect,
  });

  async function read(): Promise<void> {
    const state = await withTimeLimit(databaseMs, outboxState()).catch(() => undefined);
    mails.reset();
    age.reset();
    isUp.set(state ? 1 : 0);
    if (!state) return;
    for (const kind of ['notification', 'acknowledgement', 'webhook'] as const) {
      for (const status of ['queued', 'held', 'dead'] as const) mails.set({ kind, status }, 0);
      age.set({ kind }, 0);
    }
    for (const { kind, status, count, oldestMs } of state) {
      mails.set({ kind, status }, count);
      if (status === 'queued') age.set({ kind }, oldestMs / 1000);
    }
  }
}

/** Registers metrics of open privacy requests; there are no series while the database is down. */
export function watchPrivacyRequests(registry: Registry, counts: RunningSubmissions['privacyRequestCounts']): void {
  new Gauge({
    name: 'site_privacy_requests',
    help: 'Open privacy requests by state: open includes the others, due-soon and overdue exclude each other',
    labelNames: ['state'] as const,
    registers: [registry],
    async collect() {
      this.reset();
      // `site_database_up` reports the failure.
      const read = await withTimeLimit(databaseMs, counts()).catch(() => undefined);
      if (!read) return;
      this.set({ state: 'open' }, read.open);
      this.set({ state: 'due-soon' }, read.dueSoon);
      this.set({ state: 'overdue' }, read.overdue);
    },
  });
}
