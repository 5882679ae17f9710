import { defineConfig, devices } from '@playwright/test';

/** Chromium of the system: no browser is downloaded. `npm test` installs it where it is missing. */
const executablePath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

const desktop = devices['Desktop Chrome'];

export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/helpers/current-build.mjs',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // What fails once and passes then is reported as flaky, and looked into.
  retries: process.env.CI ? 1 : 0,
  // Generous, for a machine whose two cores also build or test something else.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...desktop,
    locale: 'en-GB',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
  projects: [
    {
      name: 'wide',
      use: { viewport: { width: 1440, height: 900 } },
      // A budget is that of a phone.
      testIgnore: ['**/budgets.test.ts'],
    },
    {
      name: 'narrow',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true },
      // What the server answers is the same at every width; analytics looks at its question at both by itself.
      testIgnore: [
        '**/addresses.test.ts',
        '**/analytics.test.ts',
        '**/form-token.test.ts',
        '**/limit.test.ts',
        '**/mail.test.ts',
        '**/security.test.ts',
        // The words of a narrow hero stand below its drawing; `npm run contrast` judges them as well.
        ...(process.env.HERO_MOMENTS ? [] : ['**/hero-contrast.test.ts']),
      ],
    },
  ],
});
