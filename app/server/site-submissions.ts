import type { SiteContent } from '../content/site-content.ts';
import { createSubmissions, type RunningSubmissions } from '../features/submissions/create-submissions.ts';
import type { SubmissionDatabase } from '../features/submissions/records/tables.ts';
import { createClamdScanner } from '../platform/antivirus/clamd.ts';
import type { Clock } from '../platform/clock/clock.ts';
import type { ContentStore } from '../platform/content/store.ts';
import type { Log } from '../platform/log/log.ts';
import type { Configuration } from './config.ts';
import type { Measured } from './metrics/measured.ts';
import { createSubmissionAdapters, serverBusyMs } from './submission-adapters.ts';

/** Creates submissions as configured, with recipients and letterhead from the content in force. */
export function createSiteSubmissions(
  configuration: Configuration,
  { content, clock, log, measured }: { content: ContentStore<SiteContent>; clock: Clock; log: Log; measured: Measured },
): { submissions: RunningSubmissions; database: SubmissionDatabase } {
  const { siteUrl, mailTo, clamdUrl } = configuration;
  const adapters = createSubmissionAdapters(configuration, { busyMs: serverBusyMs });
  const site = () => content.current().site;
  const submissions = createSubmissions({
    ...adapters,
    mailer: measured.mailer(adapters.mailer),
    clock,
    log,
    limit: configuration.submissionLimit,
    retentionDays: configuration.retentionDays,
    acknowledge: configuration.acknowledge,
    scanner: clamdUrl === undefined ? undefined : measured.scanner(createClamdScanner(clamdUrl)),
    proofOfWork: configuration.proofOfWork,
    webhook: configuration.webhook,
    onStored: measured.onStored,
    recipientOf: (kind) =>
      ({
        enquiry: mailTo.enquiries ?? site().email.general,
        application: mailTo.careers ?? site().email.careers,
      })[kind],
    letterhead: () => {
      const { name, legal_name, address, email } = site();
      return {
        // Gmail ignores the Reply-To of a mail whose sender is also its recipient, who would reply to themselves.
        from: { name: `${name} website`, address: email.sender ?? email.general },
        contacts: { enquiry: email.general, application: email.careers },
        labels: content.current().mailLabels,
        siteUrl,
        company: name,
        legalName: legal_name,
        address,
      };
    },
  });
  return { submissions: measured.submissions(submissions), database: adapters.database };
}
