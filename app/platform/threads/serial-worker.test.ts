import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createSerialThread, type SerialWorker, WorkerError } from './serial-worker.ts';

interface Input {
  readonly task: string;
  readonly bytes?: Uint8Array;
}

let folder: string;
let thread: SerialWorker<Input, string>;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'thread-'));
  writeFileSync(
    join(folder, 'tasks.mjs'),
    `import { isMainThread } from 'node:worker_threads';
let running = 0;
export async function run({ task, bytes }) {
  if (task === 'throw') throw new Error('no');
  if (task === 'end') process.exit(1);
  if (task === 'memory') for (const all = []; ; ) all.push({ all: [...all] });
  running += 1;
  await new Promise(setImmediate);
  running -= 1;
  return [task, running, isMainThread, bytes?.length ?? 0].join(' ');
}
`,
  );
  thread = createSerialThread({ module: pathToFileURL(join(folder, 'tasks.mjs')), maxHeapMegabytes: 32 });
});
afterEach(() => thread.end());
afterAll(() => rmSync(folder, { recursive: true }));

const run = (task: string) => thread.run(async () => ({ input: { task } }));

test('runs one input at a time, in their order, outside the main thread', async () => {
  const tasks = ['a', 'b', 'c', 'd'];
  expect(await Promise.all(tasks.map(run))).toEqual(tasks.map((task) => `${task} 0 false 0`));
});

test('creates an input when its turn comes, and moves its bytes', async () => {
  let waiting = 0;
  const prepare = async () => {
    waiting += 1;
    const bytes = new Uint8Array(waiting * 1000);
    return { input: { task: 'bytes', bytes }, transferred: [bytes.buffer] };
  };
  const first = thread.run(prepare);
  const second = thread.run(prepare);
  expect(await first).toBe('bytes 0 false 1000');
  expect(await second).toBe('bytes 0 false 2000');
});

test.each(['throw', 'end', 'memory'])('an input that makes it %s is an error of that input alone', async (task) => {
  const [before, failed, after] = await Promise.allSettled([run('before'), run(task), run('after')]);
  expect(before).toMatchObject({ value: 'before 0 false 0' });
  expect(failed).toMatchObject({ status: 'rejected', reason: expect.any(WorkerError) });
  expect(after).toMatchObject({ value: 'after 0 false 0' });
});

test('an input that cannot be created is an error of that input alone', async () => {
  await expect(thread.run(() => Promise.reject(new Error('EIO')))).rejects.toThrow('EIO');
  expect(await run('next')).toBe('next 0 false 0');
});

test('a thread that was ended is followed by another', async () => {
  expect(await run('a')).toBe('a 0 false 0');
  await thread.end();
  expect(await run('b')).toBe('b 0 false 0');
});

test('a process that cannot start for lack of file descriptors says so', () => {
  const script = join(folder, 'exhausted.mjs');
  writeFileSync(
    script,
    `import { openSync } from 'node:fs';
import { createSerialProcess } from '${new URL('serial-worker.ts', import.meta.url)}';
const process = createSerialProcess({ module: new URL('tasks.mjs', import.meta.url) });
try {
  for (;;) openSync('/dev/null');
} catch {}
process.run(async () => ({ input: { task: 'a' } })).catch((error) => console.log(error.message));
`,
  );
  const printed = execFileSync('sh', ['-c', 'ulimit -n 64 && exec "$0" "$1"', process.execPath, script], {
    encoding: 'utf8',
  });
  expect(printed).toMatch(/EMFILE/u);
});
