import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Creates a directory for one test. It is removed last: after the test's hooks, and after whatever registers itself later. */
export function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'test-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
