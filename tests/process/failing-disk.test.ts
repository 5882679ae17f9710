import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createSqliteDatabase } from '../../app/platform/database/sqlite.ts';
import { dataNames } from '../../app/platform/files/data-directory.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import {
  canMount,
  type FailingDisk,
  startOnFaultyCalls,
  startOnSmallDisk,
  withOwnMounts,
} from '../harness/failing-disk.ts';
import { pinnedNode, root } from '../harness/server.ts';
import { application, enquiry, type Fields, formOf } from './forms.ts';
import { smallSite } from './small-site.ts';

// The server as a process on a disk that fails: visitors get a message, nothing is stored partially, pages are served, and the server
// recovers without a restart (Contract, On the wire).

vi.setConfig({ testTimeout: 90_000, hookTimeout: 150_000 });

const disks: readonly (readonly [string, () => Promise<FailingDisk>])[] = [
  // In a container that may mount nothing, failing system calls replace the disk.
  canMount
    ? ['a small disk that something else fills', () => startOnSmallDisk('full', smallSite)]
    : ['calls that say that there is no space', () => startOnFaultyCalls('full', smallSite)],
  ...(canMount
    ? ([
        ['a disk that was mounted read-only before the start', () => startOnSmallDisk('read-only', smallSite)],
      ] as const)
    : []),
  ['a disk that is made read-only while the server runs', () => startOnFaultyCalls('read-only', smallSite)],
  ['a disk that cannot sync', () => startOnFaultyCalls('unsynced', smallSite)],
];

/** More than one block of a file, so that a disk that is full refuses some of it. */
const resumeBytes = 300_000;

/** Pages that are not cached when the disk fails. */
const pages = [
  '/',
  '/terms-and-condition',
  '/what-we-think?category=insights&search=cloud',
  '/join-us',
  '/contact-us',
  '/feed.xml',
];

const forms: readonly (readonly [string, Fields])[] = [
  ['/mail/contactform', enquiry],
  ['/wp-json/positions/mail', application],
];

test.runIf(canMount)('a command on a read-only disk names it', async () => {
  const directory = temporaryDirectory();
  const file = join(directory, dataNames.database);
  const database = createSqliteDatabase(file);
  await database.open();
  await database.close();
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"';
  const command = [pinnedNode, join(root, 'commands/inbox.ts'), 'list'];
  const [program = '', ...parameters] = [...withOwnMounts, 'sh', '-c', mount, directory, ...command];
  const { status, stderr } = spawnSync(program, parameters, {
    env: { PATH: process.env.PATH, DATA_DIR: directory },
    encoding: 'utf8',
  });
  expect([status, stderr]).toEqual([2, `EROFS: read-only file system, access '${file}'\n`]);
});

describe.each(disks)('%s', (_, start) => {
  let disk: FailingDisk;
  /** Texts by which the records that got 200 are found. */
  const answered: string[] = [];

  beforeAll(async () => {
    disk = await start();
    if (disk.worksAtFirst) {
      expect((await send('/wp-json/positions/mail', application)).status).toBe(200);
      await isReady(true);
    }
    await disk.fail();
    await isReady(false);
  });
  afterAll(() => disk?.close());

  async function send(address: string, fields: Fields, headers: Record<string, string> = {}): Promise<Response> {
    const text = `Sent as ${randomBytes(8).toString('hex')}`;
    const response = await fetch(new URL(address, disk.server.origin), {
      method: 'POST',
      body: formOf(
        { ...fields, [fields === enquiry ? 'comment' : 'message']: text },
        fields === application ? randomBytes(resumeBytes) : undefined,
      ),
      headers,
      redirect: 'manual',
    });
    if (response.status === 200 || response.status === 303) answered.push(text);
    return response;
  }
  /** With the result of each check, so that a failure names the one. */
  const readiness = async () => {
    const response = await fetch(new URL('/readyz', disk.server.origin));
    return { status: response.status, said: await response.text() };
  };
  /** A result of `/readyz` is cached for a second, and a sync on a busy machine may take many. */
  const isReady = (ready: boolean) =>
    vi.waitFor(
      async () => {
        const { status, said } = await readiness();
        expect(status, said).toBe(ready ? 200 : 503);
      },
      { timeout: 45_000, interval: 200 },
    );

  test.each(forms)('a program that posts to %s gets Retry-After', async (address, fields) => {
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(address, fields)));
    for (const response of responses) {
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await response.json()).toEqual({
        code: 'unavailable',
        message: expect.stringContaining('could not be stored'),
      });
    }
  });

  test.each(forms)(
    'a browser without JavaScript that posts to %s gets the form with the input',
    async (address, fields) => {
      const response = await send(address, fields, { accept: 'text/html', origin: disk.server.origin });
      expect(response.status).toBe(503);
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
      const page = (await response.text()).replace(/^.*<main/su, '');
      expect(page).toMatch(/role="alert"[^>]*>(?:<[^>]+>)*[^<]*Failed to send message/u);
      expect(page).toMatch(/<textarea[^>]*>Sent as [0-9a-f]{16}<\/textarea>/u);
      for (const value of [fields.name, fields.email, fields.phone]) expect(page).toContain(`value="${value}"`);
    },
  );

  test('pages, files and endpoints still respond', async () => {
    const home = await (await fetch(new URL('/', disk.server.origin))).text();
    const [, picture = ''] = /(?:src|href)="(\/media\/[^"]+)"/u.exec(home) ?? [];
    for (const address of [...pages, picture, '/wp-json/post/v1/filter-posts?search=data&page=1', '/healthz'])
      expect([address, (await fetch(new URL(address, disk.server.origin))).status]).toEqual([address, 200]);
  });

  test('it recovers without a restart, and has stored exactly the submissions that got 200', async () => {
    await disk.heal();
    await isReady(true);
    for (const [address, fields] of forms) expect((await send(address, fields)).status).toBe(200);
    const records = await disk.records();
    expect(records.map(({ comment, message }) => comment || message).sort()).toEqual(answered.toSorted());
    const applications = records.filter(({ kind }) => kind === 'application');
    expect(readdirSync(disk.pathOf('resumes'))).toHaveLength(applications.length);
    expect(readdirSync(disk.pathOf('incoming'))).toEqual([]);
  });
});
