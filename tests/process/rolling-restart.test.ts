import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasPostgres, type PostgresCluster, startPostgres } from '../../app/platform/database/postgres.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { type RunningServer, recordsIn, startServer } from '../harness/server.ts';
import { application, enquiry, formOf } from './forms.ts';
import { hasNginx, type RunningNginx, startNginx } from './nginx.ts';
import { smallSite } from './small-site.ts';

// Two instances behind nginx are restarted in turn, as an upgrade does it, and no visitor notices.

/** `npm run restart-test` takes longer: RESTART_SECONDS. Without it each instance restarts once. */
const seconds = Number(process.env.RESTART_SECONDS ?? 0);
const instanceNames = ['first', 'second'] as const;
/** Concurrent visitors, each with one request at a time. */
const readers = 6;
const senders = 6;

let cluster: PostgresCluster;
let nginx: RunningNginx;
let ports: number[];
let instances: RunningServer[];
let directory: string;
let environment: Record<string, string>;

const start = (index: number) =>
  startServer(
    { ...environment, PORT: String(ports[index]) },
    { dataDirectory: join(directory, instanceNames[index] ?? '') },
  );

/** Sends one request without a retry. @returns its status, or the reason why there is none */
async function ask(agent: Agent, path: string, form?: FormData, key: string = randomUUID()): Promise<string> {
  const message = form && new Response(form);
  const bytes = message && Buffer.from(await message.arrayBuffer());
  const type = message?.headers.get('content-type');
  const outgoing = request({
    agent,
    host: '127.0.0.1',
    port: nginx.port,
    path,
    method: form ? 'POST' : 'GET',
    // Of the test's own certificate.
    rejectUnauthorized: false,
    headers: {
      host: `localhost:${nginx.port}`,
      ...(bytes && type ? { 'content-type': type, 'content-length': bytes.length } : {}),
      // Like the site's own forms.
      ...(bytes && key ? { 'idempotency-key': key } : {}),
    },
  });
  try {
    Readable.from(bytes ? [bytes] : []).pipe(outgoing);
    const [incoming] = await once(outgoing, 'response');
    await buffer(incoming);
    return String(incoming.statusCode);
  } catch (error) {
    return String((error as NodeJS.ErrnoException).code ?? error);
  }
}

/** Visitors who continue until they are stopped. */
function startVisitors() {
  const outcomes = new Map<string, number>();
  let isDone = false;
  let number = 0;
  const kinds = {
    page: () => ['/who-we-are'] as const,
    // It is in no cache.
    search: () => [`/what-we-think?search=${randomUUID().slice(0, 8)}`] as const,
    enquiry: () => ['/mail/contactform', formOf({ ...enquiry, comment: randomUUID() })] as const,
    // From a browser without JavaScript.
    plain: () => ['/mail/contactform', formOf({ ...enquiry, comment: randomUUID() }), ''] as const,
    application: () =>
      ['/wp-json/positions/mail', formOf({ ...application, message: randomUUID() }, randomBytes(200_000))] as const,
  };
  async function visit(names: readonly (keyof typeof kinds)[]) {
    const agent = new Agent({ keepAlive: true });
    while (!isDone) {
      const name = names[number++ % names.length] ?? 'page';
      const [path, form, key] = kinds[name]();
      const outcome = `${name} ${await ask(agent, path, form, key)}`;
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    }
    agent.destroy();
  }
  const visits = [
    ...Array.from({ length: readers }, () => visit(['page', 'search'])),
    ...Array.from({ length: senders }, () => visit(['enquiry', 'plain', 'plain', 'application'])),
  ];
  return {
    count: (outcome: string) => outcomes.get(outcome) ?? 0,
    async stop() {
      isDone = true;
      await Promise.all(visits);
      return Object.fromEntries(outcomes);
    },
  };
}

describe.runIf(hasNginx && hasPostgres)('a rolling restart', () => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'rolling-restart-'));
    cluster = await startPostgres();
    const port = await freePort();
    ports = [await freePort(), await freePort()];
    environment = {
      ...smallSite,
      SITE_URL: `https://localhost:${port}`,
      TRUST_PROXY: '127.0.0.1',
      DATABASE_URL: await cluster.createDatabase(),
      MAIL_ACKNOWLEDGE: 'off',
    };
    instances = [await start(0), await start(1)];
    nginx = await startNginx({ port, instances: ports });
  });
  afterAll(async () => {
    await nginx?.stop();
    for (const instance of instances ?? []) await instance.stop();
    await cluster?.remove();
    if (directory) rmSync(directory, { recursive: true });
  });

  test(
    'responds to every request, and every form is stored once',
    async () => {
      const visitors = startVisitors();
      const until = performance.now() + seconds * 1000;
      let restarts = 0;
      do {
        for (const index of instanceNames.keys()) {
          const forms = () => visitors.count('enquiry 200') + visitors.count('plain 200');
          const before = forms();
          await expect.poll(forms, { timeout: 60_000, interval: 10 }).toBeGreaterThan(before + senders);
          await instances[index]?.stop();
          instances[index] = await start(index);
          await expect
            .poll(async () => (await fetch(`http://127.0.0.1:${ports[index]}/readyz`)).status, { timeout: 60_000 })
            .toBe(200);
          restarts += 1;
        }
      } while (performance.now() < until);
      const outcomes = await visitors.stop();
      console.log({ restarts, ...outcomes });
      expect(Object.keys(outcomes).sort()).toEqual([
        'application 200',
        'enquiry 200',
        'page 200',
        'plain 200',
        'search 200',
      ]);
      const records = await recordsIn(join(directory, 'operator'), [], environment);
      const accepted = ['enquiry', 'plain', 'application'].map((name) => outcomes[`${name} 200`] ?? 0);
      expect(records).toHaveLength(accepted.reduce((sum, count) => sum + count, 0));
      expect(new Set(records.map(({ comment, message }) => comment || message)).size).toBe(records.length);
    },
    300_000 + seconds * 2000,
  );
});
