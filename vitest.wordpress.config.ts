import { defineConfig } from 'vitest/config';

/** The plugin in Debian's WordPress, with the built site. */
export default defineConfig({
  test: {
    include: ['tests/wordpress/**/*.test.ts'],
    globalSetup: 'tests/harness/current-build.mjs',
    testTimeout: 60_000,
  },
});
