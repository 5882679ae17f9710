import type { Mailer } from '../../../platform/mail/mailer.ts';
import { composeContentNotice } from './content-notice.ts';
import type { Letterhead } from './letterhead.ts';
import type { LeasedNotice } from './outbox.ts';
import type { Courier } from './outbox-worker.ts';

/** Sends mail about the content. The mail courier owns the shared mailer and closes it. */
export function createNoticeCourier({
  mailer,
  letterhead,
}: {
  mailer: Mailer;
  letterhead: () => Letterhead;
}): Courier<LeasedNotice> {
  return {
    lease: (outbox, count) => outbox.leaseNotices(count),
    reasonNotToSend: () => undefined,
    send: (leased) => mailer.send(composeContentNotice(leased, letterhead())),
    close: async () => {},
  };
}
