import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['app/**/*.test.{ts,tsx}', 'commands/**/*.test.ts', 'tests/{contracts,process,project,site}/**/*.test.ts'],
    environment: 'node',
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // Many of them wait for processes, disks and clocks: on two cores one file at a time would leave half of both idle.
    maxWorkers: 2,
  },
});
