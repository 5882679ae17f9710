import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import {
  api,
  applicationAction,
  contactAction,
  formTokenPath,
  livenessPath,
  readinessPath,
  reportsPath,
} from '../../app/paths.ts';
import { readIgnored, readStages } from '../harness/dockerfile.ts';
import { root } from './sources.ts';

const unit = join(root, 'ops/systemd/website.service');
const analyze = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], { encoding: 'utf8' });

// Of 10; 2.0 is "OK"; most of the remainder is that a website needs the network.
const maxExposure = 2;

test.skipIf(analyze.error)('systemd rates the exposure of the service as low', () => {
  const exposure = /Overall exposure level for website\.service: ([\d.]+)/u.exec(analyze.stdout)?.[1];
  expect(Number(exposure)).toBeLessThanOrEqual(maxExposure);
});

test('a copy of the systemd unit under another name has a data directory and an environment of its own', () => {
  const text = readFileSync(unit, 'utf8');
  for (const setting of ['DATA_DIR=%S/', 'StateDirectory=', 'EnvironmentFile=-/etc/website/'])
    expect(text).toContain(`${setting}%N\n`);
});

test('Kubernetes starts an instance only with its database, and sends requests to it also while the database is down', () => {
  const [deployment] = parseAllDocuments(readFileSync(join(root, 'ops/kubernetes/website.yaml'), 'utf8'));
  const probed = (probe: string) =>
    deployment?.getIn(['spec', 'template', 'spec', 'containers', 0, probe, 'httpGet', 'path']);
  expect(['startupProbe', 'readinessProbe', 'livenessProbe'].map(probed)).toEqual([
    readinessPath,
    livenessPath,
    livenessPath,
  ]);
});

test('Kubernetes sends no request for /readyz from outside to an instance', () => {
  const documents = parseAllDocuments(readFileSync(join(root, 'ops/kubernetes/website.yaml'), 'utf8')).map((document) =>
    document.toJS(),
  );
  const named = (kind: string, name: string) =>
    documents.find((document) => document.kind === kind && document.metadata.name === name);
  const { paths } = named('Ingress', 'website').spec.rules[0].http;
  const serviceOf = (path: string) => paths.find((rule: { path: string }) => rule.path === path)?.backend.service.name;
  expect(named('Service', serviceOf('/')).spec.selector).toEqual({ app: 'website' });
  expect(named('Service', serviceOf(readinessPath)).spec.selector).toBeUndefined();
});

test('alert and dashboard time the same requests: no uploads, which take long, and no reports and probes, which take no time', () => {
  const filters = ['ops/prometheus/alerts.yaml', 'ops/grafana/dashboard.json'].flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8').replaceAll('\\"', '"');
    return [...text.matchAll(/request_duration_seconds_bucket\{([^}]*)\}/gu)].map(
      ([, labels = '']) => /route!~"([^"]+)"/u.exec(labels)?.[1],
    );
  });
  expect(filters.length).toBeGreaterThan(1);
  expect(new Set(filters).size).toBe(1);
  // Prometheus anchors the pattern.
  const excluded = new RegExp(`^(?:${filters[0]})$`, 'u');
  for (const path of [reportsPath, livenessPath, readinessPath, formTokenPath, contactAction, applicationAction])
    expect(path).toMatch(excluded);
  for (const path of ['/', '/single/:slug/', '/what-we-think', api.posts]) expect(path).not.toMatch(excluded);
});

test('systemd, Kubernetes and Docker let the server finish what it has begun before they kill it', () => {
  // 10 s for requests, 1 s for proxies, 5 s for database and mail server (docs/guides/production.md).
  const stopSeconds = 16;
  const of = (pattern: RegExp, file: string) => Number(pattern.exec(readFileSync(join(root, file), 'utf8'))?.[1]);
  expect(of(/^TimeoutStopSec=(\d+)$/mu, 'ops/systemd/website.service')).toBeGreaterThan(stopSeconds);
  expect(of(/--stop-timeout (\d+)/u, 'docs/guides/deploy.md')).toBeGreaterThan(stopSeconds);
  const kubernetes = 'ops/kubernetes/website.yaml';
  const beforeSignal = of(/sleep: \{ seconds: (\d+) \}/u, kubernetes);
  expect(of(/terminationGracePeriodSeconds: (\d+)/u, kubernetes) - beforeSignal).toBeGreaterThan(stopSeconds);
});

describe('The Dockerfile', () => {
  const stages = readStages();
  const instructions = stages.flat();
  const [build = [], lastStage = []] = stages;
  const named = (wanted: string) => instructions.filter(({ name }) => name === wanted).map(({ value }) => value);
  const indexOf = (wanted: string) => lastStage.findIndex(({ name }) => name === wanted);

  test('names the version of each image that it begins with', () => {
    const images = named('FROM').map((value) => value.split(' ')[0] ?? '');
    expect(images.length).toBeGreaterThan(1);
    for (const image of images) expect(image).toMatch(/^[a-z]+:(?!latest)[\w.-]+$/u);
  });

  test('runs as a numbered user without rights from before its first start', () => {
    expect(lastStage.filter(({ name }) => name === 'USER').map(({ value }) => value)).toEqual(['10001']);
    expect(indexOf('USER')).toBeLessThan(indexOf('ENTRYPOINT'));
    // Later steps would run without rights, and later copies could belong to the user.
    for (const { name } of lastStage.slice(indexOf('USER'))) expect(name).not.toMatch(/^(?:RUN|COPY)$/u);
    expect(named('COPY').join()).not.toContain('--chown');
  });

  test('has a health check, and starts the server in place of a shell', () => {
    for (const name of ['HEALTHCHECK', 'ENTRYPOINT'] as const) expect(indexOf(name)).toBeGreaterThan(0);
    expect(JSON.parse(lastStage[indexOf('ENTRYPOINT')]?.value ?? '')).toContain('--serve');
    expect(JSON.parse(/CMD (.*)$/u.exec(lastStage[indexOf('HEALTHCHECK')]?.value ?? '')?.[1] ?? '')).toContain('-e');
  });

  test('installs packages before it copies the sources, so that a change of text installs nothing', () => {
    const install = build.findIndex(({ name, value }) => name === 'RUN' && value.includes('npm install'));
    const sources = build.findIndex(({ name, value }) => name === 'COPY' && value === '. .');
    expect(install).toBeGreaterThan(0);
    expect(install).toBeLessThan(sources);
  });

  test('contains no secret, and fetches only from the package registry', () => {
    expect([...named('ADD'), ...named('ARG')]).toEqual([]);
    expect(named('ENV').join()).not.toMatch(/SECRET|TOKEN|PASSWORD|_URL/u);
    expect(named('RUN').join()).not.toMatch(/\b(?:curl|wget|sudo)\b/u);
    expect(readIgnored()).toEqual(expect.arrayContaining(['.git', '.env*', 'data', 'node_modules', 'build']));
  });
});
