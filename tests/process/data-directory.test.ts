import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type RunningServer, recordsIn, startServer } from '../harness/server.ts';
import { application, enquiry, type Fields, formOf } from './forms.ts';
import { smallSite } from './small-site.ts';

// The data directory of a running server is deleted, renamed or replaced: no form gets 200 whose record is gone after
// a restart, and the server recovers without a restart.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let parent: string;
let dataDirectory: string;
let server: RunningServer;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'data-directory-'));
  dataDirectory = join(parent, 'data');
});
afterEach(async () => {
  await server?.stop();
  rmSync(parent, { recursive: true, force: true });
});

const start = () => startServer(smallSite, { dataDirectory, mayFail: true });
const at = (name: string) => join(dataDirectory, name);

const forms: readonly (readonly [string, Fields])[] = [
  ['/mail/contactform', enquiry],
  ['/wp-json/positions/mail', application],
];
const send = async ([path, fields]: readonly [string, Fields], text: string): Promise<number> => {
  const body = formOf(
    { ...fields, [fields === enquiry ? 'comment' : 'message']: text },
    fields === application ? Buffer.from(text) : undefined,
  );
  const response = await fetch(new URL(path, server.origin), { method: 'POST', body });
  const { message } = (await response.json()) as { message: string };
  expect(message).not.toBe('');
  return response.status;
};
const sendAll = async (text: string) => {
  const statuses: number[] = [];
  for (const form of forms) statuses.push(await send(form, text));
  return statuses;
};
const isReady = (status: 200 | 503) =>
  vi.waitFor(
    async () => {
      const response = await fetch(new URL('/readyz', server.origin));
      expect(response.status, await response.text()).toBe(status);
    },
    { timeout: 30_000, interval: 200 },
  );
const textsOfRecords = async () =>
  (await recordsIn(dataDirectory)).map(({ comment, message }) => comment || message).sort();
const startFilled = async () => {
  server = await start();
  expect(await sendAll('before')).toEqual([200, 200]);
};

/** The forms are refused until `heal`; afterwards they are stored, and another process finds exactly these records. */
async function expectOutage(heal: () => void, recordsAfterwards: readonly string[]): Promise<void> {
  expect(await sendAll('while it is gone')).toEqual([503, 503]);
  await isReady(503);
  expect((await fetch(server.origin)).status).toBe(200);
  expect(await sendAll('while it is gone')).toEqual([503, 503]);
  heal();
  await isReady(200);
  expect(await sendAll('afterwards')).toEqual([200, 200]);
  await server.stop();
  expect(await textsOfRecords()).toEqual([...recordsAfterwards, 'afterwards', 'afterwards'].sort());
  const resumes = recordsAfterwards.length / 2 + 1;
  expect(readdirSync(at('resumes'))).toHaveLength(resumes);
}

/** The first write notices it: a form's, or the mail worker's before it. A restart finds every record that got 200. */
async function expectNothingLost(recordsBefore: readonly string[]): Promise<void> {
  const first = await send(['/mail/contactform', enquiry], 'at once');
  expect([200, 503]).toContain(first);
  await isReady(200);
  expect(await sendAll('afterwards')).toEqual([200, 200]);
  await server.stop();
  server = await start();
  const texts = [...recordsBefore, ...(first === 200 ? ['at once'] : []), 'afterwards', 'afterwards'];
  expect(await textsOfRecords()).toEqual(texts.sort());
}

describe('The data directory of a running server', () => {
  test('is deleted and created again', async () => {
    await startFilled();
    // A write under way may delay this briefly.
    rmSync(dataDirectory, { recursive: true, maxRetries: 10 });
    await expectOutage(() => mkdirSync(dataDirectory), []);
  });

  test('is renamed and put back', async () => {
    await startFilled();
    renameSync(dataDirectory, join(parent, 'elsewhere'));
    await expectOutage(() => renameSync(join(parent, 'elsewhere'), dataDirectory), ['before', 'before']);
  });

  test('is replaced by another one at once', async () => {
    await startFilled();
    renameSync(dataDirectory, join(parent, 'elsewhere'));
    mkdirSync(dataDirectory);
    await expectNothingLost([]);
  });
});

describe('The database file of a running server', () => {
  const names = ['intake.sqlite', 'intake.sqlite-wal', 'intake.sqlite-shm'];
  const move = (from: string, to: string) => {
    for (const name of names) renameSync(join(from, name), join(to, name));
  };

  test('is renamed and put back', async () => {
    await startFilled();
    const elsewhere = mkdtempSync(join(parent, 'elsewhere-'));
    move(dataDirectory, elsewhere);
    await expectOutage(() => move(elsewhere, dataDirectory), ['before', 'before']);
  });

  test('is replaced by a copy from before', async () => {
    server = await start();
    await server.stop();
    const backup = join(parent, 'backup.sqlite');
    cpSync(at('intake.sqlite'), backup);
    await startFilled();
    for (const name of names) rmSync(at(name));
    cpSync(backup, at('intake.sqlite'));
    await expectNothingLost([]);
  });

  test('loses its write-ahead log', async () => {
    await startFilled();
    rmSync(at('intake.sqlite-wal'));
    await expectNothingLost(['before', 'before']);
  });
});

test('Only the process may read the data directory, earlier files included', async () => {
  mkdirSync(at('mail'), { recursive: true, mode: 0o755 });
  mkdirSync(at('resumes'), { mode: 0o755 });
  // Its own pictures, not the shared ones of the tests.
  mkdirSync(at('images'), { mode: 0o755 });
  for (const name of ['intake.sqlite', 'mail/old.eml', 'resumes/old.pdf']) writeFileSync(at(name), '', { mode: 0o644 });
  server = await start();
  expect(await sendAll('kept')).toEqual([200, 200]);
  await vi.waitFor(() => expect(readdirSync(at('mail')).length).toBeGreaterThan(2), 20_000);
  const entries = readdirSync(dataDirectory, { recursive: true }).map(String);
  expect(entries).toEqual(expect.arrayContaining(['intake.sqlite-wal', 'mail/old.eml', 'resumes/old.pdf', 'prepared']));
  const open = ['', ...entries].flatMap((name) => {
    const mode = lstatSync(at(name), { throwIfNoEntry: false })?.mode ?? 0;
    return mode & 0o077 ? [`${name} ${(mode & 0o777).toString(8)}`] : [];
  });
  expect(open).toEqual([]);
});
