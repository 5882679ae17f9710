import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { textFields } from '../../../shared/forms/form.ts';
import { resumeMessages } from '../../../shared/forms/resume-field.ts';
import type { SubmissionKind } from '../../../shared/forms/site-forms.ts';
import { messages } from '../../../shared/submission-rules.ts';
import {
  application,
  applicationForm,
  contactForm,
  createTestSubmissions,
  enquiry,
  multipart,
  pdf,
  type TestSubmissions,
} from '../submissions.fixture.ts';

let harness: TestSubmissions;
beforeEach(() => {
  harness = createTestSubmissions();
});
afterEach(() => harness.close());

describe('an enquiry', () => {
  test.each([
    ['multipart', () => multipart(enquiry)],
    ['urlencoded', () => new URLSearchParams(enquiry)],
  ])('as %s is stored and mailed', async (_, body) => {
    expect(await harness.send(contactForm, body())).toEqual({ status: 200, message: 'Thank you, visitor.' });
    expect(await harness.store.list()).toMatchObject([{ kind: 'enquiry', status: 'received', fields: enquiry }]);
    await harness.submissions.deliver();
    expect(harness.list('mail')).toHaveLength(1);
  });

  test('of a program that escapes no letters is stored as sent', async () => {
    const body = 'name=José Łuczak&email=jose@example.org&comment=¿Qué tal? 東京';
    await harness.send(contactForm, body, { 'content-type': 'application/x-www-form-urlencoded' });
    expect(await harness.store.list()).toMatchObject([{ fields: { name: 'José Łuczak', comment: '¿Qué tal? 東京' } }]);
  });

  test('is stored with every field, trimmed, and nothing else', async () => {
    await harness.send(
      contactForm,
      new URLSearchParams({ name: '  Ada ', email: ' ada@example.org ', other: 'x', __proto__: 'y' }),
    );
    const [record] = await harness.store.list();
    const empty = Object.fromEntries(textFields(contactForm).map(([name]) => [name, '']));
    expect(record?.fields).toEqual({ ...empty, name: 'Ada', email: 'ada@example.org' });
  });

  test('with invalid fields is refused with each message, echoed as typed, and not stored', async () => {
    const typed = { name: 'Ada 1', company: '', email: 'ada', phone: '12', comment: 'abc' };
    const result = await harness.send(contactForm, multipart(typed));
    expect(result).toMatchObject({
      status: 422,
      errors: {
        name: messages.lettersOnly,
        email: messages.emailFormat,
        phone: messages.phoneFormat,
        comment: messages.textTooShort,
      },
      typed,
    });
    expect(await harness.store.list()).toEqual([]);
  });

  test.each(['name', 'email', 'phone'])('with a control character in %s is refused', async (field) => {
    for (const character of ['\n', '\r', '\r\n', '\t', '\0', '\u2028', '\u0085']) {
      const before = { name: 'Ada', email: 'ada@example.org', phone: '+12125550100' }[field] ?? '';
      for (const value of [`${before}${character}Bcc: x@example.com`, `${before}${character}`]) {
        const result = await harness.send(contactForm, new URLSearchParams({ ...enquiry, [field]: value }));
        expect(result).toMatchObject({ status: 422, errors: { [field]: expect.any(String) } });
      }
    }
    expect(await harness.store.list()).toEqual([]);
  });
});

describe('an application', () => {
  const resume = { name: 'Lebenslauf "äöü".pdf', bytes: pdf };
  /** Returns the only mail that was sent, with unfolded lines. */
  const readMail = () =>
    harness
      .list('mail')
      .map((name) => readFileSync(join(harness.directory, 'mail', name), 'utf8').replace(/=\r\n/gu, ''))
      .join('');

  test('is stored and mailed with its file', async () => {
    expect(await harness.apply({}, resume)).toEqual({
      status: 200,
      message: 'Thank you, applicant.',
    });
    const [record] = await harness.store.list();
    expect(record).toMatchObject({ fields: application, resume: { name: resume.name, bytes: pdf.length } });
    expect(record?.resume?.sha256).toBe(createHash('sha256').update(pdf).digest('hex'));
    expect(record?.resume?.file).toMatch(/^[0-9a-f]{40}\.pdf$/u);
    expect(await harness.readResume(record)).toEqual(pdf);
    expect(harness.list('incoming')).toEqual([]);
    await harness.submissions.deliver();
    expect(readMail()).toContain('Content-Disposition: attachment');
  });

  test('whose file has active content is stored; the mail names the finding and does not attach the file', async () => {
    const scripted = Buffer.from('%PDF-1.7\n1 0 obj\n<< /S /#4aavaScript /JS (x) >>\n2 0 obj\n<< /S /Launch >>\n');
    expect(await harness.apply({}, { bytes: scripted })).toEqual({
      status: 200,
      message: 'Thank you, applicant.',
    });
    const [record] = await harness.store.list();
    expect(record?.resume?.cautions).toEqual(['pdf-javascript', 'pdf-launch']);
    expect(await harness.readResume(record)).toEqual(scripted);
    await harness.submissions.deliver();
    expect(readMail()).toContain('This resume carries JavaScript. This resume carries an action that starts a program');
    expect(readMail()).toContain(`npm run inbox -- resume ${record?.id}`);
    expect(readMail()).not.toContain('Content-Disposition: attachment');
  });

  test.each([
    ['no file', undefined, resumeMessages.required],
    ['another type', { name: 'cv.txt', bytes: pdf }, resumeMessages.type],
    ['another content', { name: 'cv.pdf', bytes: Buffer.from('hello') }, resumeMessages.type],
    ['an empty file', { name: 'cv.pdf', bytes: Buffer.alloc(0) }, resumeMessages.type],
  ])('with %s is refused and leaves nothing', async (_, file, message) => {
    expect(await harness.send(applicationForm, multipart(application, file))).toMatchObject({
      status: 422,
      errors: { resume: message },
    });
    expect([...harness.list('incoming'), ...harness.list('resumes')]).toEqual([]);
  });

  test('with an empty file field, as browsers send it, has no file', async () => {
    const empty = multipart(application);
    empty.append('resume', new File([], '', { type: 'application/octet-stream' }));
    expect(await harness.send(applicationForm, empty)).toMatchObject({
      status: 422,
      errors: { resume: resumeMessages.required },
    });
  });

  test('is accepted with a file at the limit, but not one byte above', async () => {
    const largest = Buffer.concat([pdf, Buffer.alloc(6_291_456 - pdf.length)]);
    expect(await harness.apply({}, { bytes: largest })).toMatchObject({
      status: 200,
    });
    const tooLarge = Buffer.concat([largest, Buffer.alloc(1)]);
    expect(await harness.apply({}, { bytes: tooLarge })).toMatchObject({
      status: 413,
      message: resumeMessages.size,
      errors: { resume: resumeMessages.size },
    });
    expect(harness.list('incoming')).toEqual([]);
    expect(harness.list('resumes')).toHaveLength(1);
  });
});

describe('sent twice', () => {
  const key = { 'idempotency-key': 'b1c7' };

  test('with one key is one record, with the same response', async () => {
    const first = await harness.apply({}, {}, key);
    const second = await harness.apply({}, {}, key);
    expect(second).toEqual(first);
    expect(await harness.store.list()).toHaveLength(1);
    expect(harness.list('resumes')).toHaveLength(1);
    await harness.submissions.deliver();
    expect(harness.list('mail')).toHaveLength(1);
  });

  test('many times concurrently is one record', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => harness.enquire({}, key)));
    expect(results.every(({ status }) => status === 200)).toBe(true);
    expect(await harness.store.list()).toHaveLength(1);
  });

  test.each([
    ['another field', { ...application, message: 'Something else' }, 'cv.pdf', pdf],
    ['another file', application, 'cv.pdf', Buffer.concat([pdf, Buffer.from(' ')])],
  ])('with one key and %s is refused', async (_, fields, name, bytes) => {
    await harness.apply({}, {}, key);
    expect(await harness.send(applicationForm, multipart(fields, { name, bytes }), key)).toMatchObject({ status: 422 });
    expect(await harness.store.list()).toHaveLength(1);
    expect(harness.list('resumes')).toHaveLength(1);
  });

  test('with one key gets the same response although its position has closed since; other content does not', async () => {
    const resume = { name: 'cv.pdf', bytes: pdf };
    const closed = { ...applicationForm, refuse: () => ({ jobid: messages.positionClosed }) };
    // Characters that are replaced before the text is stored.
    const tidied = {
      name: 'Ada\u00a0Lovelace',
      email: '\uff41da@example.org',
      phone: '+1\u2011212\u2011555\u20110100',
    };
    const sent = { ...application, ...tidied };
    const first = await harness.apply(tidied, {}, key);
    expect(first.status).toBe(200);
    expect(await harness.send(closed, multipart(sent, resume), key)).toEqual(first);
    expect(await harness.store.list()).toHaveLength(1);
    const other = { ...sent, message: 'Another message.' };
    expect(await harness.send(closed, multipart(other, resume), key)).toMatchObject({ status: 422 });
    expect(await harness.send(closed, multipart(sent, { ...resume, name: 'other.pdf' }), key)).toMatchObject({
      status: 422,
    });
    expect(await harness.send(closed, multipart(sent, resume), { 'idempotency-key': 'c2' })).toMatchObject({
      status: 422,
      errors: { jobid: messages.positionClosed },
    });
    expect(await harness.send(closed, multipart(sent, resume))).toMatchObject({ status: 422 });
  });

  test('reports an error of the whole form with those of its fields, whose own message takes precedence', async () => {
    const closed = { ...applicationForm, refuse: () => ({ jobid: messages.positionClosed }) };
    const send = (fields: Readonly<Record<string, string>>) =>
      harness.send(closed, multipart({ ...application, ...fields }, { name: 'cv.pdf', bytes: pdf }));
    expect(await send({ name: '' })).toMatchObject({
      status: 422,
      errors: { jobid: messages.positionClosed, name: messages.nameRequired },
    });
    const { errors } = (await send({ jobid: 'JD\n7' })) as { errors: object };
    expect(errors).toEqual({ jobid: messages.hiddenText });
  });

  test('without JavaScript by a second press is one record, for a minute; other content is another', async () => {
    const send = (fields: typeof application, headers = {}, echoesInput = true) =>
      harness.send(applicationForm, multipart(fields, { name: 'cv.pdf', bytes: pdf }), headers, {
        ...harness.client,
        echoesInput,
      });
    harness.pass(59_000);
    const first = await send(application);
    expect(first.status).toBe(200);
    harness.pass(2000);
    // A proxy may give each request a key of its own.
    const repeated = await Promise.all([send(application), send(application, key), send(application)]);
    expect(repeated).toEqual([first, first, first]);
    expect(await harness.store.list()).toHaveLength(1);
    expect(harness.list('resumes')).toHaveLength(1);
    await harness.submissions.deliver();
    expect(harness.list('mail')).toHaveLength(1);

    await send({ ...application, message: 'Something else' });
    expect(await harness.store.list()).toHaveLength(2);
    harness.pass(120_000);
    await send(application);
    expect(await harness.store.list()).toHaveLength(3);
    // Programs can send a key.
    for (const _ of [1, 2]) await send(application, {}, false);
    expect(await harness.store.list()).toHaveLength(5);
  });

  test('a refused attempt does not use up its key', async () => {
    expect(await harness.enquire({ name: '' }, key)).toMatchObject({ status: 422 });
    expect(await harness.enquire({}, key)).toMatchObject({ status: 200 });
  });

  test('refuses an invalid key', async () => {
    expect(await harness.enquire({}, { 'idempotency-key': 'x'.repeat(201) })).toMatchObject({
      status: 400,
    });
  });
});

test('a submission with a filled trap looks received, is stored as spam and mailed to nobody until it is released', async () => {
  const result = await harness.enquire({ website: 'https://spam.example' });
  expect(result).toEqual({ status: 200, message: 'Thank you, visitor.' });
  const [record] = await harness.store.list();
  expect(record).toMatchObject({ status: 'spam', spamReason: 'trap' });
  await harness.submissions.deliver();
  expect(harness.list('mail')).toEqual([]);
  await harness.store.release(record?.id ?? '');
  await harness.submissions.deliver();
  expect(harness.list('mail')).toHaveLength(1);
});

describe('a form sent soon after its first input', () => {
  const touch = async (form: SubmissionKind = 'enquiry') => (await harness.submissions.issueToken(form))?.token ?? '';
  const send = (token?: string, fields = {}) => harness.enquire({ ...fields, ...(token && { form_token: token }) });
  const storedStatuses = async () => (await harness.store.list()).map(({ status, spamReason }) => [status, spamReason]);

  test('is received, because a password manager is that fast (Ruling 26)', async () => {
    await send(await touch());
    expect(await storedStatuses()).toEqual([['received', undefined]]);
  });

  test.each(['See https://spam.example/buy', 'www.spam.example', '<a href="//spam.example">', '[url=spam.example]'])(
    'with the link "%s" is stored as spam, and gets the response of success',
    async (comment) => {
      const token = await touch();
      harness.pass(1999);
      expect(await send(token, { comment })).toEqual({ status: 200, message: 'Thank you, visitor.' });
      expect(await storedStatuses()).toEqual([['spam', 'too-fast']]);
      await harness.submissions.deliver();
      expect(harness.list('mail')).toEqual([]);
    },
  );

  test('with a link two seconds later is received', async () => {
    const token = await touch();
    harness.pass(2000);
    await send(token, { comment: 'See https://example.com/brief' });
    expect(await storedStatuses()).toEqual([['received', undefined]]);
  });

  test('as fast as a person can is received, and its token is not part of the record', async () => {
    const token = await touch();
    harness.pass(2000);
    await send(token);
    expect(await harness.store.list()).toMatchObject([{ status: 'received', fields: enquiry }]);
  });

  test.each([
    ['without a token', async () => undefined],
    ['with one of the other form', () => touch('application')],
    ['with one that is none', async () => 'token'],
    ['with one that is too old', async () => touch().finally(() => harness.pass(24 * 3_600_000 + 1))],
  ])('at once is received %s, as with JavaScript off', async (_, tokenOf) => {
    await send(await tokenOf());
    expect(await storedStatuses()).toEqual([['received', undefined]]);
  });

  test('may have a token that was used before, whose age counts from its issue', async () => {
    const token = await touch();
    harness.pass(2000);
    await send(token);
    await send(token);
    expect(await storedStatuses()).toEqual([
      ['received', undefined],
      ['received', undefined],
    ]);
  });
});

test('sends a client above the limit the time to retry; a page echoes the input', async () => {
  await harness.close();
  harness = createTestSubmissions({ limit: { count: 1, windowMs: 60_000 } });
  const body = () => multipart(application, { name: 'cv.pdf', bytes: pdf });
  const page = { ...harness.client, echoesInput: true };
  expect((await harness.send(applicationForm, body())).status).toBe(200);
  const refused = { status: 429, message: expect.stringMatching(/try again in a minute\.$/u), retryAfterSeconds: 60 };
  expect(await harness.send(applicationForm, body())).toEqual(refused);
  expect(await harness.send(applicationForm, body(), {}, page)).toEqual({ ...refused, typed: application });
  // An invalid or oversized body makes no difference.
  expect(await harness.send(applicationForm, 'text', {}, page)).toEqual({ ...refused, typed: {} });
  const long = multipart({ ...application, message: 'x'.repeat(70_000) });
  expect(await harness.send(applicationForm, long, {}, page)).toMatchObject(refused);
  const large = multipart(application, { name: 'cv.pdf', bytes: new Uint8Array(20_000_000) });
  expect(await harness.send(applicationForm, large, {}, page)).toEqual({ ...refused, typed: application });
  // Text after a file is out of reach.
  const { message, ...before } = application;
  const behind = multipart(before, { name: 'cv.pdf', bytes: new Uint8Array(20_000_000) });
  behind.append('message', message);
  expect(await harness.send(applicationForm, behind, {}, page)).toEqual({ ...refused, typed: before });
  expect(harness.list('incoming')).toEqual([]);
  expect(harness.list('resumes')).toHaveLength(1);
});

describe('a submission that cannot be stored', () => {
  const unavailable = { status: 503, retryAfterSeconds: 30, typed: application };

  test('is refused without a store for files, and nothing is stored', async () => {
    await harness.store.checkWritable();
    writeFileSync(join(harness.directory, 'resumes'), 'in the way');
    expect(await harness.apply()).toMatchObject(unavailable);
    expect(harness.list('incoming')).toEqual([]);
    expect(await harness.store.list()).toEqual([]);
    rmSync(join(harness.directory, 'resumes'));
    expect(await harness.apply()).toMatchObject({ status: 200 });
  });

  test('is refused without a database, and no file is stored', async () => {
    mkdirSync(join(harness.directory, 'intake.sqlite'));
    expect(await harness.submissions.issueToken('application')).toBeUndefined();
    expect(await harness.apply()).toMatchObject(unavailable);
    expect([...harness.list('incoming'), ...harness.list('resumes')]).toEqual([]);
    expect(await harness.submissions.isReady()).toBe(false);
    rmSync(join(harness.directory, 'intake.sqlite'), { recursive: true });
    expect(await harness.submissions.isReady()).toBe(true);
    expect(await harness.apply()).toMatchObject({ status: 200 });
  });

  test('is logged with the reason, but without the message', async () => {
    writeFileSync(join(harness.directory, 'incoming'), 'in the way');
    await harness.apply();
    const lines = harness.lines.join('');
    expect(lines).toContain('a submission could not be stored');
    for (const word of [application.name, application.email, application.message, '192.0.2.1'])
      expect(lines).not.toContain(word);
  });
});
