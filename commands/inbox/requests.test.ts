import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  application,
  createTestSubmissions,
  enquiry,
  pdf,
  type TestSubmissions,
} from '../../app/features/submissions/submissions.fixture.ts';
import { describeEachEngine } from '../../app/platform/database/each-engine.fixture.ts';
import { readConfiguration } from '../../app/server/config.ts';
import { readCommand } from './command-line.ts';
import { runCommand } from './run-command.ts';

// The privacy desk: `npm run inbox -- request`.

const dayMs = 24 * 3_600_000;
let harness: TestSubmissions;
let databaseUrl: string | undefined;

/** Returns the command's output while a process has the same data open. @throws RefusedError */
async function inbox(...parameters: string[]): Promise<string> {
  let text = '';
  for await (const part of runCommand(readCommand(parameters), {
    configuration: readConfiguration({ DATA_DIR: harness.directory, DATABASE_URL: databaseUrl }),
    clock: harness.clock,
    directory: harness.directory,
    environment: {},
    width: undefined,
    paint: (_, painted) => painted,
    notify: () => {},
  }))
    text += part;
  return text;
}
const json = async (...parameters: string[]) => JSON.parse(await inbox(...parameters, '--json'));

/** @returns the id of a new request */
async function add(kind: 'access' | 'erasure', email = enquiry.email, ...further: string[]): Promise<string> {
  return (await json('request', 'add', '--kind', kind, '--email', email, ...further)).id;
}

/** Returns all rows of the tables of requests. */
async function stored(): Promise<string> {
  const { db } = harness.database;
  const tables = ['privacy_requests', 'privacy_request_notes'] as const;
  return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
}

describeEachEngine('with %s', (databaseUrlOfTest) => {
  // The clock of the harness begins on 2026-03-01, 09:00 UTC.
  beforeEach(async () => {
    databaseUrl = databaseUrlOfTest();
    harness = createTestSubmissions(databaseUrl ? { databaseUrl } : {});
    await harness.enquire();
    await harness.apply();
  });
  afterEach(() => harness?.close());

  test('adds a request with its statutory deadline, and lists the next due first', async () => {
    const added = await inbox('request', 'add', '--kind', 'erasure', '--email', ' Ada@Example.ORG ');
    const [id = ''] = added.split(':');
    expect(added).toBe(
      `${id}: request by ada@example.org for erasure, received 2026-03-01\n` +
        'Due 2026-04-01, 24:00 UTC (in 31 days). Verify the identity of the person.\n' +
        '2 records of this address: erase --email ada@example.org\n' +
        `Then: request done ${id}\n`,
    );
    await add('access', 'grace@example.org', '--received', '2026-01-31');
    const [head, ...rows] = (await inbox('request')).split('\n\n')[0]?.split('\n') ?? [];
    expect(head).toMatch(/^ID +KIND +RECEIVED +DUE \(UTC\) +STATE +E-MAIL$/u);
    expect(rows.map((row) => row.split(/ {2,}/u).slice(1))).toEqual([
      ['access', '2026-01-31', '2026-02-28', '1 day ago', 'overdue', 'grace@example.org'],
      ['erasure', '2026-03-01', '2026-04-01', 'in 31 days', 'open', 'ada@example.org'],
    ]);
    expect(await json('request', 'list', '--kind', 'erasure')).toMatchObject([
      { id, state: 'open', due: '2026-04-01' },
    ]);
    expect(await json('request', '--email', 'GRACE@example.org')).toMatchObject([{ kind: 'access' }]);
  });

  test('refuses a future day, and a second request of the same kind', async () => {
    await expect(add('access', enquiry.email, '--received', '2026-03-02')).rejects.toThrow(
      '--received is 2026-03-02; it takes no day after today, 2026-03-01 (UTC)',
    );
    const id = await add('access', enquiry.email, '--received', '2026-03-01');
    await expect(add('access', 'ADA@example.org')).rejects.toThrow(`${id} is an open request for access`);
    await add('erasure');
    await add('access', enquiry.email, '--force');
    expect(await json('request')).toHaveLength(3);
    await expect(inbox('request', 'show', id.slice(0, 8))).rejects.toThrow(/^Several requests begin with 20260301: /u);
    await expect(inbox('request', 'show', 'x')).rejects.toThrow('There is no request x');
  });

  test('shows requests that are due soon or overdue in the overview, the status and the log', async () => {
    await add('access', 'grace@example.org', '--received', '2026-02-09');
    expect(await inbox()).not.toContain('Privacy');
    expect(await inbox('status')).toMatch(/^Privacy requests +1 open$/mu);
    await add('erasure', enquiry.email, '--received', '2026-02-08');
    expect(await inbox()).toMatch(/\n2 records\nPrivacy requests: 1 due soon, 2 open; request list shows them\n$/u);
    harness.pass(8 * dayMs);
    await harness.runHousekeeping();
    await harness.runHousekeeping();
    expect(await inbox()).toContain('Privacy requests: 1 overdue, 1 due soon, 2 open');
    expect(await json('status')).toMatchObject({ privacy_requests: { open: 2, due_soon: 1, overdue: 1 } });
    expect(await harness.submissions.privacyRequestCounts()).toEqual({ open: 2, dueSoon: 1, overdue: 1 });
    expect(harness.lines.filter((line) => line.includes('privacy requests are overdue'))).toHaveLength(1);
  });

  test('extends a request by two months, once, if the person learned the reason within the first', async () => {
    const id = await add('access', enquiry.email, '--received', '2026-01-31');
    const extend = (...further: string[]) => inbox('request', 'extend', id, '--reason', 'Two systems', ...further);
    await expect(extend()).rejects.toThrow('The first month of');
    await expect(extend('--notified', '2026-03-01')).rejects.toThrow('ended on 2026-02-28 (UTC)');
    await expect(extend('--notified', '2026-03-02')).rejects.toThrow('it takes no day after today, 2026-03-01 (UTC)');
    await expect(extend('--notified', '2026-01-30')).rejects.toThrow(`${id} was received on 2026-01-31`);
    expect(await extend('--notified', '2026-02-28')).toBe(`${id} is due on 2026-04-30, 24:00 UTC (in 60 days).\n`);
    await expect(extend('--notified', '2026-02-28')).rejects.toThrow('was extended on 2026-02-28');
    expect(await json('request', 'show', id)).toMatchObject({
      due: '2026-04-30',
      extension: { on: '2026-02-28', reason: 'Two systems' },
    });
    expect(await inbox('request')).toContain('open, extended');
  });

  test('closes a request for erasure once no record remains, and then stores only a hash of its address', async () => {
    const id = await add('erasure', 'Ada@bücher.example');
    await harness.enquire({ email: 'ada@xn--bcher-kva.example' });
    await expect(inbox('request', 'done', id)).rejects.toThrow(
      /^1 record of ada@xn--bcher-kva\.example remains\. Erase with npm run inbox -- erase --email/u,
    );
    expect(await json('request')).toHaveLength(1);
    expect(await inbox('erase', '--email', 'ada@bücher.example')).toContain(
      `The address has an open request for erasure: request done ${id}`,
    );
    await inbox('request', 'note', id, 'Called back');
    expect(await inbox('request', 'done', id.slice(0, 14))).toBe(
      `${id} is done. Only a hash of its address is stored now.\n`,
    );
    await expect(inbox('request', 'done', id)).rejects.toThrow('is done already');
    await expect(inbox('request', 'extend', id, '--reason', 'x')).rejects.toThrow('is done');
    expect(await inbox('request')).toBe('There are no open requests; --all includes closed ones.\n');
    expect(await stored()).not.toMatch(/bcher|bücher/iu);
    for (const spelling of ['ADA@BÜCHER.example', 'ada@xn--bcher-kva.example'])
      expect(await json('request', '--all', '--email', spelling)).toMatchObject([{ id, state: 'done', email: null }]);
    expect(await json('request', '--all', '--email', 'eve@bücher.example')).toEqual([]);
    const shown = await inbox('request', 'show', id);
    expect(shown).toMatch(/^email +removed when the request was closed$/mu);
    expect(shown).toMatch(/^note +2026-03-01 09:00 UTC: Called back$/mu);
  });

  test('closes a request for erasure over remaining records only with a reason', async () => {
    const id = await add('erasure');
    expect(await inbox('request', 'done', id, '--force', '--reason', 'A claim is open')).toBe(
      `${id} is done, with 2 records of the address left. Only a hash of its address is stored now.\n`,
    );
    expect(await json('request', 'show', id)).toMatchObject({ done_reason: 'A claim is open', records: null });
    expect(await harness.store.count()).toBe(2);
  });

  test('exports all data of the person, with resumes, into a new folder', async () => {
    const id = await add('access', 'ADA@example.org');
    await harness.enquire({ email: 'eve@example.org' });
    await inbox('note', (await harness.store.list({ kind: 'application' }))[0]?.id ?? '', 'Second talk');
    await harness.submissions.deliver();
    const folder = join(harness.directory, 'for', 'ada');
    const path = join(folder, 'records.json');
    expect(await inbox('request', 'export', id, '--to', 'for/ada')).toBe(`${path}: 2 records, 1 resume beside it\n`);
    const exported = JSON.parse(readFileSync(path, 'utf8'));
    expect(exported).toMatchObject({ email: 'ada@example.org', exported_at: '2026-03-01T09:00:00.000Z' });
    expect(exported.records).toHaveLength(2);
    expect(exported.records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...enquiry }),
        expect.objectContaining({
          ...application,
          notes: [expect.objectContaining({ text: 'Second talk' })],
          // Without attempts and errors, which may name machines of the company.
          mail: [{ kind: 'notification', recipient: 'careers@example.com', status: 'sent' }],
        }),
      ]),
    );
    const [resume = ''] = readdirSync(folder).filter((name) => name.endsWith('.pdf'));
    expect(readFileSync(join(folder, resume))).toEqual(pdf);
    expect([statSync(folder).mode & 0o777, statSync(path).mode & 0o777]).toEqual([0o700, 0o600]);
    await expect(inbox('request', 'export', id, '--to', 'for/ada')).rejects.toThrow(`${path} already exists`);
    expect(await json('request', 'export', id, '--to', 'for/ada', '--force')).toEqual({
      id,
      path,
      records: 2,
      resumes: 1,
    });
    await inbox('request', 'done', id);
    await expect(inbox('request', 'export', id, '--to', 'x')).rejects.toThrow('only a hash of its address is stored');
  });

  test('removes closed requests with their notes after 24 months, open ones never', async () => {
    const open = await add('access');
    const closed = await add('access', 'grace@example.org');
    await inbox('request', 'note', closed, 'Sent by post');
    await inbox('request', 'done', closed);
    harness.pass(731 * dayMs);
    await harness.runHousekeeping();
    expect(await json('request', '--all')).toHaveLength(2);
    harness.pass(1);
    await harness.runHousekeeping();
    expect(await json('request', '--all')).toMatchObject([{ id: open }]);
    expect(await stored()).not.toContain('Sent by post');
  });
});
