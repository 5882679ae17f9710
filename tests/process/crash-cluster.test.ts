import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { hasPostgres, startPostgres } from '../../app/platform/database/postgres.fixture.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { startMailServer } from '../../app/platform/mail/smtp-server.fixture.ts';
import { compileCache } from '../harness/compile-cache.ts';
import { pinnedNode, recordsIn, root } from '../harness/server.ts';
import { smallSite } from './small-site.ts';
import { createRandom, expectDelivered, expectStored, mailTo, sha256, startVisitors } from './visitors.ts';

// Two instances behind nginx, which share nothing but PostgreSQL. All of them are killed in turn under load, and an operator's
// export is compared with the responses that visitors got.

/** `npm run crash-test` kills more often; CRASH_TEST_KILLS says how often. */
const kills = Number(process.env.CRASH_TEST_KILLS ?? 4);
/** Seeds the times of kills and the submissions; CRASH_TEST_SEED repeats a run that failed. */
const seed = Number(process.env.CRASH_TEST_SEED ?? randomInt(2 ** 31));
/** From the first response after a kill to the next kill, ms at most. */
const maxLifeMs = 400;
/** Enough for a slow machine, ms. */
const timeoutMs = 400_000 + kills * 20_000;
/** Mails that an instance sends at the same time. */
const mailConcurrency = 4;

/** Off the path of users, where Debian has it. */
const nginx = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((directory) => join(directory, 'nginx'))
  .find((path) => existsSync(path));

/** The processes that are killed, one after the other. */
const targets = ['first instance', 'database', 'second instance', 'nginx'] as const;

interface Part {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  /** The end of its output. */
  output(): string;
}

/** Characters of a program's output that explain its end. */
const maxOutput = 10_000;

/** A program that ends only when it is killed. */
function run(program: string, parameters: readonly string[], environment: Readonly<Record<string, string>> = {}): Part {
  const started = spawn(program, parameters, {
    cwd: root,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const listen = (chunk: Buffer) => {
    output = (output + chunk).slice(-maxOutput);
  };
  started.stdout?.on('data', listen);
  started.stderr?.on('data', listen);
  return {
    process: started,
    ended: new Promise((resolve) => started.once('exit', resolve)),
    output: () => output,
  };
}

/** nginx in one directory and one process; a visitor repeats a request whose response was lost. */
const nginxConfiguration = (directory: string, port: number, instances: readonly number[]) => `
  daemon off;
  master_process off;
  pid ${directory}/nginx.pid;
  error_log ${directory}/nginx.log;
  events { worker_connections 256; }
  http {
    access_log off;
    client_max_body_size 64m;
    ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${directory}/${name};`).join('\n')}
    upstream site {
      ${instances.map((instance) => `server 127.0.0.1:${instance} max_fails=0;`).join('\n')}
    }
    server {
      listen 127.0.0.1:${port};
      location / { proxy_pass http://site; proxy_set_header Host $host; }
    }
  }
`;

test.runIf(hasPostgres && nginx)(
  `${kills} kills of two instances, nginx and the database: what got 200 is in the export once, with its file, and both sides get their mail (CRASH_TEST_SEED=${seed})`,
  async () => {
    console.log(`CRASH_TEST_SEED=${seed} CRASH_TEST_KILLS=${kills}`);
    const random = createRandom(seed);
    const directory = temporaryDirectory();
    const mail = await startMailServer();
    const cluster = await startPostgres();
    const databaseUrl = await cluster.createDatabase();
    const [entry, ...ports] = [await freePort(), await freePort(), await freePort()] as const;
    const origin = `http://127.0.0.1:${entry}`;
    writeFileSync(join(directory, 'nginx.conf'), nginxConfiguration(directory, entry, ports));
    const dataDirectories = ports.map((port) => join(directory, String(port)));
    const startInstance = (index: 0 | 1) =>
      run(pinnedNode, ['build/server/server.js'], {
        PORT: String(ports[index]),
        SITE_URL: origin,
        DATA_DIR: dataDirectories[index] ?? '',
        DATABASE_URL: databaseUrl,
        SMTP_URL: mail.url,
        RATE_LIMIT_SUBMISSIONS: 'off',
        LOG_LEVEL: 'error',
        NODE_COMPILE_CACHE: compileCache,
        ...smallSite,
        ...mailTo,
      });
    const startNginx = () =>
      run(nginx ?? '', ['-c', join(directory, 'nginx.conf'), '-e', join(directory, 'nginx.log')]);
    const parts = { 'first instance': startInstance(0), 'second instance': startInstance(1), nginx: startNginx() };
    const restart = {
      'first instance': () => startInstance(0),
      'second instance': () => startInstance(1),
      nginx: startNginx,
    };
    const visitors = startVisitors(origin, { count: 6, random });
    const { accepted } = visitors;

    await expect.poll(accepted, { timeout: 60_000, interval: 20 }).toBeGreaterThan(0);
    for (let round = 0; round < kills; round += 1) {
      const target = targets[round % targets.length] ?? 'nginx';
      const before = accepted();
      await expect.poll(accepted, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
      await wait(random() * maxLifeMs);
      // Nothing has ended on its own.
      for (const [name, { process, output }] of Object.entries(parts))
        expect(process.exitCode, `${name}: ${output()}`).toBeNull();
      if (target === 'database') {
        await cluster.kill();
        await cluster.restart();
        continue;
      }
      parts[target].process.kill('SIGKILL');
      await parts[target].ended;
      parts[target] = restart[target]();
    }
    const before = accepted();
    await expect.poll(accepted, { timeout: 60_000 }).toBeGreaterThan(before);
    await visitors.stop();

    const environment = { DATABASE_URL: databaseUrl };
    const records = await recordsIn(join(directory, 'operator'), [], environment);
    expectStored(records, visitors.sent);
    const folder = join(directory, 'copies');
    execFileSync(pinnedNode, [join(root, 'commands', 'inbox.ts'), 'resumes', '--to', folder], {
      env: { ...environment, PATH: process.env.PATH, DATA_DIR: join(directory, 'operator') },
    });
    const copied = readdirSync(folder).map((name) => [
      / (\S+)\.pdf$/u.exec(name)?.[1],
      sha256(readFileSync(join(folder, name))),
    ]);
    const applications = records.filter(({ kind }) => kind === 'application');
    expect(copied.sort()).toEqual(applications.map(({ id, resume_sha256 }) => [id, resume_sha256]).sort());

    const twice = await expectDelivered(records, mail.received, timeoutMs);
    // Only mails that were being sent at a kill can have arrived twice; without the database no instance can mark them as sent.
    expect(twice).toBeLessThanOrEqual(kills * ports.length * mailConcurrency);
    console.log({ kills, sent: visitors.sent.length, accepted: accepted(), records: records.length, twice });

    for (const name of ['first instance', 'second instance'] as const) {
      parts[name].process.kill('SIGTERM');
      expect(await parts[name].ended, name).toBe(0);
    }
    parts.nginx.process.kill('SIGTERM');
    await parts.nginx.ended;
    for (const dataDirectory of dataDirectories) expect(existsSync(join(dataDirectory, 'resumes'))).toBe(false);
    await mail.close();
    await cluster.remove();
  },
  timeoutMs,
);
