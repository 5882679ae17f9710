import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hasClamd, startClamd, type TestClamd, virus } from '../../../platform/antivirus/clamd.fixture.ts';
import { createClamdScanner } from '../../../platform/antivirus/clamd.ts';
import { resumeMessages } from '../../../shared/forms/resume-field.ts';
import { application, createTestSubmissions, pdf, type TestSubmissions } from '../submissions.fixture.ts';
import { rescanResumes } from './rescan-resumes.ts';

const infected = Buffer.concat([pdf, Buffer.from(virus)]);

describe.skipIf(!hasClamd)('with a scanner', () => {
  let clamd: TestClamd;
  let harness: TestSubmissions;
  beforeAll(async () => {
    clamd = await startClamd();
  });
  afterAll(() => clamd?.remove());
  beforeEach(async () => {
    await clamd.restart();
    harness = createTestSubmissions({ scanner: createClamdScanner(clamd.url) });
  });
  afterEach(() => harness.close());

  const apply = (bytes: Buffer<ArrayBuffer>, changes = {}) => harness.apply(changes, { bytes });
  const rescan = () =>
    rescanResumes({
      store: harness.store,
      files: harness.files,
      scanner: createClamdScanner(clamd.url),
      log: harness.log,
      signal: new AbortController().signal,
    });
  const scans = async () => (await harness.store.list()).map(({ resume }) => resume?.scan);
  const mail = () => harness.list('mail').map((name) => readFileSync(join(harness.directory, 'mail', name), 'utf8'));
  const logged = (level: string) => harness.lines.filter((line) => line.includes(`"level":"${level}"`)).join('');

  test('accepts a clean resume, marks it as clean, and attaches it', async () => {
    expect((await apply(pdf)).status).toBe(200);
    expect(await scans()).toEqual(['clean']);
    await harness.submissions.deliver();
    expect(mail()[0]).toContain('Content-Disposition: attachment');
  });

  test('refuses a resume with a virus as a wrong file, stores nothing, and logs no name', async () => {
    expect(await apply(infected)).toEqual({
      status: 422,
      message: expect.any(String),
      errors: { resume: resumeMessages.type },
      typed: expect.objectContaining(application),
    });
    expect(await harness.store.list()).toEqual([]);
    expect([...harness.list('incoming'), ...harness.list('resumes')]).toEqual([]);
    expect(logged('warn')).toContain('Test.Harmless');
    for (const word of [application.name, application.email, 'cv.pdf', '192.0.2.1'])
      expect(harness.lines.join('')).not.toContain(word);
  });

  test('accepts a resume while the scanner is down, and the mail refers to it and says why', async () => {
    await clamd.stop();
    expect((await apply(infected)).status).toBe(200);
    expect(await scans()).toEqual(['unscanned']);
    await harness.submissions.deliver();
    const [text = ''] = mail();
    expect(text.replace(/=?\r\n/gu, '')).toMatch(/was not\s*scanned for\s*viruses/u);
    expect(text).not.toContain('Content-Disposition: attachment');
  });

  test('scans resumes when the scanner is back, and logs an error that names a record with a virus', async () => {
    await clamd.stop();
    // As spam, so that their mail waits until they are released.
    await apply(pdf, { website: 'x' });
    await apply(infected, { website: 'x' });
    await rescan();
    expect(await scans()).toEqual(['unscanned', 'unscanned']);
    await clamd.restart();
    await rescan();
    const records = await harness.store.list();
    const found = records.find(({ resume }) => resume?.scan === 'infected');
    expect(records.map(({ resume }) => resume?.scan).sort()).toEqual(['clean', 'infected']);
    expect(found?.resume?.bytes).toBe(infected.length);
    expect(logged('error')).toContain(found?.id);
    // The mail contains the result of the later scan.
    for (const { id } of records) await harness.store.release(id);
    await harness.submissions.deliver();
    const attached = mail().filter((text) => text.includes('Content-Disposition: attachment'));
    expect(attached).toHaveLength(1);
    expect(attached[0]).not.toContain(found?.id);
    expect(mail().find((text) => text.includes(found?.id ?? ''))).toMatch(/carries a\s*virus/u);
  });

  test('scans other resumes although some are too large for the scanner', async () => {
    await clamd.stop();
    await apply(pdf);
    await apply(Buffer.concat([pdf, Buffer.alloc(200_000)]));
    await apply(pdf);
    const small = await startClamd({ maxBytes: 100_000 });
    try {
      await rescanResumes({
        store: harness.store,
        files: harness.files,
        scanner: createClamdScanner(small.url),
        log: harness.log,
        signal: new AbortController().signal,
      });
    } finally {
      await small.remove();
    }
    expect((await scans()).sort()).toEqual(['clean', 'clean', 'unscanned']);
  });

  test('starts no scan while the process ends', async () => {
    await clamd.stop();
    await apply(pdf);
    await clamd.restart();
    await rescanResumes({
      store: harness.store,
      files: harness.files,
      scanner: createClamdScanner(clamd.url),
      log: harness.log,
      signal: AbortSignal.abort(),
    });
    expect(await scans()).toEqual(['unscanned']);
  });
});

test('attaches a resume without remarks when scanning is off', async () => {
  await using harness = createTestSubmissions();
  await harness.apply();
  const [record] = await harness.store.list();
  expect(record?.resume?.scan).toBeUndefined();
  await harness.submissions.deliver();
  const [name = ''] = harness.list('mail');
  expect(readFileSync(join(harness.directory, 'mail', name), 'utf8')).toContain('Content-Disposition: attachment');
});

test('starts no second round of scans while a long one is running', async () => {
  let rounds = 0;
  await using harness = createTestSubmissions({
    scanner: {
      async scan(_, signal) {
        // Only a round has a signal, and not the scan on arrival: its first scan lasts until the process ends.
        if (signal) {
          rounds += 1;
          await once(signal, 'abort');
        }
        return { verdict: 'unavailable', reason: 'slow' };
      },
    },
  });
  await harness.apply();
  vi.useFakeTimers({ toFake: ['setInterval'] });
  harness.submissions.start();
  await expect.poll(() => rounds).toBe(1);
  vi.advanceTimersByTime(10 * 60_000);
  vi.useRealTimers();
  for (let round = 0; round < 3; round += 1) await harness.housekeeping.run();
  expect(rounds).toBe(1);
});
