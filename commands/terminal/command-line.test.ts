import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { hasPostgres } from '../../app/platform/database/postgres.fixture.ts';
import { createSharedDatabase } from '../../app/platform/database/shared-postgres.fixture.ts';
import { databaseBusyCode, databaseUnusableCode } from '../../app/platform/database/statement-runner.ts';
import { ConfigurationError } from '../../app/server/config.ts';
import { parseCommandLine, runProgram, UsageError, wholeNumber } from './command-line.ts';
import { RefusedError } from './refused-error.ts';

let written: string;

beforeEach(() => {
  written = '';
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

const program = { script: 'inbox', usage: 'Usage of many lines\n' };
const systemError = (code: string) => Object.assign(new Error(`${code}: mkdir '/backups'`), { code });

test.each([
  [new UsageError('--kind is "x"'), '--kind is "x". Usage: npm run inbox -- --help\n'],
  [new RefusedError('There is no record x'), 'There is no record x\n'],
  [new ConfigurationError('RETENTION_DAYS is "never"'), 'RETENTION_DAYS is "never"\n'],
  [
    Object.assign(systemError('ENOENT'), { syscall: 'mkdir', path: '/proc/x' }),
    'The folder /proc/x cannot be created; name another one\n',
  ],
  [
    systemError('EACCES'),
    expect.stringMatching(/^EACCES: mkdir '\/backups'\. Run the command as the user of the site.*\n$/u),
  ],
  [
    Object.assign(new Error('database is locked'), { code: databaseBusyCode }),
    expect.stringMatching(/^Another program has locked the database.*run the command again\n$/u),
  ],
  [
    Object.assign(new Error('attempt to write a readonly database'), { code: databaseUnusableCode }),
    expect.stringMatching(/^The database cannot be used: attempt to write a readonly database\. DATA_DIR.*\n$/u),
  ],
  [
    Object.assign(new Error('file is not a database'), { code: 'ERR_SQLITE_ERROR', errcode: 26 }),
    expect.stringMatching(/^The database cannot be used: file is not a database\. DATA_DIR.*\n$/u),
  ],
  [
    Object.assign(new Error('password authentication failed'), { code: '28P01' }),
    expect.stringMatching(/^The database cannot be used: password authentication failed\. .*DATABASE_URL.*\n$/u),
  ],
  ...['DEPTH_ZERO_SELF_SIGNED_CERT', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'CERT_HAS_EXPIRED'].map((code) => [
    Object.assign(new Error('self-signed certificate'), { code }),
    expect.stringMatching(/^The database cannot be used: self-signed certificate\. .*\n$/u),
  ]),
  [
    new Error('The server does not support SSL connections'),
    expect.stringMatching(/^The database cannot be used: The server does not support SSL.*\n$/u),
  ],
  [systemError('ENOTDIR'), "ENOTDIR: mkdir '/backups'\n"],
  [systemError('ENOSPC'), "ENOSPC: mkdir '/backups'. Free space on the disk and run the command again\n"],
  [
    Object.assign(new Error('database or disk is full'), { code: databaseUnusableCode }),
    'database or disk is full. Free space on the disk and run the command again\n',
  ],
])('%s is explained in one line, without a stack', async (error, line) => {
  await runProgram(program, () => Promise.reject(error));
  expect(written).toEqual(line);
  expect(process.exitCode).toBe(2);
});

test.runIf(hasPostgres).each([
  [
    'to a server that takes none',
    ['SET default_transaction_read_only = on', 'CREATE TABLE records ()'],
    /^The database takes no changes: cannot execute CREATE TABLE in a read-only transaction\. DATABASE_URL must .*\n$/u,
  ],
  [
    'by a role without the right',
    ['CREATE TABLE records ()', 'SET ROLE pg_monitor', 'DELETE FROM records'],
    /^The database refuses this to the role of DATABASE_URL: permission denied for table records\. Grant .*\n$/u,
  ],
])('a change %s is explained', async (_, statements, line) => {
  const client = new pg.Client({ connectionString: await createSharedDatabase() });
  onTestFinished(() => client.end());
  await client.connect();
  await runProgram(program, async () => {
    for (const statement of statements) await client.query(statement);
  });
  expect(written).toMatch(line);
  expect(process.exitCode).toBe(2);
});

test('a database without its socket, that does not respond, or whose connection breaks is explained', async () => {
  const query = async (url: string) => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 });
    await client.connect().finally(() => client.end());
  };
  await runProgram(program, () => query('postgres:///site?host=/nonexistent&user=site'));
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const url = `postgres://site@127.0.0.1:${(silent.address() as AddressInfo).port}/site`;
  await runProgram(program, () => query(url));
  silent.on('connection', (socket) => socket.end());
  await runProgram(program, () => query(url));
  for (const socket of sockets) socket.destroy();
  silent.close();
  const [noSocket, noResponse, broken] = written.split('\n');
  expect(noSocket).toMatch(/^The database cannot be used: connect ENOENT .*DATABASE_URL/u);
  expect(noResponse).toMatch(/^The database cannot be used: timeout expired\. .*DATABASE_URL/u);
  expect(broken).toMatch(/^The database cannot be used: Connection terminated unexpectedly\. .*DATABASE_URL/u);
  expect(process.exitCode).toBe(2);
});

test('a bug keeps its stack, and a closed pipe is not an error', async () => {
  await expect(runProgram(program, () => Promise.reject(new TypeError('x')))).rejects.toThrow(TypeError);
  const wrongStatement = Object.assign(new Error('no such table: x'), { code: 'ERR_SQLITE_ERROR', errcode: 1 });
  await expect(runProgram(program, () => Promise.reject(wrongStatement))).rejects.toThrow(wrongStatement);
  await runProgram(program, () => Promise.reject(systemError('EPIPE')));
  expect(written).toBe('');
  expect(process.exitCode).toBeUndefined();
});

test.each([[['--help']], [['help']], [['show', '--help']]])('%j prints the usage', async (parameters) => {
  vi.spyOn(process, 'argv', 'get').mockReturnValue(['node', 'inbox.ts', ...parameters]);
  let printed = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  await runProgram(program, () => Promise.reject(new Error('the command ran')));
  vi.restoreAllMocks();
  expect(printed).toBe(program.usage);
});

test('names an invalid argument in one line, with the valid ones', () => {
  const parse = (...args: string[]) => parseCommandLine({ args, options: { days: { type: 'string' } } });
  expect(() => parse('--day')).toThrow(new UsageError("Unknown option '--day'; the options are --days"));
  expect(() => parse('--days')).toThrow(new UsageError("Option '--days <value>' argument missing"));
  expect(() => parse('--days', '-1')).toThrow(new UsageError("Option '--days' argument is ambiguous"));
  expect(() => parse('today')).toThrow(new UsageError("Unexpected argument 'today'"));
});

test('a whole number is from 1 to its maximum', () => {
  expect([wholeNumber('n', '1', 7), wholeNumber('n', '7', 7), wholeNumber('n', undefined, 7)]).toEqual([
    1,
    7,
    undefined,
  ]);
  for (const given of ['0', '8', '1.5', '']) expect(() => wholeNumber('n', given, 7)).toThrow(UsageError);
});
