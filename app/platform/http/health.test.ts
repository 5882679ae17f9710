import { readdir, rm, writeFile } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { temporaryDirectory } from '../files/temporary-directory.fixture.ts';
import { canWrite, health, type Readiness } from './health.ts';

const clockAt = (start: number) => {
  let now = start;
  return { now: () => new Date(now), pass: (ms: number) => (now += ms) };
};

test('healthz is 200 even if checks fail', async () => {
  const app = health({ ready: async () => ({ ok: false, checks: {} }), clock: clockAt(0) });
  const response = await app.request('/healthz');
  expect([response.status, response.headers.get('cache-control'), await response.json()]).toEqual([
    200,
    'no-store',
    { ok: true, checks: {} },
  ]);
});

test('readyz follows the checks and recovers without a restart', async () => {
  let writable = true;
  const clock = clockAt(0);
  const app = health({ ready: async () => ({ ok: writable, checks: { data: writable } }), clock });
  const ask = async () => {
    const response = await app.request('/readyz');
    return [response.status, await response.json(), response.headers.get('cache-control')];
  };
  expect(await ask()).toEqual([200, { ok: true, checks: { data: true } }, 'no-store']);
  writable = false;
  clock.pass(1000);
  expect(await ask()).toEqual([503, { ok: false, checks: { data: false } }, 'no-store']);
  writable = true;
  clock.pass(1000);
  expect((await ask())[0]).toBe(200);
});

test('readyz runs the checks at most once a second', async () => {
  const clock = clockAt(0);
  const ready = vi.fn(async () => ({ ok: true, checks: {} }));
  const app = health({ ready, clock });
  await Promise.all([app.request('/readyz'), app.request('/readyz')]);
  clock.pass(999);
  await app.request('/readyz');
  expect(ready).toHaveBeenCalledTimes(1);
  clock.pass(1);
  await app.request('/readyz');
  expect(ready).toHaveBeenCalledTimes(2);
});

test('readyz starts no check before the last one has ended', async () => {
  const clock = clockAt(0);
  const { promise, resolve } = Promise.withResolvers<Readiness>();
  const ready = vi.fn(() => promise);
  const app = health({ ready, clock });
  const waiting = [app.request('/readyz')];
  clock.pass(5000);
  waiting.push(app.request('/readyz'));
  expect(ready).toHaveBeenCalledTimes(1);
  resolve({ ok: true, checks: {} });
  expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
  await app.request('/readyz');
  expect(ready).toHaveBeenCalledTimes(1);
});

test('a check that fails counts as not ready', async () => {
  const app = health({ ready: () => Promise.reject(new Error('broken')), clock: clockAt(0) });
  expect((await app.request('/readyz')).status).toBe(503);
});

test('the probe leaves nothing behind and makes no directory', async () => {
  const directory = temporaryDirectory();
  // Also while another check is under way.
  expect(await Promise.all(Array.from({ length: 20 }, () => canWrite(directory)))).toEqual(Array(20).fill(true));
  expect(await readdir(directory)).toEqual([]);
  await rm(directory, { recursive: true });
  expect(await canWrite(directory)).toBe(false);
  await writeFile(directory, 'a file where the directory should be');
  expect(await canWrite(directory)).toBe(false);
});
