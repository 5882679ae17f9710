import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { startMailServer } from '../../app/platform/mail/smtp-server.fixture.ts';
import { compileCache } from '../harness/compile-cache.ts';
import { pinnedNode, recordsIn, root } from '../harness/server.ts';
import { smallSite } from './small-site.ts';
import { createRandom, expectDelivered, expectStored, mailTo, sha256, startVisitors } from './visitors.ts';

// The server is killed under load, at any point of its life, and an operator's export is compared with the responses that visitors got.

/** `npm run crash-test` kills more often; CRASH_TEST_KILLS says how often. */
const kills = Number(process.env.CRASH_TEST_KILLS ?? 10);
/** Seeds the times of kills and the submissions; CRASH_TEST_SEED repeats a run that failed. */
const seed = Number(process.env.CRASH_TEST_SEED ?? randomInt(2 ** 31));
/** From the first response of a server to its kill, ms at most. */
const maxLifeMs = 400;
/** Enough for a slow machine, ms. */
const timeoutMs = 400_000 + kills * 15_000;
const senders = 6;

/** In which part of a server's life it is killed. */
type Phase = 'while it starts' | 'before its first response' | 'under load';
/** One kill after the other. */
const phases: readonly Phase[] = [
  'under load',
  'while it starts',
  'under load',
  'before its first response',
  'under load',
];

test(
  `${kills} kills under load: what got 200 is in the export once, with its file, and both sides get their mail (CRASH_TEST_SEED=${seed})`,
  async () => {
    console.log(`CRASH_TEST_SEED=${seed} CRASH_TEST_KILLS=${kills}`);
    const random = createRandom(seed);
    const directory = temporaryDirectory();
    const mail = await startMailServer();
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const killed: Record<Phase, number> = { 'while it starts': 0, 'before its first response': 0, 'under load': 0 };
    let output = '';

    /** @returns resolves `ready` when the server logs that it is */
    function start(): { server: ChildProcess; ready: Promise<void>; ended: Promise<number | null> } {
      const server = spawn(pinnedNode, ['build/server/server.js'], {
        cwd: root,
        env: {
          PATH: process.env.PATH,
          PORT: String(port),
          DATA_DIR: directory,
          SMTP_URL: mail.url,
          RATE_LIMIT_SUBMISSIONS: 'off',
          LOG_LEVEL: 'error',
          NODE_COMPILE_CACHE: compileCache,
          ...smallSite,
          ...mailTo,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ready = Promise.withResolvers<void>();
      let said = '';
      const listen = (chunk: Buffer) => {
        said += chunk;
        output += chunk;
        if (said.includes(' is ready at ')) ready.resolve();
      };
      server.stdout.on('data', listen);
      server.stderr.on('data', listen);
      const ended = new Promise<number | null>((resolve) => server.once('exit', resolve));
      return { server, ready: ready.promise, ended };
    }

    let running = start();
    const begun = performance.now();
    await running.ready;
    const startMs = performance.now() - begun;
    const visitors = startVisitors(origin, { count: senders, random });
    const { accepted } = visitors;
    for (let round = 0; round < kills; round += 1) {
      const before = accepted();
      const phase = phases[round % phases.length] ?? 'under load';
      killed[phase] += 1;
      if (phase === 'while it starts') await wait(random() * startMs);
      else await running.ready;
      if (phase === 'under load') {
        await expect.poll(accepted, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
        await wait(random() * maxLifeMs);
      }
      running.server.kill('SIGKILL');
      await running.ended;
      running = start();
    }
    await running.ready;
    await expect.poll(accepted, { timeout: 60_000 }).toBeGreaterThan(killed['under load']);
    await visitors.stop();

    const records = await recordsIn(directory);
    expectStored(records, visitors.sent);
    for (const { resume_file, resume_sha256 } of records)
      if (resume_file) expect(sha256(readFileSync(join(directory, 'resumes', resume_file)))).toBe(resume_sha256);

    const twice = await expectDelivered(records, mail.received, timeoutMs);
    // Only mails that were being sent when a server was killed can have arrived twice: four at a time.
    expect(twice).toBeLessThanOrEqual(kills * 4);
    console.log({ kills: killed, sent: visitors.sent.length, accepted: accepted(), records: records.length, twice });

    running.server.kill('SIGTERM');
    expect(await running.ended).toBe(0);
    const last = start();
    await last.ready;
    const incoming = join(directory, 'incoming');
    await expect.poll(() => existsSync(incoming) && readdirSync(incoming)).toEqual([]);
    last.server.kill('SIGTERM');
    expect(await last.ended).toBe(0);
    expect(output.split('\n').filter((line) => line.includes('"level":"error"'))).toEqual([]);
    await mail.close();
  },
  timeoutMs,
);
