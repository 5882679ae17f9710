import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import playwright from '../../playwright.config.ts';
import vitest from '../../vitest.config.ts';
import engines from '../../vitest.engines.config.ts';

// A changed source never passes on the build from before the change.

test.each([
  ['Playwright', playwright],
  ['Vitest', vitest],
  ['Vitest in the engines', engines],
])('%s refuses a build that is older than its sources', (_, configuration) => {
  expect(JSON.stringify(configuration)).toContain('tests/harness/current-build.mjs');
});

test('a script that installs the packages first makes its shell look again for Node, which is among them', () => {
  // A shell remembers where it has found a program, and the system's Node may be too old for TypeScript.
  const afterInstall = Object.values(packageJson.scripts).flatMap((script) => script.split('--prepare').slice(1));
  expect(afterInstall.length).toBeGreaterThan(0);
  expect(afterInstall.filter((rest) => /(?<!hash -r.*)\bnode /u.test(rest))).toEqual([]);
});
