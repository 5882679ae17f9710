import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { ticksWithChildren } from './processes.ts';

/** A program that uses a tenth of a second of processor time. */
const work = 'while (process.cpuUsage().user < 1e5);';

test('the processor time of a process includes that of its children, running and ended', async () => {
  const before = ticksWithChildren(process.pid);
  expect(spawnSync(process.execPath, ['-e', work]).status).toBe(0);
  const ended = ticksWithChildren(process.pid);
  expect(ended - before).toBeGreaterThanOrEqual(9);
  const child = spawn(process.execPath, ['-e', `${work} console.log(); setInterval(() => {}, 1000)`]);
  await once(child.stdout, 'data');
  expect(ticksWithChildren(process.pid) - ended).toBeGreaterThanOrEqual(9);
  child.kill();
  await once(child, 'exit');
});
