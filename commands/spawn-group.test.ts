import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test, vi } from 'vitest';

const program = fileURLToPath(new URL('spawn-group.fixture.ts', import.meta.url));

/** Whether a process runs: it is there, and no zombie (proc_pid_stat(5)). */
async function isRunning(pid: string): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
  return !/\) [ZX]/u.test(stat);
}

test.skipIf(process.platform !== 'linux').each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s to one process also ends the children of its program',
  async (signal) => {
    const child = spawn(process.execPath, [program], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'exit');
    let grandchild = '';
    for await (const line of createInterface({ input: child.stdout })) {
      grandchild = line;
      expect(await isRunning(grandchild)).toBe(true);
      child.kill(signal);
    }
    expect(await ended).toEqual([null, signal]);
    await vi.waitFor(async () => expect(await isRunning(grandchild)).toBe(false), 5000);
  },
);
