import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockFile {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

// npm installs only what the lock file has: without the programs of other systems, `npm run check` would fail there.
test('the lock file has the optional packages of every system', () => {
  const { packages }: LockFile = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8'));
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
