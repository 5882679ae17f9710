import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './sources.ts';

const unit = join(root, 'ops/systemd/website.service');
const analyze = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], { encoding: 'utf8' });

// Of 10; 2.0 is "OK", and what is left of it is mostly that a website needs the network.
const maxExposure = 2;

test.skipIf(analyze.error)('systemd rates the service as little exposed', () => {
  const exposure = /Overall exposure level for website\.service: ([\d.]+)/u.exec(analyze.stdout)?.[1];
  expect(Number(exposure)).toBeLessThanOrEqual(maxExposure);
});
