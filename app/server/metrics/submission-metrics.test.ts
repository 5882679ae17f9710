import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchOutbox, watchPrivacyRequests } from './submission-metrics.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('metrics of the outbox are those of the same scrape, also of the first', async () => {
  const registry = new Registry();
  let count = 2;
  watchOutbox(registry, async () => [{ kind: 'notification', status: 'queued', count, oldestMs: count * 1000 }]);
  for (count of [2, 3]) {
    const text = await registry.metrics();
    expect(text).toContain(`site_outbox_mails{kind="notification",status="queued"} ${count}\n`);
    expect(text).toContain(`site_outbox_oldest_seconds{kind="notification"} ${count}\n`);
    expect(text).toContain('site_database_up 1\n');
  }
});

test('a database that does not respond is reported within three seconds', async () => {
  const registry = new Registry();
  const never = new Promise<never>(() => {});
  watchOutbox(registry, () => never);
  watchPrivacyRequests(registry, () => never);
  const scrape = registry.metrics();
  await vi.advanceTimersByTimeAsync(3000);
  const text = await scrape;
  expect(text).toContain('site_database_up 0\n');
  expect(text).not.toMatch(/^site_(?:outbox_\w+|privacy_requests)\{/mu);
});
