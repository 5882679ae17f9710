import { defineConfig, devices } from '@playwright/test';
import { chromiumOptions } from './commands/bench/chromium.ts';

const desktop = devices['Desktop Chrome'];

/** Tests about phones only: budgets are those of a phone, and large text is hardest to fit there. */
const onPhones = ['**/budgets.test.ts', '**/large-text.test.ts'];

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: ['./tests/harness/current-build.mjs', './tests/harness/site-of-journeys.ts'],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Until twenty runs have passed without a retry; a test that passes only at its retry is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  // Generous, for a machine whose two cores also build or test something else.
  timeout: 60_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    ...desktop,
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions(),
  },
  projects: [
    {
      name: 'wide',
      use: { viewport: { width: 1440, height: 900 } },
      testIgnore: onPhones,
      grepInvert: /@narrow/u,
    },
    {
      // Only tests that a narrow window affects, by their tags.
      name: 'narrow',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      grep: [
        /@narrow|@every-width/u,
        /(?:budgets|large-text)\.test/u,
        ...(process.env.HERO_FRAMES ? [/hero-contrast/u] : []),
      ],
    },
  ],
});
