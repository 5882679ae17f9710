import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Submission } from '../app/features/submissions/records/submission.ts';
import {
  application,
  applicationForm,
  createTestSubmissions,
  enquiry,
  multipart,
  pdf,
  type TestSubmissions,
} from '../app/features/submissions/submissions.fixture.ts';
import { describeEachEngine } from '../app/platform/database/each-engine.fixture.ts';
import { hasPostgres } from '../app/platform/database/postgres.fixture.ts';
import { createSharedDatabase } from '../app/platform/database/shared-postgres.fixture.ts';
import { readConfiguration } from '../app/server/config.ts';
import { serverBusyMs } from '../app/server/submission-adapters.ts';
import { readCommand } from './inbox/command-line.ts';
import { runCommand } from './inbox/run-command.ts';
import { runProgram } from './terminal/command-line.ts';

let harness: TestSubmissions;
let databaseUrl: string | undefined;
/** Remarks next to the output. */
let remarks: string[];

/** Three records for each test, the newest of which is spam; the mail of the others is sent. */
function useRecords(databaseUrlOfTest: () => string | undefined = () => undefined): void {
  beforeEach(async () => {
    databaseUrl = databaseUrlOfTest();
    harness = createTestSubmissions(databaseUrl ? { databaseUrl } : {});
    await fill();
  });
  afterEach(() => harness?.close());
}

async function fill(): Promise<void> {
  remarks = [];
  await harness.enquire({ comment: '=HYPERLINK("https://evil.example")\u001b[2J' }, { 'idempotency-key': 'a' });
  harness.pass(60_000);
  await harness.apply({ email: 'Other@Example.org' }, { name: '../cv (1).pdf' });
  harness.pass(60_000);
  await harness.enquire({ website: 'https://spam.example' });
  await harness.submissions.deliver();
}

interface Where {
  width?: number;
  environment?: Record<string, string>;
  dataDirectory?: string;
}

/** Returns the command's output while a process has the same data open. @throws RefusedError */
async function inbox(
  parameters: readonly string[],
  { width, environment = {}, dataDirectory = harness.directory }: Where = {},
): Promise<string> {
  let text = '';
  for await (const part of runCommand(readCommand(parameters), {
    configuration: readConfiguration({ DATA_DIR: dataDirectory, DATABASE_URL: databaseUrl }),
    clock: harness.clock,
    directory: harness.directory,
    environment,
    width,
    paint: (style, painted) => (width === undefined ? painted : `<${style}>${painted}</>`),
    notify: (line) => remarks.push(line),
  }))
    text += part;
  return text;
}

async function giveUpMail(): Promise<void> {
  const { db } = harness.database;
  await db.updateTable('outbox').set({ status: 'dead' }).where('status', '=', 'sent').execute();
}

const json = async (...parameters: string[]) => JSON.parse(await inbox([...parameters, '--json']));
const newest = async () => (await harness.store.list({}, { limit: 1 }))[0] as Submission;
const applied = async () => (await harness.store.list({ kind: 'application' }))[0] as Submission;
const rowsOf = (table: string) => table.split('\n\n')[0]?.trimEnd().split('\n') ?? [];

test.runIf(hasPostgres)('refuses a PostgreSQL database without tables, and creates none', async () => {
  harness = createTestSubmissions();
  onTestFinished(() => harness.close());
  databaseUrl = await createSharedDatabase();
  for (let attempt = 0; attempt < 2; attempt += 1)
    await expect(inbox(['erase', '--email', enquiry.email])).rejects.toThrow('DATABASE_URL has no tables of the site');
});

describeEachEngine('with %s', (databaseUrlOfTest) => {
  useRecords(databaseUrlOfTest);

  test('lists the newest first, filtered by options', async () => {
    const listed = await inbox([]);
    const [head, ...rows] = rowsOf(listed);
    expect(head).toMatch(/^ID +RECEIVED \(UTC\) +KIND +STATUS +MAIL +KEPT UNTIL +NAME +E-MAIL +ABOUT$/u);
    expect(rows.map((row) => row.split(/ {2,}/u).slice(1, 6))).toEqual([
      ['2026-03-01 09:02', 'enquiry', 'spam', 'held', 'in 30 days'],
      ['2026-03-01 09:01', 'application', 'received', 'sent', 'in 11 months'],
      ['2026-03-01 09:00', 'enquiry', 'received', 'sent', 'in 23 months'],
    ]);
    expect(listed).toMatch(/\n\n3 records\n$/u);
    // A terminal would have executed it.
    expect(listed).not.toContain('\u001b');
    expect(await inbox(['list', '--kind', 'application'])).toMatch(/\n\n1 record\n$/u);
    expect(await inbox(['--status', 'spam'])).toMatch(/\n\n1 record\n$/u);
    expect(await inbox(['--text', 'BRIDGE other@example.org'])).toMatch(/\n\n1 record\n$/u);
    expect(await inbox(['--text', 'nowhere'])).toBe('No records match.\n');
    expect((await json('list', '--kind', 'enquiry')).map(({ status }: Submission) => status)).toEqual([
      'spam',
      'received',
    ]);
    expect(await json('--status', 'spam')).toMatchObject([
      { ...enquiry, spam_reason: 'trap', kept_until: '2026-03-31T09:02:00.000Z', mail: [{ status: 'held' }] },
    ]);
  });

  test('lists records since a day, for a position, and unanswered ones', async () => {
    const total = async (...parameters: string[]) => (await json(...parameters)).length;
    expect(await total('--since', '2026-03-01')).toBe(3);
    expect(await total('--since', '2026-03-02')).toBe(0);
    harness.pass(24 * 3_600_000 - 120_000);
    expect(await total('--since', '1d')).toBe(3);
    harness.pass(90_000);
    expect(await total('--since', '1d')).toBe(1);
    expect(await total('--position', 'jd-7')).toBe(1);
    expect(await total('--position', 'jd-')).toBe(0);
    const { id } = await applied();
    // Like a record from before positions were stored.
    const { db } = harness.database;
    await db.updateTable('submissions').set({ position_id: null, search_text: null }).where('id', '=', id).execute();
    expect(await total('--position', 'JD-7', '--open')).toBe(1);
    expect(await inbox(['mark', id.slice(0, 16), 'answered'])).toBe(`${id} is marked as answered.\n`);
    expect(await inbox(['mark', id, 'answered'])).toBe(`${id} is already marked as answered.\n`);
    expect(rowsOf(await inbox(['--kind', 'application']))[1]).toContain('  answered  ');
    expect(await total('--open')).toBe(1);
    expect(await json('show', id)).toMatchObject({ answered_at: harness.clock.now().toISOString() });
    expect(await json('mark', id, 'open')).toEqual({ id, mark: 'open', changed: true });
    expect(await total('--open')).toBe(2);
  });

  test('stores notes with a record, which an erasure removes, too', async () => {
    const { id } = await applied();
    expect(await inbox(['note', id, 'Called.\u001b[2J Second talk\non Monday'])).toBe(`Note added to ${id}.\n`);
    harness.pass(60_000);
    await inbox(['note', id, 'Offer sent']);
    expect(await inbox(['show', id])).toMatch(
      /^note +2026-03-01 09:02 UTC: Called\.\ufffd\[2J Second talk\n +on Monday\nnote +2026-03-01 09:03 UTC: Offer sent$/mu,
    );
    expect((await json('--kind', 'application'))[0].notes).toMatchObject([
      { noted_at: '2026-03-01T09:02:00.000Z' },
      { text: 'Offer sent' },
    ]);
    await inbox(['erase', '--email', 'other@example.org']);
    const { db } = harness.database;
    expect(await db.selectFrom('submission_notes').selectAll().execute()).toEqual([]);
  });

  test('counts submissions by week', async () => {
    harness.pass(7 * 24 * 3_600_000);
    await harness.enquire();
    await inbox(['mark', (await applied()).id, 'answered']);
    expect(rowsOf(await inbox(['weeks', '--since', '2026-02-23'])).map((row) => row.split(/ {2,}/u))).toEqual([
      ['WEEK', 'FROM', 'ENQUIRIES', 'APPLICATIONS', 'OPEN', 'SPAM'],
      ['2026-W10', '2026-03-02', '1', '0', '1', '0'],
      ['2026-W09', '2026-02-23', '1', '1', '1', '1'],
    ]);
    const [, first] = await json('weeks', '--position', 'JD-7');
    expect(first).toMatchObject({ week: '2026-W09', enquiries: 0, applications: 1, open: 0, spam: 0 });
    expect(await json('weeks')).toHaveLength(12);
  });

  test('copies the resumes of a position into a new folder, and later only new ones', async () => {
    const folder = join(harness.directory, 'new', 'candidates');
    const fields = { ...application, name: 'Grace Hopper', email: 'grace@example.org' };
    const other = { ...fields, jobid: 'JD-8' };
    await harness.send(applicationForm, multipart(other, { name: 'cv.pdf', bytes: pdf }));
    const [, { id: first }] = (await harness.store.list({ kind: 'application' })) as [Submission, Submission];
    expect(await inbox(['resumes', '--position', 'JD-7', '--to', 'new/candidates'])).toBe('1 resume copied.\n');
    const name = `Ada Lovelace ${first}.pdf`;
    expect(readdirSync(folder)).toEqual([name]);
    expect(readFileSync(join(folder, name))).toEqual(pdf);
    expect([statSync(folder).mode & 0o777, statSync(join(folder, name)).mode & 0o777]).toEqual([0o700, 0o600]);
    writeFileSync(join(folder, name), 'with remarks');
    harness.pass(60_000);
    await harness.send(
      applicationForm,
      multipart({ ...fields, phone: '+1 212 555 0101' }, { name: 'cv.pdf', bytes: pdf }),
    );
    const { id: second } = await applied();
    expect(await inbox(['resumes', '--position', 'JD-7', '--to', folder])).toBe('1 resume copied, 1 already there.\n');
    expect(readdirSync(folder)).toEqual([name, `Grace Hopper ${second}.pdf`]);
    expect(readFileSync(join(folder, name), 'utf8')).toBe('with remarks');

    await harness.store.markScanned(second, 'infected');
    expect(await inbox(['resumes', '--to', 'other'])).toBe('2 resumes copied, 1 left out.\n');
    expect(remarks).toEqual([`The resume of ${second} carries a virus; --force copies it.`]);
    expect(await inbox(['resumes', '--to', folder, '--force'])).toBe('1 resume copied, 2 replaced.\n');
    expect(readFileSync(join(folder, name))).toEqual(pdf);
    await expect(inbox(['resumes', '--to', join(folder, name)])).rejects.toThrow(
      `${join(folder, name)} is not a folder`,
    );
  });

  test('lists a page at a time', async () => {
    expect(await inbox(['--limit', '2'])).toMatch(/\n\n1 to 2 of 3 records; older: --page 2\n$/u);
    const second = await inbox(['--limit', '2', '--page', '2']);
    expect(rowsOf(second)).toHaveLength(2);
    expect(second).toMatch(/2026-03-01 09:00.*\n\n3 to 3 of 3 records\n$/u);
    await expect(inbox(['--limit', '2', '--page', '3'])).rejects.toThrow('There is no page 3; the last one is 2');
    expect(await json('--limit', '1', '--page', '2')).toMatchObject([{ kind: 'application' }]);
  });

  test('shows one record by a unique prefix of its id', async () => {
    const spam = await newest();
    const shown = await inbox(['show', spam.id.slice(0, 14).toUpperCase()]);
    expect(shown).toContain(spam.id);
    expect(shown).toMatch(/notification +hello@example\.com: held, 0 failures/u);
    expect(shown).toMatch(/spam_reason +trap/u);
    expect(shown).toMatch(/kept_until +2026-03-31T09:02:00\.000Z \(in 30 days\)/u);
    const { id } = await applied();
    const place = harness.files.pathOf(harness.list('resumes')[0] ?? '') ?? 'in the database';
    expect(await inbox(['show', id])).toMatch(new RegExp(`^resume_file +${place}$`, 'mu'));
    const [, path = ''] = /The resume is (\S+)\n$/u.exec(await inbox(['open', id])) ?? [];
    expect(readFileSync(path)).toEqual(pdf);
    // A stored file is opened in its place; one from a database stays for its viewer.
    if (path !== place) rmSync(dirname(path), { recursive: true });
    expect(await json('show', id)).toMatchObject({ ...application, email: 'Other@Example.org', resume_bytes: 29 });
    await expect(inbox(['show', '2026'])).rejects.toThrow(/^Several records begin with 2026: 20260301-/u);
    await expect(inbox(['show', 'nothing'])).rejects.toThrow('There is no record nothing');
    await expect(inbox(['show', '20260301-%'])).rejects.toThrow('There is no record');
  });

  test('exports every field as accepted', async () => {
    const records = JSON.parse(await inbox(['export']));
    expect(records).toHaveLength(3);
    expect(records[1]).toMatchObject({ ...application, email: 'Other@Example.org', status: 'received' });
    const csv = await inbox(['export', '--format', 'csv', '--kind', 'application']);
    expect(parse(csv, { columns: true })).toMatchObject([{ id: (await applied()).id, phone: "'+1 212 555 0100" }]);
    expect(await inbox(['export', '--format', 'csv', '--bom'])).toMatch(/^\u{feff}"id","kind",/u);
  });

  test('reports active content of a resume', async () => {
    harness.pass(60_000);
    const scripted = Buffer.from('%PDF-1.7\n1 0 obj\n<< /S /JavaScript /JS (x) >>\n');
    await harness.apply({}, { bytes: scripted });
    const { id } = await newest();
    expect(rowsOf(await inbox([]))[1]).toMatch(/ application +received, caution /u);
    expect(rowsOf(await inbox([], { width: 120 }))[1]).toContain('<yellow>received, caution</>');
    expect(await inbox(['show', id])).toMatch(/^caution +This resume carries JavaScript\.$/mu);
    expect(await json('show', id)).toMatchObject({ resume_cautions: ['pdf-javascript'] });
    expect(await json('export', '--kind', 'application')).toMatchObject([
      { id, resume_cautions: ['pdf-javascript'] },
      expect.not.objectContaining({ resume_cautions: expect.anything() }),
    ]);
    const csv = await inbox(['export', '--format', 'csv', '--kind', 'application']);
    expect(parse(csv, { columns: true })).toMatchObject([
      { resume_cautions: 'pdf-javascript' },
      { resume_cautions: '' },
    ]);
    remarks = [];
    await inbox(['resume', id, '--to', join(harness.directory, 'copy.pdf')]);
    expect(remarks).toEqual([`The resume of ${id} carries JavaScript.`]);
  });

  test('erases all data of an address in any case and reports it', async () => {
    expect(harness.list('mail')).toHaveLength(2);
    expect(await inbox(['erase', '--email', 'OTHER@example.ORG'])).toBe('Removed: 1 record, 1 resume, 1 mail.\n');
    expect(harness.list('resumes')).toEqual([]);
    expect(harness.list('mail')).toHaveLength(1);
    expect(await json('erase', '--email', 'other@example.org')).toEqual({
      records: 0,
      resumes: 0,
      mails: 0,
      mentions: 0,
      requests: [],
    });
    expect(await inbox(['erase', '--email', enquiry.email])).toBe('Removed: 2 records, 0 resumes, 2 mails.\n');
    expect(await inbox([])).toBe('There are no records.\n');
    expect(harness.list('mail')).toEqual([]);
    expect(await inbox(['erase', '--again'])).toBe('3 erasures again. Removed: 0 records, 0 resumes, 0 mails.\n');
    await harness.enquire({ email: 'eve@example.org', comment: `Ask ${enquiry.email}` });
    expect(await inbox(['erase', '--email', enquiry.email])).toContain('may also be in 1 other record: list --text');
    const comment = 'Ask ada@bücher.example, once ada@xn--bcher-kva.example';
    await harness.enquire({ email: 'eve@example.org', comment });
    const erased = await inbox(['erase', '--email', 'Ada@BÜCHER.example']);
    for (const spelling of ['ada@bücher.example', 'ada@xn--bcher-kva.example'])
      expect(erased).toContain(`may also be in 1 other record: list --text "${spelling}"`);
  });

  test('counts records and waiting mail', async () => {
    expect(await inbox(['status'])).not.toContain('Waiting longest');
    await giveUpMail();
    const { id, receivedAt } = (await harness.store.list({ status: 'received' }))[1] as Submission;
    expect(await json('status')).toMatchObject({
      records: { enquiry: { received: 1, spam: 1 }, application: { received: 1, spam: 0 } },
      mail: { notification: { queued: 0, dead: 2, held: 1, sent: 0 }, acknowledgement: { sent: 0 } },
      oldest_undelivered: { id, received_at: receivedAt },
      overdue: 0,
      free_bytes: expect.any(Number),
    });
    harness.pass(731 * 24 * 3_600_000);
    const status = await inbox(['status'], { width: 80 });
    expect(status).toMatch(/Enquiries +<\/>1, and 1 spam$/mu);
    expect(status).toMatch(/0 queued, <red>2 dead<\/>, 1 held, 0 sent$/mu);
    expect(status).toMatch(/20260301-\w{10}, received 24 months ago$/mu);
    expect(status).toMatch(/<red>2 records past the retention/u);
    expect(rowsOf(await inbox([]))[2]).toMatch(/dead +its mail is sent/u);
  });

  test('lists and counts a record of a form that only another release has', async () => {
    const { id } = await newest();
    const { db } = harness.database;
    await db
      .updateTable('submissions')
      .set({ kind: 'newsletter' as 'enquiry' })
      .where('id', '=', id)
      .execute();
    expect(rowsOf(await inbox([]))[1]).toMatch(
      /^20260301-\w+ +2026-03-01 09:02 +newsletter .* +Ada Lovelace +ada@example\.org$/u,
    );
    expect(await json('show', id)).toMatchObject({ kind: 'newsletter' });
    expect(await inbox(['status'])).toMatch(/^newsletter +0, and 1 spam$/mu);
  });

  test('copies the resumes of every form', async () => {
    const { db } = harness.database;
    const toOther = db.updateTable('submissions').set({ kind: 'talk' as 'application' });
    await toOther.where('kind', '=', 'application').execute();
    expect(await inbox(['resumes', '--to', 'all'])).toBe('1 resume copied.\n');
  });

  test('reports an implausible clock, and trusts it once an operator confirms it', async () => {
    await harness.housekeeping.run();
    expect(await inbox(['status'])).not.toMatch(/^Clock/mu);
    harness.pass(400 * 24 * 3_600_000);
    expect(await inbox(['status'])).toMatch(/^Clock +2027-04-05 09:02 UTC, days away from the last known time/mu);
    expect(await json('status')).toMatchObject({
      clock: { last_known: '2026-03-01T09:02:00.000Z', is_plausible: false },
    });
    expect(await inbox(['confirm-clock'])).toBe(
      'It is 2027-04-05 09:02 UTC: confirmed. The last known time was 2026-03-01 09:02 UTC. ' +
        'The running server erases by age again within five minutes.\n',
    );
    expect(await json('status')).toMatchObject({ clock: { is_plausible: true } });
    expect(await inbox(['status'])).not.toMatch(/^Clock/mu);
  });

  test('queues mail again that was given up, of one record or all', async () => {
    await giveUpMail();
    expect(await inbox(['retry', (await applied()).id])).toMatch(/^1 mail due now/u);
    await harness.submissions.deliver();
    expect(rowsOf(await inbox(['--kind', 'application']))[1]).toContain(' sent ');
    expect(await json('retry')).toEqual({ due: 1 });
  });

  test('releases spam, and the running server mails it', async () => {
    const { id } = await newest();
    expect(await inbox(['release', id])).toContain('is released');
    await harness.submissions.deliver();
    expect(harness.list('mail')).toHaveLength(3);
    expect(await json('release', id)).toEqual({ id, released: false });
  });
});

describe('a resume', () => {
  useRecords();

  test('is copied under its safe name into the current or a given folder', async () => {
    const { id } = await applied();
    const path = join(harness.directory, 'cv (1).pdf');
    expect(await inbox(['resume', id])).toBe(`${path}\n`);
    expect(readFileSync(path)).toEqual(pdf);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    mkdirSync(join(harness.directory, 'a folder'));
    expect(await json('resume', id, '--to', 'a folder')).toEqual({
      id,
      path: join(harness.directory, 'a folder', 'cv (1).pdf'),
      replaced: false,
    });
    expect(await inbox(['resume', id, '--to', join(harness.directory, 'ada.pdf')])).toContain('ada.pdf');
  });

  test('replaces a file only with --force, and reports it', async () => {
    const { id } = await applied();
    const path = join(harness.directory, 'mine.pdf');
    writeFileSync(path, 'mine');
    await expect(inbox(['resume', id, '--to', 'mine.pdf'])).rejects.toThrow(`${path} already exists`);
    expect(readFileSync(path, 'utf8')).toBe('mine');
    expect(await inbox(['resume', id, '--to', 'mine.pdf', '--force'])).toBe(`${path} (replaced)\n`);
    expect(readFileSync(path)).toEqual(pdf);
  });

  test('that is unavailable is refused by name', async () => {
    const { id } = await applied();
    await expect(inbox(['resume', (await newest()).id])).rejects.toThrow('came without a resume');
    await expect(inbox(['resume', id, '--to', 'nowhere/'])).rejects.toThrow('There is no folder for');
    await harness.store.markScanned(id, 'infected');
    await expect(inbox(['open', id])).rejects.toThrow('carries a virus');
    await expect(inbox(['resume', id])).rejects.toThrow('carries a virus');
    expect(await inbox(['resume', id, '--force'])).toContain('cv (1).pdf');
    for (const name of harness.list('resumes')) await harness.files.remove(name);
    await expect(inbox(['resume', id, '--force'])).rejects.toThrow('The resume is missing on this server');
  });

  /** A program that replaces the system's viewer and records its arguments. */
  function viewer(script: string): Record<string, string> {
    const programs = join(harness.directory, 'programs');
    mkdirSync(programs);
    for (const name of ['xdg-open', 'open']) {
      writeFileSync(join(programs, name), `#!/bin/sh\n${script}\n`);
      chmodSync(join(programs, name), 0o755);
    }
    return {
      PATH: `${programs}${delimiter}${process.env.PATH}`,
      DISPLAY: ':1',
      OUT: join(harness.directory, 'opened'),
    };
  }

  test('is opened in the machine’s viewer under our file name, without any part of the visitor’s', async () => {
    const { id, resume } = await applied();
    const path = harness.files.pathOf(resume?.file ?? '');
    const environment = viewer('printf "%s\\n" "$@" > "$OUT"');
    expect(await inbox(['open', id], { environment })).toBe(`Opened ${path}\n`);
    expect(readFileSync(join(harness.directory, 'opened'), 'utf8')).toBe(`${path}\n`);
  });

  test('has its path printed where there is no viewer, or it fails', async () => {
    const { id, resume } = await applied();
    const noViewer = `There is no viewer here. The resume is ${harness.files.pathOf(resume?.file ?? '')}\n`;
    for (const environment of [viewer('exit 3'), { PATH: harness.directory, DISPLAY: ':1' }])
      expect(await inbox(['open', id], { environment })).toBe(noViewer);
  });

  test.runIf(process.platform === 'linux')('has its path printed where there is no screen', async () => {
    const { DISPLAY: _, ...environment } = viewer('exit 0');
    expect(await inbox(['open', (await applied()).id], { environment })).toMatch(/^There is no viewer here/u);
  });
});

describe('while another process writes', () => {
  let writer: DatabaseSync;

  useRecords();
  beforeEach(() => {
    writer = new DatabaseSync(join(harness.directory, 'intake.sqlite'));
    writer.exec('BEGIN IMMEDIATE');
  });
  afterEach(() => writer.close());

  test('records are listed', async () => {
    expect(rowsOf(await inbox([]))).toHaveLength(4);
  });

  test('a command waits longer than the server does, then writes', async () => {
    const erasing = inbox(['erase', '--email', enquiry.email]);
    const isWaiting = await Promise.race([erasing.then(() => false), setTimeout(serverBusyMs + 500, true)]);
    writer.exec('COMMIT');
    expect(await erasing).toMatch(/^Removed: 2 records/u);
    expect(isWaiting).toBe(true);
  });
});

describe('on a terminal', () => {
  useRecords();

  test('50 records are listed, in colours and within its width', async () => {
    harness.pass(1000);
    for (let number = 0; number < 50; number += 1)
      await harness.enquire({ name: '山田 太郎', comment: 'A long story '.repeat(9) });
    const listed = await inbox([], { width: 100 });
    expect(listed).toMatch(/\n\n1 to 50 of 53 records; older: --page 2\n$/u);
    expect(listed).toContain('<bold>ID');
    const plain = listed.replace(/<\/?\w*>/gu, '');
    expect(rowsOf(plain)).toHaveLength(51);
    expect(Math.max(...rowsOf(plain).map((row) => [...row].length))).toBeLessThanOrEqual(100);
    expect(rowsOf(await inbox([]))).toHaveLength(54);
    expect(await json()).toHaveLength(53);
    expect(await inbox(['--page', '2'], { width: 100 })).toContain('<yellow>spam');
  });
});

describe('as a program', () => {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const node = process.execPath;

  useRecords();

  function run(program: string, parameters: readonly string[], environment: Record<string, string | undefined> = {}) {
    const { stdout, stderr, status } = spawnSync(program, parameters, {
      cwd: root,
      env: { ...process.env, DATA_DIR: harness.directory, INIT_CWD: harness.directory, ...environment },
      encoding: 'utf8',
    });
    return { stdout, stderr, status };
  }

  test('prints nothing but JSON', () => {
    const { stdout } = run('npm', ['run', '--silent', 'inbox', '--', 'export', '--format', 'json']);
    expect(JSON.parse(stdout)).toHaveLength(3);
  });

  test('does not say that a database is missing where this user may not look for it', () => {
    const directory = join(harness.directory, 'locked');
    chmodSync(harness.directory, 0o755);
    mkdirSync(directory, { mode: 0 });
    // Root, the user of tests in containers, may look everywhere.
    const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const env = { ...process.env, DATA_DIR: directory };
    const { stderr, status } = spawnSync(node, ['commands/inbox.ts'], { cwd: root, env, encoding: 'utf8', ...other });
    // So that a user other than root may delete it.
    chmodSync(directory, 0o700);
    expect({ stderr, status }).toEqual({
      stderr: `EACCES: permission denied, stat '${directory}/intake.sqlite'. Run the command as the user of the site, in folders that this user may write to\n`,
      status: 2,
    });
  });

  /** As `run`, without a process, which would take most of a second of processor time. */
  async function runHere(parameters: readonly string[], dataDirectory: string) {
    const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    let stdout = '';
    try {
      await runProgram({ script: 'inbox', usage: '' }, async () => {
        stdout = await inbox(parameters, { dataDirectory });
      });
      return { stdout, stderr: write.mock.calls.join(''), status: process.exitCode };
    } finally {
      write.mockRestore();
      process.exitCode = undefined;
    }
  }

  test('explains without a stack why a database cannot be used', async () => {
    const file = join(harness.directory, 'other');
    writeFileSync(file, 'no database'.repeat(100));
    const directory = join(harness.directory, 'wrong');
    const erase = ['erase', '--email', enquiry.email];
    const missing = (wrong: string) => ({
      stdout: '',
      stderr: `There is no database ${wrong}/intake.sqlite; set DATA_DIR to that of the site, which makes it at its first start\n`,
      status: 2,
    });
    expect(run(node, ['commands/inbox.ts', ...erase], { DATA_DIR: directory })).toEqual(missing(directory));
    for (const wrong of [file, directory, '/proc/wrong', `/tmp/${'a'.repeat(300)}`])
      expect(await runHere(erase, wrong)).toEqual(missing(wrong));
    // The command creates nothing, so that it fails again.
    expect(existsSync(directory)).toBe(false);
    mkdirSync(directory);
    writeFileSync(join(directory, 'intake.sqlite'), readFileSync(file));
    expect(await runHere([], directory)).toMatchObject({
      stderr: expect.stringMatching(/^The database cannot be used: file is not a database\. [^\n]+\n$/u),
      status: 2,
    });
    rmSync(join(directory, 'intake.sqlite'));
    const foreign = new DatabaseSync(join(directory, 'intake.sqlite'));
    foreign.exec('CREATE TABLE invoices (id)');
    foreign.close();
    const before = readFileSync(join(directory, 'intake.sqlite'));
    expect(await runHere([], directory)).toMatchObject({
      stderr: expect.stringMatching(/intake\.sqlite is a database of another program\. [^\n]+\n$/u),
      status: 2,
    });
    expect(readFileSync(join(directory, 'intake.sqlite'))).toEqual(before);
  });

  test('reports invalid arguments on standard error', () => {
    const wrong = run(node, ['commands/inbox.ts', 'explode']);
    expect(wrong).toMatchObject({ stdout: '', status: 2 });
    expect(wrong.stderr).toMatch(
      /^There is no command "explode"; the commands are list, [^.]+\. Usage: npm run inbox -- --help\n$/u,
    );
  });

  test('uses colours only on a terminal, unless the operator disables them', () => {
    // In CI, a terminal counts as one without colours.
    const usual = { TERM: 'xterm', NO_COLOR: undefined, FORCE_COLOR: undefined, CI: undefined };
    const onTerminal = (environment: Record<string, string> = {}) =>
      run('script', ['-qec', `'${node}' commands/inbox.ts`, '/dev/null'], { ...usual, ...environment }).stdout;
    expect(onTerminal()).toContain('\u001b[1mID');
    expect(onTerminal({ NO_COLOR: '1' })).not.toContain('\u001b');
    expect(run(node, ['commands/inbox.ts'], usual).stdout).not.toContain('\u001b');
  });

  test('exits quietly when its reader closes the pipe', async () => {
    const spam = await newest();
    // More than a pipe buffers.
    await harness.store.accept(
      { ...spam, id: '20260301-0000000000', fields: { comment: 'long '.repeat(100_000) } },
      [],
    );
    const { stdout, stderr } = run('sh', ['-c', `'${node}' commands/inbox.ts export | head -c 1`]);
    expect({ stdout, stderr }).toEqual({ stdout: '[', stderr: '' });
  });
});
