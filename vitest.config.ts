import { defineConfig } from 'vitest/config';
import { compileCache } from './tests/harness/compile-cache.ts';

// For the processes that run the tests, and for their threads and child processes.
process.env.NODE_COMPILE_CACHE ??= compileCache;

export default defineConfig({
  test: {
    environment: 'node',
    setupFiles: 'tests/harness/no-console-errors.ts',
    // Until twenty runs have passed without a retry; the reporter names each retried test.
    retry: process.env.CI ? 1 : 0,
    // Generous, for a machine whose two cores also build or test something else.
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // Many of them wait for processes, disks and clocks: one file at a time would leave half of two cores idle.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Files share processes: a process for each takes a fifth of the processor time of all unit tests.
          isolate: false,
          include: ['app/**/*.test.{ts,tsx}', 'commands/**/*.test.ts', 'tests/project/**/*.test.ts'],
          globalSetup: 'tests/harness/start-postgres.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'site',
          // As above: it would take more than a quarter of their processor time.
          isolate: false,
          include: ['tests/site/**/*.test.ts'],
          // Node imports the sources as it does for the commands: Vite takes five seconds of processor time to transform them.
          experimental: { viteModuleRunner: false },
          globalSetup: ['tests/harness/current-build.mjs', 'tests/site/create-data-folder.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'process',
          // As above.
          isolate: false,
          include: ['tests/{contracts,process}/**/*.test.ts'],
          globalSetup: ['tests/harness/current-build.mjs', 'tests/process/create-small-content.ts'],
        },
      },
    ],
  },
});
