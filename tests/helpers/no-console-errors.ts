import { format } from 'node:util';
import { afterEach, expect } from 'vitest';

// A set-up of every unit and site test: what is written to the console as an error or a warning fails the test that it comes from.

const complaints: string[] = [];

for (const level of ['error', 'warn'] as const) {
  const write = console[level].bind(console);
  console[level] = (...parts: unknown[]) => {
    complaints.push(format(...parts));
    write(...parts);
  };
}

afterEach(() => {
  expect(complaints.splice(0), 'errors and warnings on the console').toEqual([]);
});
