import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort } from '../../../platform/http/free-port.fixture.ts';
import { signWebhook, webhookKey } from '../../../platform/http/webhook.ts';
import { giveUpMs } from '../mail/outbox-schedule.ts';
import { reasonOf } from '../mail/outbox-worker.ts';
import { application, createTestSubmissions, enquiry, pdf, type TestSubmissions } from '../submissions.fixture.ts';

const secret = `whsec_${Buffer.alloc(32, 'key').toString('base64')}`;

interface Received {
  readonly headers: Record<string, string>;
  readonly body: string;
}

let harness: TestSubmissions;
let server: Server;
let received: Received[];
/** Status of the receiver's response; 0 closes the connection. */
let status: number;

beforeEach(async () => {
  received = [];
  status = 200;
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
    if (status === 0) request.socket.destroy();
    else response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end('a response');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  harness = createTestSubmissions({
    webhook: { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=a`, secret },
  });
});
afterEach(async () => {
  await harness.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const state = async () => {
  const [{ id } = { id: '' }] = await harness.store.list();
  return (await harness.store.mailOf([id])).get(id)?.find(({ kind }) => kind === 'webhook');
};
const linkIn = (message: Received | undefined) => {
  const { searchParams } = new URL(JSON.parse(message?.body ?? '{}').data.resume.url);
  const claimed = (name: string) => searchParams.get(name) ?? '';
  return { id: claimed('id'), expires: claimed('expires'), signature: claimed('signature') };
};

test('sends a submission to the receiver, signed per Standard Webhooks', async () => {
  await harness.enquire({ name: 'Zoë Øståd' });
  await harness.submissions.deliver();
  const [message] = received;
  const { body, headers } = message as Received;
  const [record] = await harness.store.list();
  expect(JSON.parse(body)).toEqual({
    type: 'enquiry.received',
    timestamp: record?.receivedAt,
    data: {
      id: record?.id,
      kind: 'enquiry',
      received_at: record?.receivedAt,
      fields: expect.objectContaining({ ...enquiry, name: 'Zoë Øståd' }),
      resume: null,
    },
  });
  // The reference implementation verifies with the machine's clock, and signs with any time.
  const signature = new Webhook(secret).sign(headers['webhook-id'] ?? '', harness.clock.now(), body);
  expect(headers['webhook-signature']).toBe(signature);
  expect(headers['webhook-timestamp']).toBe(String(harness.clock.now().getTime() / 1000));
  expect(await state()).toMatchObject({ status: 'sent', attempts: 0, recipient: 'webhook' });
});

test('the reference implementation accepts our signature, but none of another body or secret', () => {
  const body = '{"a":"ü"}';
  const now = new Date();
  const headers = signWebhook({ id: 'abc', body, secret, now });
  expect(new Webhook(secret).verify(body, headers)).toEqual({ a: 'ü' });
  expect(() => new Webhook(secret).verify('{"a":"u"}', headers)).toThrow();
  const other = `whsec_${Buffer.alloc(32, 'other').toString('base64')}`;
  expect(() => new Webhook(other).verify(body, headers)).toThrow();
  expect(new Webhook(secret).sign('msg_abc', now, body)).toBe(headers['webhook-signature']);
});

test.each([
  [23, false],
  [24, true],
  [64, true],
  [65, false],
])('a secret of %d bytes is one: %s', (bytes, isOne) => {
  expect(webhookKey(`whsec_${Buffer.alloc(bytes, 1).toString('base64')}`) !== undefined).toBe(isOne);
});

test.each(['', 'whsec_', 'secret', Buffer.alloc(32).toString('base64'), `whsec_${'?'.repeat(44)}`])(
  '%j is no secret',
  (text) => {
    expect(webhookKey(text)).toBeUndefined();
  },
);

test('sends the same message to a failing receiver until it accepts it', async () => {
  await harness.apply();
  for (const [failure, pause, reason] of [
    [500, 10_000, 'HTTP 500'],
    [307, 30_000, 'HTTP 307'],
    [410, 60_000, 'HTTP 410'],
    [0, 120_000, expect.stringMatching(/^UND_ERR_SOCKET|^ECONNRESET/u)],
  ] as const) {
    status = failure;
    await harness.submissions.deliver();
    expect(await state()).toMatchObject({ status: 'queued', lastError: reason });
    harness.pass(pause);
  }
  status = 204;
  await harness.submissions.deliver();
  expect(await state()).toMatchObject({ status: 'sent', attempts: 4 });
  expect(received).toHaveLength(5);
  expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  expect(new Set(received.map(({ headers }) => headers['webhook-signature'])).size).toBe(5);
  // Mail does not wait for the webhook.
  expect(harness.list('mail')).toHaveLength(1);
  for (const word of ['/hook', 'key=a', application.email]) expect(harness.lines.join('')).not.toContain(word);
});

test('an application has an expiring link in place of the resume', async () => {
  await harness.apply();
  await harness.submissions.deliver();
  const [record] = await harness.store.list();
  const { resume } = JSON.parse(received[0]?.body ?? '').data;
  expect(resume).toMatchObject({ name: 'cv.pdf', bytes: pdf.length, sha256: record?.resume?.sha256, cautions: [] });
  expect(received[0]?.body).not.toContain('JVBERi');
  expect(resume.url).toMatch(/^https:\/\/www\.example\.com\/forms\/resume\?id=/u);
  const link = linkIn(received[0]);
  const opened = await harness.submissions.openResume?.(link);
  if (opened?.outcome !== 'open') throw new Error(opened?.outcome);
  expect(opened).toMatchObject({ extension: 'pdf', bytes: pdf.length });
  expect(Buffer.concat(await Array.fromAsync(opened.content))).toEqual(pdf);

  const outcome = async (changes: Partial<typeof link>) =>
    (await harness.submissions.openResume?.({ ...link, ...changes }))?.outcome;
  const [other = ''] = link.id;
  expect(await outcome({ id: `${other}x${link.id.slice(2)}` })).toBe('forged');
  expect(await outcome({ expires: 'zzzzzzzz' })).toBe('forged');
  for (const signature of ['', 'x', '€'.repeat(43), 'A'.repeat(43)])
    expect(await outcome({ signature })).toBe('forged');

  await harness.store.markScanned(link.id, 'infected');
  expect(await outcome({})).toBe('infected');
  await harness.store.markScanned(link.id, 'clean');
  harness.pass(new Date(resume.url_expires_at).getTime() - harness.clock.now().getTime() - 1);
  expect(await outcome({})).toBe('open');
  harness.pass(1);
  expect(await outcome({})).toBe('expired');
});

test('a link to an erased resume results in gone', async () => {
  await harness.apply();
  await harness.submissions.deliver();
  await harness.erasures.erase(application.email);
  expect(await harness.submissions.openResume?.(linkIn(received[0]))).toEqual({ outcome: 'gone' });
});

test('sends spam when it is released', async () => {
  await harness.enquire({ website: 'https://spam.example' });
  await harness.submissions.deliver();
  expect(received).toEqual([]);
  const [record] = await harness.store.list();
  await harness.store.release(record?.id ?? '');
  await harness.submissions.deliver();
  expect(received).toHaveLength(1);
});

test('gives up an unreachable receiver after five days with an error in the log, and retry sends again', async () => {
  status = 503;
  await harness.enquire();
  await harness.submissions.deliver();
  harness.pass(giveUpMs);
  await harness.submissions.deliver();
  expect(await state()).toMatchObject({ status: 'dead', lastError: 'HTTP 503' });
  expect(await harness.submissions.outboxState()).toMatchObject([{ kind: 'webhook', status: 'dead', count: 1 }]);
  expect(harness.lines.filter((line) => line.includes('"level":"error"')).join('')).toContain('was given up');
  status = 200;
  expect(await harness.store.retryMail()).toBe(1);
  await harness.submissions.deliver();
  expect(await state()).toMatchObject({ status: 'sent' });
});

test('queues nothing without a webhook, and gives up queued messages without an error in the log', async () => {
  status = 503;
  await harness.enquire();
  await harness.submissions.deliver();
  await using without = createTestSubmissions({ dataDirectory: harness.directory });
  without.pass(10_000);
  await without.submissions.deliver();
  await without.enquire({ email: 'bo@example.org' });
  const states = (await harness.store.list()).map(({ id }) => id);
  const mails = [...(await harness.store.mailOf(states)).values()].flat().filter(({ kind }) => kind === 'webhook');
  expect(mails).toMatchObject([{ status: 'dead', lastError: 'the webhook is switched off' }]);
  expect(without.lines.filter((line) => line.includes('"level":"error"'))).toEqual([]);
  expect(without.lines.join('')).toContain('"level":"warn","message":"a message (webhook) is no longer sent"');
  // An alert about them would never end.
  const counted = (await without.submissions.outboxState()).map(({ kind }) => kind);
  expect(counted).not.toContain('webhook');
});

test('the reason of a timeout is its message', () => {
  expect(reasonOf(new DOMException('The operation was aborted due to timeout', 'TimeoutError'))).toBe(
    'The operation was aborted due to timeout',
  );
});

test('without a webhook, an outbox that cannot be read is one line of the log', async () => {
  await using without = createTestSubmissions({ databaseUrl: `postgres://127.0.0.1:${await freePort()}/site` });
  await without.submissions.deliver();
  expect(without.lines.filter((line) => line.includes('the outbox cannot be read'))).toHaveLength(1);
});
