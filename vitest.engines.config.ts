import { defineConfig } from 'vitest/config';

/** Journeys in Firefox and WebKit, on the built site. */
export default defineConfig({
  test: {
    include: ['tests/engines/**/*.test.ts'],
    environment: './tests/engines/environment.ts',
    // Files share processes, and so browsers.
    isolate: false,
    globalSetup: ['tests/harness/current-build.mjs', 'tests/engines/start-site.ts'],
    // Retry as in vitest.config.ts. Tests may take longer: each visits many pages, and on a slow machine a page takes ten seconds.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 300_000,
    hookTimeout: 180_000,
    maxWorkers: 2,
  },
});
