import { once } from 'node:events';
import { readFileSync, renameSync, unlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dataNames } from '../../../platform/files/data-directory.ts';
import { freePort } from '../../../platform/http/free-port.fixture.ts';
import { createSmtpMailer } from '../../../platform/mail/smtp.ts';
import {
  type Behaviour,
  type ReceivedMail,
  startMailServer,
  type TestMailServer,
} from '../../../platform/mail/smtp-server.fixture.ts';
import { dayMs } from '../../../shared/iso-time.ts';
import {
  application,
  contactForm,
  createTestSubmissions,
  enquiry,
  pdf,
  type TestSubmissions,
} from '../submissions.fixture.ts';
import { acknowledgementGiveUpMs, giveUpMs } from './outbox-schedule.ts';

let server: TestMailServer;
let harness: TestSubmissions;

beforeEach(async () => {
  server = await startMailServer();
  harness = createTestSubmissions({ mailer: createSmtpMailer(server.url) });
});
afterEach(async () => {
  await harness.close();
  await server.close();
});

/** Puts other submissions in the place of those that each test has. */
async function replaceHarness(...options: Parameters<typeof createTestSubmissions>) {
  await harness.close();
  harness = createTestSubmissions(...options);
}

/** Submissions that also mail an acknowledgement to the visitor. */
const acknowledging = () => replaceHarness({ mailer: createSmtpMailer(server.url), acknowledge: true });

const mailTo = (address: string) => server.received.find(({ to }) => to.join() === address);
/** Returns a mail without the line breaks that quoted-printable adds (RFC 2045, 6.7). */
const unfolded = (mail: ReceivedMail | undefined) => mail?.raw.replaceAll('=\r\n', '') ?? '';
const logged = (level: string) => harness.lines.filter((line) => line.includes(`"level":"${level}"`)).join('');
const mailStates = async () => {
  const ids = (await harness.store.list()).map(({ id }) => id);
  return [...(await harness.store.mailOf(ids)).values()].flat();
};

describe('a mail', () => {
  test('of an enquiry is sent to its recipient, and its replies to the visitor', async () => {
    await harness.enquire();
    await harness.submissions.deliver();
    const [record] = await harness.store.list();
    expect(server.received).toHaveLength(1);
    const [mail] = server.received;
    expect(mail).toMatchObject({ from: 'hello@example.com', to: ['hello@example.com'] });
    expect(mail?.headers).toContain('Subject: Inquiry: Ada Lovelace');
    expect(mail && unfolded(mail)).toContain(record?.id);
    expect(mail?.headers).toContain('Reply-To: Ada Lovelace <ada@example.org>');
    expect(mail?.headers.find((line) => line.startsWith('Message-ID: '))).toMatch(
      /^Message-ID: <[\w-]+@www\.example\.com>$/u,
    );
    // The text part comes first: a program shows the last part that it supports (RFC 2046, 5.1.4).
    expect(mail?.headers.join()).toContain('Content-Type: multipart/alternative;');
    expect(mail?.raw).toMatch(
      /Content-Type: text\/plain[\s\S]*Hello there[\s\S]*Content-Type: text\/html[\s\S]*Hello there/u,
    );
    expect(await mailStates()).toMatchObject([{ status: 'sent', attempts: 0 }]);
  });

  test('that a server has refused is repeated without a mailbox of another script in its header', async () => {
    server.behave('refuse-for-now');
    await harness.enquire({ email: '用户@例子.中国', name: 'Ada Lovelace' });
    await harness.submissions.deliver();
    server.behave('take');
    harness.pass(10_000);
    await harness.submissions.deliver();
    const [mail] = server.received;
    // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII
    expect(mail?.headers.join('\n')).toMatch(/^[\x00-\x7f]*$/u);
    expect(mail?.headers).toContain('Reply-To: Spanwright website <hello@example.com>');
    expect(mail?.raw).toContain('To reply, write to the address above');
  });

  test('is dated when it is queued: on receipt, or on release from spam; the same at each attempt', async () => {
    const date = () => server.received.at(-1)?.headers.find((line) => line.startsWith('Date: '));
    await harness.enquire();
    await harness.submissions.deliver();
    expect(date()).toBe('Date: Sun, 01 Mar 2026 09:00:00 +0000');
    await harness.enquire({ website: 'https://spam.example' });
    harness.pass(24 * dayMs);
    const [spam] = await harness.store.list({ status: 'spam' });
    await harness.store.release(spam?.id ?? '');
    server.behave('refuse-for-now');
    await harness.submissions.deliver();
    server.behave('take');
    harness.pass(10_000);
    await harness.submissions.deliver();
    expect(server.received).toHaveLength(2);
    expect(date()).toBe('Date: Wed, 25 Mar 2026 09:00:00 +0000');
  });

  test('whose mailbox was a mistake in the settings goes to the corrected one', async () => {
    server.behave('refuse-for-good');
    await harness.enquire();
    await harness.submissions.deliver();
    expect(await mailStates()).toMatchObject([{ status: 'queued', recipient: 'hello@example.com' }]);
    server.behave('take');
    const corrected = createTestSubmissions({
      mailer: createSmtpMailer(server.url),
      dataDirectory: harness.directory,
      recipientOf: () => 'sales@example.com',
    });
    corrected.pass(10_000);
    await corrected.submissions.deliver();
    await corrected.close();
    expect(server.received.map(({ to }) => to)).toEqual([['sales@example.com']]);
    expect(await mailStates()).toMatchObject([{ status: 'sent', recipient: 'sales@example.com' }]);
  });

  test('that is being leased from the outbox is delivered when submissions stop', async () => {
    await replaceHarness();
    await harness.enquire();
    await harness.submissions.stop();
    expect(harness.list('mail')).toHaveLength(1);
  });

  test('that a slow server is accepting when submissions stop is not sent again: the stop waits', async () => {
    await replaceHarness({ mailer: { send: () => pause(2500), close: async () => {} } });
    await harness.enquire();
    await harness.submissions.stop();
    expect(logged('info')).toContain('mail sent');
  });

  test('that was sent while the database is gone for a moment is not sent again', async () => {
    let sent = 0;
    const send = async () => {
      sent += 1;
      const file = join(harness.directory, dataNames.database);
      renameSync(file, `${file}.moved`);
      setTimeout(() => renameSync(`${file}.moved`, file), 100);
    };
    await replaceHarness({ mailer: { send, close: async () => {} } });
    await harness.enquire();
    await harness.submissions.deliver();
    expect(sent).toBe(1);
    expect(await mailStates()).toMatchObject([{ status: 'sent' }]);
  });

  test('of an application has the file attached under our own name', async () => {
    await harness.apply({}, { name: '"><script>\r\nBcc: x@example.com.pdf' });
    await harness.submissions.deliver();
    const [record] = await harness.store.list();
    const [mail] = server.received;
    expect(mail?.to).toEqual(['careers@example.com']);
    expect(mail?.raw).toContain(`filename=resume-${record?.id}.pdf`);
    expect(mail?.raw).toContain(pdf.toString('base64'));
    expect(mail?.headers.join('\n')).not.toMatch(/script|bcc/iu);
  });

  test('that a server has refused for its attachment is repeated without it, and names the reason', async () => {
    server.behave('refuse-attachments');
    await harness.apply();
    await harness.submissions.deliver();
    expect(await mailStates()).toMatchObject([{ status: 'queued', lastError: 'EMESSAGE 552 DATA' }]);
    harness.pass(10_000);
    await harness.submissions.deliver();
    const [record] = await harness.store.list();
    const text = unfolded(server.received[0]);
    expect(text).toContain(
      `The mail server refused the mail with it. It is on the server: npm run inbox -- resume ${record?.id}`,
    );
    expect(text).not.toContain('attachment');
  });

  test('names a missing file, and an error is logged', async () => {
    await harness.apply();
    for (const name of harness.list('resumes')) await harness.files.remove(name);
    await harness.submissions.deliver();
    expect(server.received[0]?.raw).toContain('the file is missing on the server');
    expect(harness.lines.join('')).toContain('the resume of a record is missing');
  });
});

describe('an acknowledgement', () => {
  beforeEach(acknowledging);

  test('acknowledges the form to the visitor, from the company', async () => {
    await harness.enquire();
    await harness.submissions.deliver();
    const [record] = await harness.store.list();
    expect(server.received).toHaveLength(2);
    const mail = mailTo(enquiry.email);
    expect(mail?.from).toBe('hello@example.com');
    for (const line of [
      `Subject: Your message, ${record?.id}`,
      'From: Spanwright <hello@example.com>',
      'To: ada@example.org',
      'Reply-To: Spanwright <hello@example.com>',
      'Date: Sun, 01 Mar 2026 09:00:00 +0000',
      'Auto-Submitted: auto-replied',
      'X-Auto-Response-Suppress: All',
    ]) {
      expect(mail?.headers).toContain(line);
    }
    expect(mail?.headers.join()).toContain('Content-Type: multipart/alternative;');
    const reference = `Thank you for writing. Your reference is ${record?.id}.`;
    expect(mail && unfolded(mail).split(reference).length).toBeGreaterThan(2);
    const ids = server.received.map(({ headers }) => headers.find((line) => line.startsWith('Message-ID: ')));
    expect(new Set(ids).size).toBe(2);
    // The notification is not an automatic reply: the company's reply goes to the visitor.
    expect(mailTo('hello@example.com')?.headers.join()).not.toMatch(/auto/iu);
  });

  test('of an application is answered by the careers mailbox and has no attachment', async () => {
    await harness.apply();
    await harness.submissions.deliver();
    const mail = mailTo(application.email);
    expect(mail?.headers).toContain('Reply-To: Spanwright <careers@example.com>');
    expect(mail?.raw).toContain('Thank you for applying.');
    expect(mail?.raw).not.toMatch(/attachment|JVBERi/u);
  });

  test('repeats no input of the visitor', async () => {
    const typed = {
      name: 'Typedname',
      company: 'Typedcompany',
      phone: '+1 212 555 0199',
      comment: 'Typedcomment',
      message: 'Typedmessage',
      jobid: 'Typedid',
      jobrole: 'Typedrole',
    };
    await harness.enquire({ ...typed, email: 'one@example.org' });
    await harness.apply({ ...typed, email: 'two@example.org' }, { name: 'Typedfile.pdf' });
    await harness.submissions.deliver();
    for (const visitor of ['one@example.org', 'two@example.org']) {
      const text = unfolded(mailTo(visitor));
      expect(text).toContain('Your reference is');
      expect(text).not.toMatch(/typed|555.?0199/iu);
      // The address appears only in the recipient's header.
      expect(text.split(visitor)).toHaveLength(2);
    }
  });

  test('is given up after a day, or when acknowledgements are switched off, without an error in the log', async () => {
    server.behave('refuse-for-now');
    await harness.enquire();
    await harness.submissions.deliver();
    harness.pass(acknowledgementGiveUpMs);
    server.behave('take');
    await harness.submissions.deliver();
    expect(await mailStates()).toMatchObject([
      { kind: 'notification', status: 'sent' },
      { kind: 'acknowledgement', status: 'dead', lastError: 'too late' },
    ]);
    expect(server.received.map(({ to }) => to)).toEqual([['hello@example.com']]);
    expect(logged('warn')).toContain('a message (acknowledgement) is no longer sent');
    expect(logged('error')).toBe('');

    server.behave('refuse-for-now');
    await harness.enquire();
    await harness.submissions.deliver();
    server.behave('take');
    const silent = createTestSubmissions({ mailer: createSmtpMailer(server.url), dataDirectory: harness.directory });
    silent.pass(acknowledgementGiveUpMs + 10_000);
    await silent.submissions.deliver();
    await silent.close();
    expect((await mailStates()).map(({ lastError }) => lastError)).toContain('acknowledgements are switched off');
    expect(server.received.map(({ to }) => to)).toEqual([['hello@example.com'], ['hello@example.com']]);
  });

  test('is not sent when acknowledgements are switched off', async () => {
    await replaceHarness({ mailer: createSmtpMailer(server.url), acknowledge: false });
    await harness.enquire();
    expect(await mailStates()).toMatchObject([{ kind: 'notification' }]);
  });
});

describe('input of a visitor', () => {
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
  const injected = separators.flatMap((separator) => injections.map((injection) => `${separator}${injection}`));

  /** Headers of our mails, each once. */
  const headerNames = [
    'From',
    'To',
    'Reply-To',
    'Subject',
    'Message-ID',
    'Date',
    'MIME-Version',
    'Content-Type',
    'Auto-Submitted',
    'X-Auto-Response-Suppress',
  ];

  test.each<readonly [form: string, filled: readonly string[]]>([
    ...['name', 'company', 'email', 'phone', 'comment'].map((field) => ['the contact form', [field]] as const),
    ...['name', 'email', 'phone'].map((field) => ['the application form', [field]] as const),
    // Together, because each accepts any text, or any text on one line.
    ['the application form', ['jobid', 'jobrole', 'message', 'resume']],
  ])('in %s, field %s, adds no header and no recipient to any mail', async (form, filled) => {
    await acknowledging();
    let visitors = 0;
    const send = async (change: (address: string) => string | undefined) => {
      visitors += 1;
      // A different mailbox each time: otherwise only the first submission would be acknowledged.
      const email = `visitor${visitors}@example.org`;
      const changed = change(email);
      const texts = changed === undefined ? [] : filled.filter((field) => field !== 'resume');
      const fields = { email, ...Object.fromEntries(texts.map((field) => [field, changed])) };
      const name = changed !== undefined && filled.includes('resume') ? `${changed}.pdf` : 'cv.pdf';
      const { status } = await (form === 'the contact form'
        ? harness.send(contactForm, new URLSearchParams({ ...enquiry, ...fields }))
        : harness.apply(fields, { name }));
      expect([200, 422]).toContain(status);
      return status;
    };
    expect(await send(() => undefined)).toBe(200);
    for (const text of injected) {
      if (filled.includes('email')) {
        await send((address) => `${address}${text}`);
        await send((address) => `${text}${address}`);
      } else await send(() => `Ada${text}`);
    }
    await harness.submissions.deliver();

    const records = await harness.store.list();
    if (filled.includes('comment') || filled.includes('message')) {
      expect(records.length).toBeGreaterThan(injected.length / 2);
    }
    expect(server.received).toHaveLength(records.length * 2);
    const addresses = records.map(({ fields }) => fields.email ?? '');
    const company = form === 'the contact form' ? 'hello@example.com' : 'careers@example.com';
    expect(server.received.flatMap(({ to }) => to).sort()).toEqual(
      [...addresses, ...records.map(() => company)].sort(),
    );
    for (const { to, headers } of server.received) {
      expect(to).toHaveLength(1);
      const names = headers.map((line) => line.slice(0, line.indexOf(':')));
      expect(new Set(names).size).toBe(names.length);
      expect(headerNames).toEqual(expect.arrayContaining(names));
      const value = (name: string) => headers.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2);
      expect(value('To')).toBe(to[0]);
      expect(value('Subject')).toMatch(
        to[0] === company
          ? /^(?:Inquiry: |Application: |=\?UTF-8\?[QB]\?)[\x20-\x7e]+$/u
          : /^Your (?:message|application), [\w-]+$/u,
      );
      if (to[0] === company) expect(addresses).toContain(value('Reply-To')?.replace(/^Ada Lovelace <(.+)>$/u, '$1'));
      else expect(value('Reply-To')).toBe(`Spanwright <${company}>`);
    }
  });

  test('in letters of any script reaches Reply-To and body unchanged', async () => {
    await harness.enquire({ name: 'Zoë Øståd 李', email: 'zoë@bücher.example', comment: 'Grüße, 你好 🌉' });
    await harness.submissions.deliver();
    const [mail] = server.received;
    expect(await mailStates()).toMatchObject([{ status: 'sent' }]);
    const replyTo = mail?.headers.find((line) => line.startsWith('Reply-To'));
    expect(replyTo).toMatch(/^Reply-To: =\?UTF-8\?[QB]\?/u);
    expect(replyTo).toMatch(/@xn--bcher-kva\.example>$|@bücher\.example>$/u);
  });
});

describe('a mail server', () => {
  beforeEach(acknowledging);

  test.each<[Behaviour, RegExp]>([
    ['refuse-for-now', /^EENVELOPE 451/u],
    ['drop-after-data', /^(?:ECONNECTION|ESOCKET)/u],
  ])('that responds with "%s" is retried until it accepts the mail', async (behaviour, reason) => {
    server.behave(behaviour);
    await harness.enquire();
    await harness.submissions.deliver();
    const failed = await mailStates();
    expect(failed).toMatchObject([
      { kind: 'notification', status: 'queued', attempts: 1 },
      { kind: 'acknowledgement', status: 'queued', attempts: 1 },
    ]);
    for (const { lastError } of failed) expect(lastError).toMatch(reason);
    server.behave('take');
    await harness.submissions.deliver();
    expect(await mailStates()).toEqual(failed);
    harness.pass(10_000);
    await harness.submissions.deliver();
    expect(await mailStates()).toMatchObject([
      { status: 'sent', lastError: null },
      { status: 'sent', lastError: null },
    ]);
    // A mailbox recognises the repeated mail; it arrives twice only where the server's response was lost.
    for (const address of ['hello@example.com', enquiry.email]) {
      const came = server.received.filter(({ to }) => to.join() === address);
      expect(new Set(came.map(({ headers }) => headers.find((line) => line.startsWith('Message-ID')))).size).toBe(1);
      expect(came.length).toBeLessThanOrEqual(behaviour === 'drop-after-data' ? 2 : 1);
    }
    expect(harness.lines.join('')).not.toContain('@example');
  });

  test('that refuses every recipient permanently is retried for the notification, not for the acknowledgement', async () => {
    server.behave('refuse-for-good');
    await harness.enquire();
    await harness.submissions.deliver();
    const lastError = 'EENVELOPE 550 RCPT TO';
    const refused = { kind: 'acknowledgement', status: 'dead', lastError };
    expect(await mailStates()).toMatchObject([{ kind: 'notification', status: 'queued', lastError }, refused]);
    expect(logged('warn')).toContain('an acknowledgement was given up');
    expect(logged('error')).toBe('');
    server.behave('take');
    harness.pass(10_000);
    await harness.submissions.deliver();
    expect(await mailStates()).toMatchObject([{ status: 'sent' }, refused]);
    expect(harness.lines.join('')).not.toContain('@example');
  });

  test('that is unreachable is retried for five days; then an error is logged, and retry queues the mail again', async () => {
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${await freePort()}`);
    await replaceHarness({ mailer, acknowledge: true });
    await harness.enquire();
    await harness.submissions.deliver();
    harness.pass(giveUpMs);
    await harness.submissions.deliver();
    const dead = { kind: 'acknowledgement', status: 'dead', attempts: 1 };
    expect(await mailStates()).toMatchObject([
      { status: 'dead', attempts: 2, lastError: expect.stringMatching(/^ESOCKET CONN: connect ECONNREFUSED 127/u) },
      dead,
    ]);
    expect(logged('error').match(/a mail was given up/gu)).toHaveLength(1);
    expect(await harness.store.retryMail()).toBe(1);
    expect(await mailStates()).toMatchObject([{ kind: 'notification', status: 'queued' }, dead]);
  });

  test('that refuses mail makes it wait since it was queued: on receipt, release or retry', async () => {
    await replaceHarness({ mailer: createSmtpMailer(server.url) });
    const waits = async () => {
      const state = await harness.submissions.outboxState();
      return state.map(({ status, oldestMs }) => `${status} for ${oldestMs / dayMs} days`);
    };
    server.behave('refuse-for-now');
    await harness.enquire({ website: 'https://spam.example' });
    harness.pass(10 * dayMs);
    await harness.store.release((await harness.store.list())[0]?.id ?? '');
    expect(await waits()).toEqual(['queued for 0 days']);
    harness.pass(2 * dayMs);
    expect(await waits()).toEqual(['queued for 2 days']);
    harness.pass(giveUpMs);
    await harness.submissions.deliver();
    expect(await waits()).toEqual(['dead for 7 days']);
    await harness.store.retryMail();
    expect(await waits()).toEqual(['queued for 0 days']);
  });

  test('with an invalid certificate gets nothing, and the reason is named', async () => {
    const certificate = /ESOCKET CONN: (?:self-signed certificate|certificate has expired)/u;
    await using insecure = { ...(await startMailServer({ tls: true })), [Symbol.asyncDispose]: () => insecure.close() };
    await replaceHarness({ mailer: createSmtpMailer(insecure.url) });
    await harness.enquire();
    await harness.submissions.deliver();
    expect(insecure.received).toEqual([]);
    expect(await mailStates()).toMatchObject([{ lastError: expect.stringMatching(certificate) }]);
    expect(logged('warn')).toMatch(certificate);
  });

  test('that responds with something else than SMTP is not quoted', async () => {
    const other = createServer((socket) => socket.end(`Hello ${enquiry.email}\r\n`));
    await once(other.listen(0, '127.0.0.1'), 'listening');
    await replaceHarness({ mailer: createSmtpMailer(`smtp://127.0.0.1:${(other.address() as AddressInfo).port}`) });
    await harness.enquire();
    await harness.submissions.deliver();
    other.close();
    expect(await mailStates()).toMatchObject([{ lastError: 'EPROTOCOL CONN' }]);
  });

  test('that stalls does not block submissions', async () => {
    server.behave('stall');
    await harness.enquire();
    await expect.poll(() => server.received.length).toBe(2);
    expect(await harness.apply()).toMatchObject({ status: 200 });
    // The timeout of a mail server is a minute, which is too long for a test.
    await server.close();
  });
});

test('writes one file per mail without a mail server, however often it is written', async () => {
  await using local = createTestSubmissions();
  await local.enquire();
  await local.submissions.deliver();
  const [name = ''] = local.list('mail');
  expect(name).toMatch(/^[\w-]+\.eml$/u);
  const raw = readFileSync(join(local.directory, 'mail', name), 'utf8');
  expect(raw).toContain('To: hello@example.com\r\n');
  expect(raw).toContain('Reply-To: Ada Lovelace <ada@example.org>\r\n');
  // RFC 5322, 2.1: lines end with CRLF, in the body, too.
  expect(raw).not.toMatch(/(?<!\r)\n/u);
  unlinkSync(join(local.directory, 'mail', name));
});
