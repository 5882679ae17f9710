import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  application,
  applicationForm,
  contactForm,
  createTestIntake,
  enquiry,
  multipart,
  pdf,
  type TestIntake,
} from '../app/features/intake/intake.fixture.ts';

// The command as an operator runs it, beside a process that has the same data open.

let it: TestIntake;
beforeEach(async () => {
  it = createTestIntake();
  await it.send(contactForm, multipart({ ...enquiry, comment: '=HYPERLINK("https://evil.example")\u001b[2J' }), {
    'idempotency-key': 'a',
  });
  it.pass(60_000);
  await it.send(
    applicationForm,
    multipart({ ...application, email: 'Other@Example.org' }, { name: 'cv.pdf', bytes: pdf }),
  );
  it.pass(60_000);
  await it.send(contactForm, multipart({ ...enquiry, website: 'https://spam.example' }));
});
afterEach(() => it.close());

const root = fileURLToPath(new URL('..', import.meta.url));

function run(program: string, parameters: readonly string[]) {
  const { stdout, stderr, status } = spawnSync(program, parameters, {
    cwd: root,
    env: { ...process.env, DATA_DIR: it.directory },
    encoding: 'utf8',
  });
  return { stdout, stderr, status };
}

const inbox = (...parameters: string[]) => run(process.execPath, ['commands/inbox.ts', ...parameters]);

test('lists the newest first, and what is asked for', () => {
  const { stdout, status } = inbox();
  expect(status).toBe(0);
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^ID +RECEIVED \(UTC\) +KIND +STATUS +MAIL +NAME +E-MAIL +ABOUT$/u);
  expect(lines.slice(1).map((line) => line.split(/ {2,}/u)[2])).toEqual(['enquiry', 'application', 'enquiry']);
  // A terminal would have obeyed it.
  expect(stdout).not.toContain('\u001b');
  expect(inbox('list', '--kind', 'application').stdout.trimEnd().split('\n')).toHaveLength(2);
  expect(inbox('--status', 'spam').stdout.trimEnd().split('\n')).toHaveLength(2);
  expect(inbox('--text', 'BRIDGE').stdout.trimEnd().split('\n')).toHaveLength(2);
});

test('exports nothing but JSON or CSV', () => {
  const records = JSON.parse(run('npm', ['run', '--silent', 'inbox', '--', 'export', '--format', 'json']).stdout);
  expect(records).toHaveLength(3);
  expect(records[1]).toMatchObject({
    ...application,
    email: 'Other@Example.org',
    kind: 'application',
    status: 'received',
    resume: 'cv.pdf',
  });
  const { stdout } = inbox('export', '--format', 'csv');
  expect(stdout.split('\r\n')[0]).toMatch(/^id,kind,status,received_at,/u);
  expect(stdout).toContain(`"'=HYPERLINK(""https://evil.example"")`);
  expect(stdout).toContain(",'+1 212 555 0100,");
});

test('shows one record, by as much of its id as is needed', async () => {
  const [spam] = await it.store.list({ status: 'spam' });
  const { stdout } = inbox('show', spam?.id.slice(0, 14) ?? '');
  expect(stdout).toContain(spam?.id);
  expect(stdout).toMatch(/notification +hello@example\.com: held, 0 failures/u);
  expect(stdout).toMatch(/spam_reason +trap/u);
  expect(inbox('show', '2026').stderr).toContain('3 records begin with 2026');
  expect(inbox('show', 'nothing').status).toBe(2);
});

test('erases everything of an address, in any case, and says what', async () => {
  await it.intake.deliver();
  expect(it.list('mail')).toHaveLength(2);
  expect(inbox('erase', '--email', 'OTHER@example.ORG').stdout).toBe('Removed: 1 record, 1 resume, 1 mail.\n');
  expect(it.list('resumes')).toEqual([]);
  expect(it.list('mail')).toHaveLength(1);
  expect(inbox('erase', '--email', 'other@example.org').stdout).toBe('Removed: 0 records, 0 resumes, 0 mails.\n');
  expect(inbox('erase', '--email', enquiry.email).stdout).toBe('Removed: 2 records, 0 resumes, 2 mails.\n');
  expect(inbox('list').stdout).toBe('Nothing has come in.\n');
  expect(it.list('mail')).toEqual([]);
});

test("shows which mail is whose, and erases the visitor's as well", async () => {
  await it.close();
  it = createTestIntake({ acknowledge: true });
  await it.send(contactForm, multipart(enquiry));
  await it.intake.deliver();
  const [record] = await it.store.list();
  const { stdout } = inbox('show', record?.id ?? '');
  expect(stdout).toMatch(/notification +hello@example\.com: sent/u);
  expect(stdout).toMatch(/acknowledgement +ada@example\.org: sent/u);
  expect(it.list('mail')).toHaveLength(2);
  expect(inbox('erase', '--email', enquiry.email).stdout).toBe('Removed: 1 record, 0 resumes, 2 mails.\n');
  expect(it.list('mail')).toEqual([]);
});

test('releases spam, and the running server mails it', async () => {
  const [spam] = await it.store.list({ status: 'spam' });
  await it.intake.deliver();
  expect(inbox('release', spam?.id ?? '').stdout).toContain('is released');
  // The command's clock is the machine's own and ahead of the test's.
  it.pass(Date.now() - it.clock.now().getTime() + 60_000);
  await it.intake.deliver();
  expect(it.list('mail')).toHaveLength(3);
  expect(inbox('release', spam?.id ?? '').stdout).toContain('is not spam');
  expect(inbox('retry').stdout).toMatch(/^0 mails due now/u);
});

test('says what it takes when it is asked for something else', () => {
  for (const parameters of [
    ['explode'],
    ['erase'],
    ['show'],
    ['export', '--format', 'xml'],
    ['--kind', 'x'],
    ['list', 'a', 'b'],
    ['--what'],
  ]) {
    const { stdout, stderr, status } = inbox(...parameters);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('Usage');
  }
});
