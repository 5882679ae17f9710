import { mkdirSync, rmdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../platform/database/database.ts';
import { describeEachEngine } from '../../platform/database/each-engine.fixture.ts';
import type { Database } from '../../platform/database/port.ts';
import { temporaryDirectory } from '../../platform/files/temporary-directory.fixture.ts';
import { freePort } from '../../platform/http/free-port.fixture.ts';
import { createLog } from '../../platform/log/log.ts';
import { createPurge, type Purge, type PurgeTarget } from './purge.ts';
import type { PurgeTables } from './tables.ts';

const secret = `whsec_${Buffer.alloc(32, 'key').toString('base64')}`;

let server: Server;
let received: { headers: Record<string, string>; body: string }[];
/** Status of the CDN's responses. */
let status: number;
let directory: string;
let now: number;
let lines: string[];
/** Clock of the instances. */
let databases: Database<PurgeTables>[];
let purges: Purge[];

const clock = { now: () => new Date(now) };
const log = createLog({ level: 'info', clock, write: (line) => lines.push(line) });

/** Creates an instance with a separate connection. */
function instance(database: Database<PurgeTables>, target: Partial<PurgeTarget> = {}): Purge {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/purge`;
  const whole = { url, secret: undefined, header: undefined, body: undefined, ...target };
  const purge = createPurge({ target: whole, db: database.db, siteUrl: 'https://www.example.com', clock, log });
  databases.push(database);
  purges.push(purge);
  return purge;
}

beforeEach(async () => {
  [received, status, lines, databases, purges] = [[], 200, [], [], []];
  now = Date.parse('2026-03-01T09:00:00.000Z');
  directory = temporaryDirectory();
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks).toString() });
    response.writeHead(status, status === 307 ? { location: '/elsewhere' } : {}).end('a response');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(async () => {
  for (const purge of purges) await purge.stop();
  for (const database of new Set(databases)) await database.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

describeEachEngine('with %s', (databaseUrlOfTest) => {
  let open: () => Database<PurgeTables>;
  beforeEach(async () => {
    const url = databaseUrlOfTest();
    open = () => createDatabase<PurgeTables>({ url, file: join(directory, 'intake.sqlite') });
  });

  test('sends one request per change, five seconds after the last instance has it', async () => {
    const [first, second] = [instance(open()), instance(open())];
    await first.request('v2');
    now += 4000;
    await second.request('v2');
    now += 4999;
    expect([await first.runOnce(), await second.runOnce()]).toEqual([false, false]);
    expect(received).toHaveLength(0);
    now += 1;
    await Promise.all([first.runOnce(), second.runOnce()]);
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]?.body ?? '')).toEqual({
      type: 'content.published',
      timestamp: '2026-03-01T09:00:04.000Z',
      data: { version: 'v2', url: 'https://www.example.com', tag: 'page' },
    });
    expect([await first.runOnce(), await second.runOnce()]).toEqual([true, true]);
    now += 600_000;
    await second.runOnce();
    expect(received).toHaveLength(1);
    await second.request('v3');
    now += 5000;
    await first.runOnce();
    expect(received).toHaveLength(2);
  });

  test('sends one request per minute while changes continue without a pause', async () => {
    const purge = instance(open());
    for (let second = 0; second < 64; second += 4) {
      await purge.request(`v${second}`);
      now += 4000;
    }
    await purge.runOnce();
    expect(received).toHaveLength(1);
    await purge.request('last');
    now += 5000;
    await purge.runOnce();
    expect(received.map(({ body }) => JSON.parse(body).data.version)).toEqual(['v60', 'last']);
  });

  test('repeats a failed request unchanged, with doubling pauses, until it succeeds', async () => {
    const purge = instance(open(), { secret });
    status = 503;
    await purge.request('v2');
    now += 5000;
    await purge.runOnce();
    now += 4999;
    await purge.runOnce();
    expect(received).toHaveLength(1);
    now += 1;
    status = 307;
    await purge.runOnce();
    now += 9999;
    await purge.runOnce();
    expect(received).toHaveLength(2);
    now += 1;
    status = 200;
    await purge.runOnce();
    expect(await purge.runOnce()).toBe(true);
    expect(received).toHaveLength(3);
    expect(new Set(received.map(({ headers, body }) => `${headers['webhook-id']} ${body}`)).size).toBe(1);
    expect(lines.filter((line) => line.includes('could not be purged'))).toHaveLength(2);
    expect(lines.at(-1)).toContain('has been purged');
  });

  test('logs why the CDN cannot be reached', async () => {
    const purge = instance(open(), { url: `http://127.0.0.1:${await freePort()}/purge` });
    await purge.request('a');
    now += 5000;
    await purge.runOnce();
    expect(lines.at(-1)).toMatch(/could not be purged.*ECONNREFUSED/u);
  });

  test('sends the request soon after a clock that was days ahead has been set back', async () => {
    const database = open();
    const purge = instance(database);
    status = 503;
    await purge.request('v2');
    now += 5000;
    await purge.runOnce();
    await database.db
      .updateTable('cdn_purge')
      .set({ lease: 'dead', leased_until: new Date(now + 30_000).toISOString() })
      .execute();
    now -= 3 * 24 * 3_600_000;
    status = 200;
    await purge.runOnce();
    expect(received).toHaveLength(2);
    expect(await purge.runOnce()).toBe(true);
  });

  test('sends the request of a crashed instance from another one', async () => {
    const database = open();
    const [first, second] = [instance(database), instance(open())];
    await first.request('v2');
    now += 5000;
    await database.db
      .updateTable('cdn_purge')
      .set({ lease: 'dead', leased_until: '2026-03-01T09:00:30.000Z' })
      .execute();
    await second.runOnce();
    expect(received).toHaveLength(0);
    now += 25_000;
    await second.runOnce();
    expect(received).toHaveLength(1);
  });
});

test('signs a request per Standard Webhooks, or sends the header and body that the CDN requires', async () => {
  now = Date.now();
  const database = () => createDatabase<PurgeTables>({ url: undefined, file: join(directory, 'intake.sqlite') });
  const signed = instance(database(), { secret });
  await signed.request('v2');
  now += 5000;
  await signed.runOnce();
  const { headers, body } = received[0] ?? { headers: {}, body: '' };
  expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'content.published' });
  const plain = instance(database(), {
    header: { name: 'Authorization', value: 'Bearer token' },
    body: '{"tags":["page"]}',
  });
  await plain.request('v3');
  now += 5000;
  await plain.runOnce();
  expect(received[1]).toMatchObject({ headers: { authorization: 'Bearer token' }, body: '{"tags":["page"]}' });
  expect(received[1]?.headers).not.toHaveProperty('webhook-signature');
});

test('requests a purge for an unsaved change once the database is back', async () => {
  const file = join(directory, 'intake.sqlite');
  // SQLite cannot open a directory.
  mkdirSync(file);
  const purge = instance(createDatabase<PurgeTables>({ url: undefined, file }));
  await purge.request('v2');
  rmdirSync(file);
  expect(await purge.runOnce()).toBe(false);
  now += 5000;
  await purge.runOnce();
  expect(received).toHaveLength(1);
});
