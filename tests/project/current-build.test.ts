import { expect, test } from 'vitest';
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
