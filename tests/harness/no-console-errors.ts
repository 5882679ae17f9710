import { format } from 'node:util';
import { afterAll, afterEach, expect } from 'vitest';

// Set-up of every file of unit and site tests: an error or a warning on the console fails the test that writes it.

const complaints: string[] = [];

for (const level of ['error', 'warn'] as const) {
  const original = console[level];
  console[level] = (...parts: unknown[]) => {
    complaints.push(format(...parts));
    original.call(console, ...parts);
  };
  // The next file may run in the same process, and sets up its own.
  afterAll(() => {
    console[level] = original;
  });
}

afterEach(() => {
  expect(complaints.splice(0), 'errors and warnings on the console').toEqual([]);
});
