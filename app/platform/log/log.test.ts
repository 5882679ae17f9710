import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { pendingMigrations } from '../database/migrations.ts';
import { hasPostgres } from '../database/postgres.fixture.ts';
import { createLog, type LogLevel } from './log.ts';

const clock = { now: () => new Date('2026-11-21T09:00:00.000Z') };

function listen(level: LogLevel) {
  const lines: string[] = [];
  return { lines, log: createLog({ level, clock, write: (line) => lines.push(line) }) };
}

const parse = (lines: string[]) => lines.map((line) => JSON.parse(line));

describe('a line', () => {
  test('is one JSON object with time, level and message', () => {
    const { log, lines } = listen('info');
    log.info('ready', { port: 3000 });
    expect(lines).toEqual(['{"time":"2026-11-21T09:00:00.000Z","level":"info","message":"ready","port":3000}\n']);
  });

  test('is one line even if a text contains line breaks', () => {
    const { log, lines } = listen('info');
    log.info('two\nlines', { value: 'a\r\nb\u2028c' });
    expect(lines.join('').split('\n')).toHaveLength(2);
  });

  test('contains no character that a terminal obeys or that reorders it', () => {
    const title = 'a\u0007\u009b31m\u202eb\u2066c\u2028d\u007f é 日 🚢';
    const { lines, log } = listen('info');
    log.info('x', { title });
    expect(lines.join('')).toMatch(/^[ -~é日🚢]+\n$/u);
    expect(JSON.parse(lines.join(''))).toMatchObject({ title });
  });

  test('has a time, level and message that no field can replace', () => {
    const { log, lines } = listen('info');
    log.info('true', { message: 'false', level: 'error', time: 'never' });
    expect(parse(lines)[0]).toMatchObject({ message: 'true', level: 'info', time: '2026-11-21T09:00:00.000Z' });
  });

  test('is written even if a field cannot be serialised', () => {
    const { log, lines } = listen('info');
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    log.error('broken', { circle });
    log.error('broken', { big: 1n });
    expect(parse(lines)).toMatchObject([{ message: 'broken' }, { message: 'broken' }]);
  });
});

describe('levels', () => {
  test.each([
    ['debug', ['debug', 'info', 'warn', 'error']],
    ['info', ['info', 'warn', 'error']],
    ['warn', ['warn', 'error']],
    ['error', ['error']],
  ] as const)('%s writes %j', (level, written) => {
    const { log, lines } = listen(level);
    for (const each of ['debug', 'info', 'warn', 'error'] as const) log[each]('said');
    expect(parse(lines).map((line) => line.level)).toEqual(written);
  });
});

test('a child adds its fields to each line, and its own children theirs', () => {
  const { log, lines } = listen('info');
  const child = log.child({ trace: 'a' });
  child.child({ record: 7 }).info('stored');
  child.info('done');
  log.info('plain');
  expect(parse(lines)).toMatchObject([{ trace: 'a', record: 7 }, { trace: 'a' }, { message: 'plain' }]);
  expect(parse(lines)[2]).not.toHaveProperty('trace');
});

test('lines for a reader that has stalled take bounded memory', async () => {
  const program = `
    import { createLog } from '${new URL('./log.ts', import.meta.url)}';
    const log = createLog({ level: 'info', clock: { now: () => new Date(0) } });
    const text = 'x'.repeat(10_000);
    for (let number = 0; number < 1000; number += 1) log.info(text);
    console.error(process.stdout.writableLength);
    process.exit();
  `;
  // Its standard output is a pipe that nobody reads.
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  expect(Number(await text(child.stderr))).toBeLessThan(5_000_000);
});

describe('an error', () => {
  test('is written with name, code, stack and causes', () => {
    const { log, lines } = listen('info');
    const cause = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    log.error('not stored', { error: new TypeError('write failed', { cause }) });
    expect(parse(lines)[0].error).toMatchObject({
      name: 'TypeError',
      message: 'write failed',
      stack: expect.stringContaining('log.test.ts'),
      cause: { code: 'ENOSPC', message: 'no space left' },
    });
  });

  test('of a connection is written without its stack', async () => {
    const { log, lines } = listen('info');
    const refused: Error = await new Promise((resolve) => {
      connect('/nowhere/socket').on('error', resolve);
    });
    log.error('not stored', { error: refused });
    const message = 'connect ENOENT /nowhere/socket';
    expect(parse(lines)[0].error).toEqual({ name: 'Error', code: 'ENOENT', message });
  });

  test('of a host with several addresses names each, without stacks', async () => {
    const { log, lines } = listen('info');
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const refused: Error = await new Promise((resolve) => {
      // Nobody listens on the port of the discard protocol.
      connect({ host: 'two.example', port: 9, lookup: (_host, _options, found) => found(null, addresses) }).on(
        'error',
        resolve,
      );
    });
    log.error('not stored', { error: refused });
    expect(lines[0]).not.toContain('stack');
    expect(parse(lines)[0].error.errors).toMatchObject([
      { message: 'connect ECONNREFUSED 127.0.0.1:9' },
      { message: 'connect ECONNREFUSED 127.0.0.2:9' },
    ]);
  });

  test.runIf(hasPostgres)(
    'of PostgreSQL that refuses the session, or does not respond, is written without its stack',
    async () => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const { log, lines } = listen('info');
      for (const url of [`${inject('postgres')}-missing`, `postgres://127.0.0.1:${port}/site`]) {
        const pool = new pg.Pool({ connectionString: url, connectionTimeoutMillis: 500 });
        log.error('not stored', { error: await pool.connect().catch((error) => error) });
        await pool.end();
      }
      silent.close();
      expect(parse(lines).map(({ error }) => error.message)).toEqual([
        'database "postgres-missing" does not exist',
        'Connection terminated due to connection timeout',
      ]);
      expect(lines.join('')).not.toContain('"stack"');
    },
  );

  test('of a database that a newer version has migrated is written without its stack', () => {
    const { log, lines } = listen('info');
    try {
      pendingMigrations([], ['9999-newer.sql']);
    } catch (error) {
      log.error('not stored', { error });
    }
    const message = 'The database was migrated by a newer version: 9999-newer.sql';
    expect(parse(lines)[0].error).toEqual({ name: 'Error', code: 'DATABASE_NEWER', message });
  });

  test('is written without the e-mail addresses in it', () => {
    const { log, lines } = listen('info');
    log.error('mail refused', { error: new Error('550 <ada.king+jobs@example.com>: no such user ada@example.org') });
    expect(lines[0]).not.toMatch(/ada[.@]|example\.(?:com|org)/);
    expect(parse(lines)[0].error.message).toBe('550 <[mailbox]>: no such user [mailbox]');
  });
});
