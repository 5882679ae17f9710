import type { Clock } from '../../../platform/clock/clock.ts';
import { postWebhook } from '../../../platform/http/webhook.ts';
import type { LeasedMail } from '../mail/outbox.ts';
import type { Courier } from '../mail/outbox-worker.ts';
import type { ResumeLinks } from './resume-links.ts';

/** The endpoint of another system that receives each record. */
export interface WebhookTarget {
  readonly url: string;
  /** `whsec_…`, shared with the receiver. */
  readonly secret: string;
}

interface WebhookCourierOptions {
  readonly target: WebhookTarget;
  readonly links: ResumeLinks;
  readonly clock: Clock;
}

/**
 * Sends each record to another system, signed per Standard Webhooks 1.0.0. Each attempt has the same `webhook-id`; the body differs only
 * in the scan of the résumé, if it was scanned meanwhile, and in its link, if the message was queued again.
 */
export function createWebhookCourier({ target, links, clock }: WebhookCourierOptions): Courier {
  return {
    lease: (outbox, count) => outbox.lease(count, ['webhook']),
    async send(leased) {
      const body = JSON.stringify(await payloadOf(leased, links));
      await postWebhook({ ...target, id: leased.id, body, userAgent: 'website-webhook', now: clock.now() });
    },
    close: async () => {},
  };
}

/** Returns the record as it was accepted, with a link in place of the résumé. */
async function payloadOf({ submission, giveUpAt }: LeasedMail, links: ResumeLinks) {
  const { id, kind, receivedAt, fields, resume } = submission;
  return {
    type: `${kind}.received`,
    timestamp: receivedAt,
    data: {
      id,
      kind,
      received_at: receivedAt,
      fields,
      resume: resume
        ? {
            name: resume.name,
            bytes: resume.bytes,
            sha256: resume.sha256,
            scan: resume.scan ?? null,
            cautions: resume.cautions ?? [],
            ...(await links.linkTo(id, new Date(giveUpAt))),
          }
        : null,
    },
  };
}
