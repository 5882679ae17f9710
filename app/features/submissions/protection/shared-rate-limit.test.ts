import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase } from '../../../platform/database/database.ts';
import { hasPostgres } from '../../../platform/database/postgres.fixture.ts';
import { createSharedDatabase } from '../../../platform/database/shared-postgres.fixture.ts';
import { temporaryDirectory } from '../../../platform/files/temporary-directory.fixture.ts';
import { createRateLimiter, type RateLimiter } from '../../../platform/http/rate-limit.ts';
import { createLog } from '../../../platform/log/log.ts';
import { SubmissionStore } from '../records/submission-store.ts';
import type { SubmissionDatabase, SubmissionTables } from '../records/tables.ts';
import { createSharedKeys } from './shared-keys.ts';
import { createSharedRateLimiter } from './shared-rate-limit.ts';

let directory: string;
let now = new Date('2026-03-01T09:00:00.000Z');
const clock = { now: () => now };
const pass = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
let lines: string[];
const log = createLog({ level: 'debug', clock, write: (line) => lines.push(line) });
let opened: SubmissionDatabase[];
const limit = { count: 2, windowMs: 60_000 };

beforeEach(() => {
  directory = temporaryDirectory();
  lines = [];
  opened = [];
});
afterEach(() => Promise.all(opened.map((database) => database.close())));

function open(url: string | undefined): SubmissionDatabase {
  const database = createDatabase<SubmissionTables>({ url, file: join(directory, 'intake.sqlite') });
  opened.push(database);
  return database;
}

/** Creates the limiter of a separate instance. */
const instanceOn = (url: string | undefined) => {
  const database = open(url);
  return createSharedRateLimiter(limit, { database, keys: createSharedKeys(database), clock, log });
};

/** Each creates the requested number of instances. */
const kinds = [
  { kind: 'one process', instances: async () => Array<RateLimiter>(2).fill(createRateLimiter(limit, clock)) },
  { kind: 'SQLite', instances: async () => [instanceOn(undefined), instanceOn(undefined)] },
  {
    kind: 'PostgreSQL',
    instances: async () => {
      const url = await createSharedDatabase();
      return [instanceOn(url), instanceOn(url)];
    },
  },
];

describe.each(kinds)('in $kind', ({ kind, instances }) => {
  let one: RateLimiter;
  let other: RateLimiter;
  beforeEach(async ({ skip }) => {
    skip(kind === 'PostgreSQL' && !hasPostgres, 'there is no PostgreSQL on this machine');
    [one, other] = (await instances()) as [RateLimiter, RateLimiter];
  });

  test('limits an address in a sliding window over all instances', async () => {
    expect(await one.take('192.0.2.1')).toBe(0);
    pass(30_000);
    expect(await other.take('192.0.2.1')).toBe(0);
    expect(await one.take('192.0.2.1')).toBe(30_000);
    expect(await one.take('192.0.2.2')).toBe(0);
    pass(29_999);
    expect(await other.take('192.0.2.1')).toBe(1);
    pass(1);
    expect(await other.take('192.0.2.1')).toBe(0);
    expect(await one.take('192.0.2.1')).toBe(30_000);
  });

  test('waits no longer than the window after the clock was set back by days', async () => {
    for (const limiter of [one, other]) expect(await limiter.take('192.0.2.1')).toBe(0);
    pass(-3 * 24 * 3_600_000);
    expect(await one.take('192.0.2.1')).toBe(60_000);
    pass(59_999);
    expect(await other.take('192.0.2.1')).toBe(1);
    pass(1);
    expect(await other.take('192.0.2.1')).toBe(0);
  });

  test('allows no more attempts when many are concurrent', async () => {
    const waits = await Promise.all(
      Array.from({ length: 20 }, (_, index) => [one, other][index % 2]?.take('192.0.2.1')),
    );
    expect(
      waits.filter((wait) => wait === 0),
      lines.join('\n'),
    ).toHaveLength(2);
  });

  test('counts all IPv6 addresses of a network together', async () => {
    expect(await one.take('2001:db8::1')).toBe(0);
    expect(await one.take('2001:db8:0:0:1::2')).toBe(0);
    expect(await one.take('2001:0db8::3')).toBe(60_000);
    expect(await one.take('2001:db8:0:1::1')).toBe(0);
  });

  test('limits many IPv6 networks of one client together', async () => {
    const networks = Array.from({ length: 12 }, (_, index) => `2001:db8:0:${index.toString(16)}::1`);
    const waits = [];
    for (const address of networks) waits.push(await one.take(address));
    // Four times that of one client.
    expect(waits).toEqual([...Array(8).fill(0), ...Array(4).fill(60_000)]);
    expect(await other.take('2001:db8:1::1')).toBe(0);
    // Refused attempts do not count for any of them.
    pass(60_000);
    expect(await other.take('2001:db8:0:b::1')).toBe(0);
    expect(await other.take('2001:db8:0:b::1')).toBe(0);
    expect(await one.take('2001:db8:0:b::1')).toBe(60_000);
  });

  test('allows no more attempts when many from one large network are concurrent', async () => {
    const waits = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        [one, other][index % 2]?.take(`2001:db8:0:${(index % 10).toString(16)}::${index}`),
      ),
    );
    expect(
      waits.filter((wait) => wait === 0),
      lines.join('\n'),
    ).toHaveLength(8);
    expect(lines).toEqual([]);
  });

  test('counts an IPv4 address as one in any notation', async () => {
    expect(await one.take('192.0.2.1')).toBe(0);
    expect(await one.take('::ffff:192.0.2.1')).toBe(0);
    expect(await one.take('::ffff:c000:201')).toBe(60_000);
  });
});

test('allows every attempt without a limit', async () => {
  const limiter = createRateLimiter(undefined, clock);
  for (let attempt = 0; attempt < 100; attempt += 1) expect(await limiter.take('192.0.2.1')).toBe(0);
});

test('stores an address as a keyed hash and removes it once its attempts have expired', async () => {
  const limiter = instanceOn(undefined);
  const database = open(undefined);
  const rows = async () => database.db.selectFrom('client_attempts').selectAll().execute();
  await limiter.take('192.0.2.1');
  const [row] = await rows();
  expect(row?.client).toMatch(/^[\w-]{43}$/u);
  expect(JSON.stringify(row)).not.toContain('192.0.2');
  const store = new SubmissionStore({ database, clock });
  pass(limit.windowMs - 1);
  await store.forgetExpired();
  expect(await rows()).toHaveLength(1);
  pass(1);
  await store.forgetExpired();
  expect(await rows()).toEqual([]);
});

test('counts in each process while the database is down, and logs no address', async () => {
  const database = createDatabase<SubmissionTables>({ url: undefined, file: join(directory, '\0', 'intake.sqlite') });
  const limiter = createSharedRateLimiter(limit, { database, keys: createSharedKeys(database), clock, log });
  expect(await limiter.take('192.0.2.1')).toBe(0);
  expect(await limiter.take('192.0.2.1')).toBe(0);
  expect(await limiter.take('192.0.2.1')).toBe(60_000);
  expect(lines.join('')).toContain('counted by this process alone');
  expect(lines.join('')).not.toContain('192.0.2.1');
});
