import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import playwright from '../../playwright.config.ts';
import vitest from '../../vitest.config.ts';
import engines from '../../vitest.engines.config.ts';
import wordpress from '../../vitest.wordpress.config.ts';

// A changed source never passes on the build from before the change.

/** The projects of Vitest whose tests use the build, not only the sources. */
const projects = ((vitest.test?.projects ?? []) as { test: { name: string } }[]).filter(
  ({ test: { name } }) => name !== 'unit',
);

test('Vitest has projects that use the build', () => expect(projects.length).toBeGreaterThan(1));

test.each<readonly [string, unknown]>([
  ['Playwright', playwright],
  ...projects.map((project) => [`Vitest, project ${project.test.name},`, project] as const),
  ['Vitest in the engines', engines],
  ['Vitest with WordPress', wordpress],
])('%s refuses a build that is older than its sources', (_, configuration) => {
  expect(JSON.stringify(configuration)).toContain('tests/harness/current-build.mjs');
});

test('a script that installs the packages first makes its shell look again for Node, which is among them', () => {
  // A shell remembers where it has found a program, and the system's Node may be too old for TypeScript.
  const afterInstall = Object.values(packageJson.scripts).flatMap((script) => script.split('--prepare').slice(1));
  expect(afterInstall.length).toBeGreaterThan(0);
  expect(afterInstall.filter((rest) => /(?<!hash -r.*)\bnode /u.test(rest))).toEqual([]);
});
