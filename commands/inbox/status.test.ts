import { expect, test } from 'vitest';
import { describeStatus, type InboxStatus } from './status.ts';

const none = { queued: 0, dead: 0, held: 0, sent: 0 };
const empty: InboxStatus = {
  records: { enquiry: { received: 0, spam: 0 }, application: { received: 0, spam: 0 } },
  mail: { notification: none, acknowledgement: none, webhook: none, content: none },
  oldest_undelivered: null,
  overdue: 0,
  privacy_requests: { open: 0, due_soon: 0, overdue: 0 },
  clock: { now: '2026-11-21T09:00:00.000Z', last_known: null, is_plausible: true },
  data_directory: '/data',
  free_bytes: 41_234_567,
  total_bytes: 2_000_000_000,
};
const textOf = (status: InboxStatus) =>
  describeStatus(status, { paint: (_, shown) => shown, now: new Date(status.clock.now) });

test('a small disk is shown in megabytes', () => {
  expect(textOf(empty)).toContain('41.2 MB of 2.0 GB on the disk of /data');
});

test('while only the webhook waits, nothing says that nothing waits', () => {
  const text = textOf({ ...empty, mail: { ...empty.mail, webhook: { ...none, queued: 2 } } });
  expect(text).toMatch(/^Webhook +2 queued/mu);
  expect(text).not.toContain('nothing');
});
