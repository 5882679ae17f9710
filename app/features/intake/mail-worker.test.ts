import { readFileSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSmtpMailer } from '../../platform/mail/smtp.ts';
import {
  type Behaviour,
  freePort,
  startMailServer,
  type TestMailServer,
} from '../../platform/mail/smtp-server.fixture.ts';
import {
  application,
  applicationForm,
  contactForm,
  createTestIntake,
  enquiry,
  multipart,
  pdf,
  type TestIntake,
} from './intake.fixture.ts';
import { giveUpMs } from './outbox-schedule.ts';

let server: TestMailServer;
let it: TestIntake;

beforeEach(async () => {
  server = await startMailServer();
  it = createTestIntake({ mailer: createSmtpMailer(server.url) });
});
afterEach(async () => {
  await it.close();
  await server.close();
});

const apply = (name = 'cv.pdf') => it.send(applicationForm, multipart(application, { name, bytes: pdf }));
const mailStates = async () => {
  const ids = (await it.store.list()).map(({ id }) => id);
  return [...(await it.store.mailOf(ids)).values()].flat();
};

describe('a mail', () => {
  test('of an enquiry goes to its recipient, and its answer to the visitor', async () => {
    await it.send(contactForm, multipart(enquiry));
    await it.intake.deliver();
    const [record] = await it.store.list();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'hello@example.com', to: ['hello@example.com'] });
    expect(mail?.headers).toContain(`Subject: Enquiry ${record?.id}`);
    expect(mail?.headers).toContain('Reply-To: Ada Lovelace <ada@example.org>');
    expect(mail?.headers.find((line) => line.startsWith('Message-ID: '))).toMatch(
      /^Message-ID: <[\w-]+@www\.example\.com>$/u,
    );
    // The text comes first: a program shows the last form that it knows (RFC 2046, 5.1.4).
    expect(mail?.headers.join()).toContain('Content-Type: multipart/alternative;');
    expect(mail?.raw).toMatch(
      /Content-Type: text\/plain[\s\S]*Hello there[\s\S]*Content-Type: text\/html[\s\S]*Hello there/u,
    );
    expect(await mailStates()).toMatchObject([{ status: 'sent', attempts: 0 }]);
  });

  test('of an application carries the file under a name of ours', async () => {
    await apply('"><script>\r\nBcc: x@example.com.pdf');
    await it.intake.deliver();
    const [record] = await it.store.list();
    const [mail] = server.received;
    expect(mail?.to).toEqual(['careers@example.com']);
    expect(mail?.raw).toContain(`filename=resume-${record?.id}.pdf`);
    expect(mail?.raw).toContain(pdf.toString('base64'));
    expect(mail?.headers.join('\n')).not.toMatch(/script|bcc/iu);
  });

  test('whose file is missing says so, and the log is loud', async () => {
    await apply();
    for (const name of it.list('resumes')) await it.files.remove(name);
    await it.intake.deliver();
    expect(server.received[0]?.raw).toContain('the file is missing on the server');
    expect(it.lines.join('')).toContain('the resume of a record is missing');
  });
});

describe('what a visitor types', () => {
  const separators = [
    '\r\n',
    '\n',
    '\r',
    '\0',
    '\u2028',
    '\u0085',
    '%0d%0a',
    '\\r\\n',
    '=?utf-8?q?=0D=0A?=',
    ',',
    ';',
    '<',
    '>',
    '"',
    ':',
    '\t',
    ' ',
  ];
  const injections = ['Bcc: evil@example.com', 'To: evil@example.com', 'evil@example.com', '<evil@example.com>'];
  const matrix = separators.flatMap((separator) => injections.map((injection) => `x${separator}${injection}`));

  test('adds no header and no recipient, in any field', async () => {
    for (const field of ['name', 'company', 'email', 'phone', 'comment'] as const) {
      for (const text of matrix) {
        const value = field === 'email' ? `ada@example.org${text.slice(1)}` : `Ada ${text}`;
        await it.send(contactForm, new URLSearchParams({ ...enquiry, [field]: value }));
      }
    }
    for (const text of matrix) {
      await it.send(
        applicationForm,
        multipart({ ...application, jobid: text, jobrole: text }, { name: `${text}.pdf`, bytes: pdf }),
      );
    }
    await it.intake.deliver();
    // Those whose field takes any text were kept, so there is something to look at.
    expect(server.received.length).toBeGreaterThan(matrix.length);
    const names = [
      'From',
      'To',
      'Reply-To',
      'Subject',
      'Message-ID',
      'Date',
      'MIME-Version',
      'Content-Type',
      'Content-Transfer-Encoding',
    ];
    for (const { to, headers } of server.received) {
      expect(['hello@example.com', 'careers@example.com']).toContain(to.join());
      for (const line of headers) {
        expect(names).toContain(line.slice(0, line.indexOf(':')));
        if (!line.startsWith('Reply-To')) expect(line).not.toMatch(/evil|bcc:/iu);
      }
      expect(headers.filter((line) => line.startsWith('Reply-To: '))).toEqual([
        expect.stringMatching(/^Reply-To: .*<?ada@example\.org>?$/u),
      ]);
    }
  });

  test('with letters of any script reaches Reply-To and body unharmed', async () => {
    await it.send(
      contactForm,
      multipart({ ...enquiry, name: 'Zoë Øståd 李', email: 'zoë@bücher.example', comment: 'Grüße, 你好 🌉' }),
    );
    await it.intake.deliver();
    const [mail] = server.received;
    expect(await mailStates()).toMatchObject([{ status: 'sent' }]);
    const replyTo = mail?.headers.find((line) => line.startsWith('Reply-To'));
    expect(replyTo).toMatch(/^Reply-To: =\?UTF-8\?[QB]\?/u);
    expect(replyTo).toMatch(/@xn--bcher-kva\.example>$|@bücher\.example>$/u);
  });
});

describe('a mail server', () => {
  test.each<[Behaviour, string]>([
    ['refuse-for-now', 'EENVELOPE 451'],
    ['refuse-for-good', 'EENVELOPE 550'],
    ['drop-after-data', 'ECONNECTION'],
  ])('that says "%s" is asked again until it takes the mail', async (behaviour, reason) => {
    server.behave(behaviour);
    await it.send(contactForm, multipart(enquiry));
    await it.intake.deliver();
    const [failed] = await mailStates();
    expect(failed).toMatchObject({ status: 'queued', attempts: 1 });
    expect(failed?.lastError).toContain(reason.split(' ')[0]);
    server.behave('take');
    await it.intake.deliver();
    expect((await mailStates())[0]).toMatchObject({ status: 'queued', attempts: 1 });
    it.pass(10_000);
    await it.intake.deliver();
    expect((await mailStates())[0]).toMatchObject({ status: 'sent', lastError: null });
    const ids = new Set(server.received.map(({ headers }) => headers.find((line) => line.startsWith('Message-ID'))));
    expect(ids.size).toBe(1);
    expect(it.lines.join('')).not.toContain('@example');
  });

  test('that is not there is asked again, for five days; then the log is loud, and retry brings it back', async () => {
    await it.close();
    it = createTestIntake({ mailer: createSmtpMailer(`smtp://127.0.0.1:${await freePort()}`) });
    await it.send(contactForm, multipart(enquiry));
    await it.intake.deliver();
    it.pass(giveUpMs);
    await it.intake.deliver();
    expect(await mailStates()).toMatchObject([{ status: 'dead', attempts: 2 }]);
    expect(it.lines.filter((line) => line.includes('"level":"error"')).join('')).toContain('a mail was given up');
    expect(await it.store.retryMail()).toBe(1);
    expect(await mailStates()).toMatchObject([{ status: 'queued' }]);
  });

  test('that stalls holds neither submissions nor the end of the process', async () => {
    server.behave('stall');
    await it.send(contactForm, multipart(enquiry));
    await expect.poll(() => server.received.length).toBe(1);
    expect(await apply()).toMatchObject({ status: 200 });
    const started = performance.now();
    await it.close();
    expect(performance.now() - started).toBeLessThan(3500);
  });
});

test('without a mail server each mail is one file, however often it is written', async () => {
  const local = createTestIntake();
  await local.send(contactForm, multipart(enquiry));
  await local.intake.deliver();
  const [name = ''] = local.list('mail');
  expect(name).toMatch(/^[\w-]+\.eml$/u);
  const raw = readFileSync(join(local.directory, 'mail', name), 'utf8');
  expect(raw).toContain('To: hello@example.com\r\n');
  expect(raw).toContain('Reply-To: Ada Lovelace <ada@example.org>\r\n');
  unlinkSync(join(local.directory, 'mail', name));
  await local.close();
});
