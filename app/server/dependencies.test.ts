import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ContentError } from '../platform/content/problem.ts';
import { ConfigurationError } from './config.ts';
import { explainStartFailure, localUrl, requireContentDirectory } from './dependencies.ts';

const at = { host: '127.0.0.1', port: 3000 };
const systemError = (code: string, path?: string, syscall = path ? 'open' : 'listen') =>
  Object.assign(new Error(code), { code, syscall, ...(path ? { path } : {}) });

describe('a start that fails is explained', () => {
  test.each([
    [new ConfigurationError('PORT is "x"; it takes a number'), 'PORT is "x"; it takes a number'],
    [new ContentError([{ file: 'site.yaml', line: 3, message: 'is empty' }]), 'site.yaml:3: is empty'],
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
  });

  test('except for a bug of the program, whose stack is needed', () => {
    expect(explainStartFailure(new TypeError('x is undefined'), at)).toBeUndefined();
  });
});

test('a content directory that cannot be read is one line that names the variable', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'content-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const explained = (path: string) => {
    try {
      requireContentDirectory({ contentDirectory: path });
      return 'nothing';
    } catch (error) {
      return explainStartFailure(error, at);
    }
  };
  expect(explained(directory)).toBe('nothing');
  const path = join(directory, 'x');
  const says = (reason: string) => `CONTENT_DIR is "${path}", which ${reason}; it takes the path of a directory`;
  expect(explained(path)).toBe(says('does not exist'));
  await symlink(path, path);
  expect(explained(path)).toBe(says('is a symbolic link that leads back to itself'));
  await rm(path);
  await writeFile(path, '');
  expect(explained(path)).toBe(says('is not a directory'));
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
