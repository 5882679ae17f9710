import { chmod, mkdir, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ContentError } from '../platform/content/problem.ts';
import { temporaryDirectory } from '../platform/files/temporary-directory.fixture.ts';
import { requirePort } from '../platform/http/require-port.ts';
import { ConfigurationError } from './config.ts';
import { explainStartFailure, localUrl, requireContentDirectory, requireDataDirectory } from './dependencies.ts';

const at = { host: '127.0.0.1', port: 3000, contentDirectory: '/srv/content' };
const systemError = (code: string, path?: string, syscall = path ? 'open' : 'listen') =>
  Object.assign(new Error(code), { code, syscall, ...(path ? { path } : {}) });

describe('a start that fails is explained', () => {
  test.each([
    [new ConfigurationError('PORT is "x"; it takes a number'), 'PORT is "x"; it takes a number'],
    [
      new ContentError([{ file: 'site.yaml', line: 3, message: 'is empty' }]),
      'site.yaml:3: is empty\nThe content in CONTENT_DIR (/srv/content) is not valid; the paths above are below it',
    ],
    [systemError('EADDRINUSE'), 'Port 3000 of 127.0.0.1 is in use; set PORT to another one'],
    [systemError('EACCES'), 'Port 3000 of 127.0.0.1 may not be used by this user; set PORT to another one'],
    [
      systemError('EACCES', '/srv/content/site.yaml'),
      '/srv/content/site.yaml may not be read or written by this user; change its owner or its permissions',
    ],
    [systemError('EADDRNOTAVAIL'), 'HOST is "127.0.0.1", which is not an address of this machine'],
    [systemError('ENOENT', '/srv/content'), '/srv/content does not exist'],
  ])('%s', (error, explanation) => {
    expect(explainStartFailure(error, at)).toBe(explanation);
  });

  test('with the variables of the listener that failed', () => {
    const metrics = { host: '::1', port: 9464 };
    const failed = (code: string, port: number) =>
      explainStartFailure(Object.assign(systemError(code), { port }), { ...at, metrics });
    expect(failed('EADDRINUSE', 9464)).toBe('Port 9464 of ::1 is in use; set METRICS_PORT to another one');
    expect(failed('EADDRNOTAVAIL', 9464)).toBe('METRICS_HOST is "::1", which is not an address of this machine');
    expect(failed('EADDRINUSE', 3000)).toBe('Port 3000 of 127.0.0.1 is in use; set PORT to another one');
    expect(failed('EADDRINUSE', 3001), 'the second of `npm run edit`').toBe(
      'Port 3001 of 127.0.0.1 is in use; set PORT to another one',
    );
  });

  test.each([
    ['a name that does not exist', 'nowhere.invalid'],
    ['a link-local address without its interface', 'fe80::1'],
  ])('with the host on which it cannot listen: %s', async (_, host) => {
    const metrics = { host, port: 9464 };
    const error = await requirePort(metrics).catch((reason: unknown) => reason);
    expect(explainStartFailure(error, { ...at, metrics })).toContain(`METRICS_HOST is "${host}", `);
    expect(explainStartFailure(error, metrics)).toMatch(/^HOST is /u);
  });

  test('except for a bug of the program, whose stack is needed', () => {
    expect(explainStartFailure(new TypeError('x is undefined'), at)).toBeUndefined();
  });
});

test('a content directory that cannot be read is one line that names the variable', async () => {
  const directory = temporaryDirectory();
  const explained = (path: string) => {
    try {
      requireContentDirectory({ contentDirectory: path });
      return 'nothing';
    } catch (error) {
      return explainStartFailure(error, at);
    }
  };
  await mkdir(join(directory, 'pages'));
  expect(explained(directory)).toBe('nothing');
  const path = join(directory, 'x');
  const says = (reason: string) => `CONTENT_DIR is "${path}", which ${reason}; it takes the path of a directory`;
  expect(explained(path)).toBe(says('does not exist'));
  await symlink(path, path);
  expect(explained(path)).toBe(says('is a symbolic link that leads back to itself'));
  await rm(path);
  await writeFile(path, '');
  expect(explained(path)).toBe(says('is not a directory'));
  await rm(path);
  await mkdir(path);
  expect(explained(path)).toBe(says('contains neither site.yaml nor pages'));
});

describe('a data directory', () => {
  async function parentDirectory() {
    const parent = temporaryDirectory();
    return parent;
  }
  const explained = (dataDirectory: string) =>
    requireDataDirectory({ dataDirectory }).then(
      () => 'nothing',
      (error) => explainStartFailure(error, at),
    );
  const says = (path: string, reason: string) =>
    `DATA_DIR is "${path}", which ${reason}; it takes the path of a directory that this user may write to`;

  test('is created with those above it, for this user alone', async () => {
    const parent = await parentDirectory();
    const path = join(parent, 'a', 'b');
    expect(await explained(path)).toBe('nothing');
    expect((await stat(path)).mode & 0o777).toBe(0o700);
    expect(await explained(path)).toBe('nothing');
    expect(await readdir(path)).toEqual([]);
  });

  test('that cannot store data is one line that names the variable', async () => {
    const parent = await parentDirectory();
    const path = join(parent, 'x');
    await symlink(path, path);
    expect(await explained(path)).toBe(says(path, 'is a symbolic link that leads back to itself'));
    await rm(path);
    await symlink(join(parent, 'missing'), path);
    expect(await explained(path)).toBe(says(path, 'cannot be created'));
    await rm(path);
    await writeFile(path, '');
    for (const file of [path, join(path, 'y'), join(path, 'y', 'z')])
      expect(await explained(file)).toBe(says(file, 'is not a directory'));
    // Node's own creation of missing directories never returns here.
    expect(await explained('/proc/x')).toBe(says('/proc/x', 'cannot be created'));
  });

  // The superuser may write everywhere.
  test.skipIf(process.getuid?.() === 0)('that this user may not write to is explained in the same way', async () => {
    const path = await parentDirectory();
    await chmod(path, 0o500);
    expect(await explained(path)).toBe(says(path, 'this user may not read and write'));
  });
});

test.each([
  ['127.0.0.1', 'http://localhost:3000'],
  ['0.0.0.0', 'http://localhost:3000'],
  ['::', 'http://localhost:3000'],
  ['192.0.2.1', 'http://192.0.2.1:3000'],
  ['2001:db8::1', 'http://[2001:db8::1]:3000'],
])('a server on %s has the URL %s', (host, address) => {
  expect(localUrl({ host, port: 3000 })).toBe(address);
});
