import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { type RunningServer, root, startServer } from '../harness/server.ts';
import { application, enquiry, formOf } from './forms.ts';
import { smallSite } from './small-site.ts';

// The metrics of a running site, and those that dashboard and alerts use.

let server: RunningServer;
let metrics: string;

const ask = (path: string, init?: RequestInit) => fetch(new URL(path, server.origin), { redirect: 'manual', ...init });
const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  ask(path, { method: 'POST', body, headers });
const scrape = async () => (await fetch(metrics)).text();

/** The value of a series; undefined if it is missing. */
async function sampleOf(series: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((text) => text.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length));
}
const count = (route: string, status: number, cache: 'hit' | 'miss') =>
  `site_http_requests_total{route="${route}",status="${status}",cache="${cache}"}`;

beforeAll(async () => {
  const port = await freePort();
  metrics = `http://127.0.0.1:${port}/metrics`;
  // Nothing listens there: the scanner is down.
  const clamd = `tcp://127.0.0.1:${await freePort()}`;
  server = await startServer({ ...smallSite, METRICS_PORT: String(port), CLAMD_URL: clamd });
});
afterAll(() => server?.stop());

test('requests count by the pattern of their route, never by the requested path', async () => {
  for (let visit = 0; visit < 3; visit += 1) await (await ask('/who-we-are')).text();
  for (const path of ['/nowhere', '/no/where?a=1', '/wp-admin.php', '/single/nobody-wrote-this/', '/media/none.png'])
    expect((await ask(path)).status).toBe(404);
  await ask('/healthz');
  await ask('/what-we-think?search=tested');
  await ask('/what-we-think?search=arch');

  expect(await sampleOf(count('/who-we-are', 200, 'miss'))).toBe(1);
  expect(await sampleOf(count('/who-we-are', 200, 'hit'))).toBe(2);
  expect(await sampleOf(count('unmatched', 404, 'miss'))).toBe(3);
  expect(await sampleOf(count('/single/:slug/', 404, 'miss'))).toBe(1);
  expect(await sampleOf(count('/media/*', 404, 'miss'))).toBe(1);
  expect(await sampleOf(count('/healthz', 200, 'miss'))).toBe(1);
  expect(await sampleOf('site_http_request_duration_seconds_count{route="/who-we-are",status="200"}')).toBe(1);
  expect(await sampleOf(count('/what-we-think', 200, 'miss'))).toBe(2);
  expect(await scrape()).not.toMatch(/nowhere|nobody-wrote|none\.png|tested/u);
  expect(await sampleOf('site_page_cache_bytes')).toBeGreaterThan(1000);
  expect(await sampleOf('site_search_duration_seconds_count{outcome="found"}')).toBeGreaterThanOrEqual(1);
});

test('the version of the content is that of /readyz', async () => {
  const { content } = (await (await ask('/readyz')).json()) as { content: { version: string } };
  expect(await sampleOf(`site_content_info{version="${content.version}"}`)).toBe(1);
});

test('submissions count by kind and outcome, spam by its reason, scans by their verdict, mail by its delivery', async () => {
  const before = await sampleOf('site_mail_delivery_duration_seconds_count{outcome="delivered"}');
  expect(before).toBeUndefined();
  expect(await sampleOf('site_submissions_total{kind="application",outcome="unavailable"}')).toBe(0);
  expect(await sampleOf('site_resume_scans_total{verdict="infected"}')).toBe(0);
  expect(await sampleOf('site_submissions_stored_total{kind="enquiry",spam="trap"}')).toBe(0);
  expect((await post('/mail/contactform', formOf(enquiry))).status).toBe(200);
  expect((await post('/mail/contactform', formOf({ ...enquiry, website: 'https://spam.example' }))).status).toBe(200);
  expect((await post('/mail/contactform', formOf({ ...enquiry, name: '' }))).status).toBe(422);
  expect((await post('/wp-json/positions/mail', formOf(application, new Uint8Array(100)))).status).toBe(200);

  expect(await sampleOf('site_submissions_total{kind="enquiry",outcome="accepted"}')).toBe(2);
  expect(await sampleOf('site_submissions_total{kind="enquiry",outcome="invalid"}')).toBe(1);
  expect(await sampleOf('site_submissions_stored_total{kind="enquiry",spam="no"}')).toBe(1);
  expect(await sampleOf('site_submissions_stored_total{kind="enquiry",spam="trap"}')).toBe(1);
  expect(await sampleOf('site_submissions_stored_total{kind="application",spam="no"}')).toBe(1);
  expect(await sampleOf('site_resume_scans_total{verdict="unavailable"}')).toBeGreaterThanOrEqual(1);
  // Two notifications and one acknowledgement: both records have the same mailbox.
  await expect
    .poll(() => sampleOf('site_mail_delivery_duration_seconds_count{outcome="delivered"}'), { timeout: 30_000 })
    .toBe(3);
  await expect.poll(() => sampleOf('site_outbox_mails{kind="notification",status="queued"}')).toBe(0);
  expect(await sampleOf('site_outbox_mails{kind="notification",status="held"}')).toBe(1);
  expect(await sampleOf('site_outbox_oldest_seconds{kind="notification"}')).toBe(0);
  expect(await sampleOf('site_database_up')).toBe(1);
});

test('web vitals of browsers are histograms in seconds', async () => {
  const report = { kind: 'vitals', path: '/', device: 'phone', values: { LCP: 1200, CLS: 0.02 } };
  const response = await post('/reports', JSON.stringify(report), {
    'content-type': 'application/json',
    'user-agent': 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0.0.0 Mobile Safari/537.36',
  });
  expect(response.status).toBe(204);
  expect(await sampleOf('site_web_vital_lcp_seconds_bucket{le="1",device="phone"}')).toBe(0);
  expect(await sampleOf('site_web_vital_lcp_seconds_bucket{le="1.25",device="phone"}')).toBe(1);
  expect(await sampleOf('site_web_vital_cls_bucket{le="0.025",device="phone"}')).toBe(1);
});

test('metrics are only on their own port, which serves nothing else', async () => {
  expect((await ask('/metrics')).status).toBe(404);
  expect((await fetch(new URL('/', metrics))).status).toBe(404);
  expect((await fetch(metrics, { method: 'POST' })).status).toBe(405);
  expect((await fetch(metrics)).headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/u);
});

const dashboard = readFileSync(join(root, 'ops/grafana/dashboard.json'), 'utf8');
const alerts = readFileSync(join(root, 'ops/prometheus/alerts.yaml'), 'utf8');

interface Expressions {
  panels: { title: string; targets?: { expr: string }[] }[];
  groups: { rules: { expr: string }[] }[];
}

test('every metric that the dashboard and the alerts name is exported', async () => {
  const text = await scrape();
  const exported = new Set([...text.matchAll(/^# TYPE (\S+)/gmu)].map(([, name = '']) => name));
  const { panels } = JSON.parse(dashboard) as Expressions;
  const { groups } = parse(alerts) as Expressions;
  const expressions = [
    ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ];
  const named = new Set(expressions.flatMap((expression) => expression.match(/\b(?:site|nodejs|process)_\w+/gu) ?? []));
  expect(named.size).toBeGreaterThan(20);
  const missing = [...named].filter((name) => !exported.has(name.replace(/_(?:bucket|count|sum)$/u, '')));
  expect(missing).toEqual([]);
  const shown = [...exported].filter((name) => name.startsWith('site_') && !expressions.join(' ').includes(name));
  expect(shown).toEqual([]);
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)(
  'promtool accepts the metrics and the alert rules, and the rules pass their tests',
  async () => {
    const text = await scrape();
    const own = text.split('\n').filter((line) => /^(?:# \w+ )?site_/u.test(line));
    const linted = spawnSync('promtool', ['check', 'metrics'], { input: `${own.join('\n')}\n`, encoding: 'utf8' });
    expect(linted.stderr).toBe('');
    const promtool = (...parameters: string[]) =>
      execFileSync('promtool', parameters, { cwd: join(root, 'ops/prometheus') });
    promtool('check', 'rules', 'alerts.yaml');
    promtool('test', 'rules', 'alerts.test.yaml');
  },
);
