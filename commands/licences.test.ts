import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readLicences, refusedLicences } from './licences/read-licences.ts';

const packages = readLicences(fileURLToPath(new URL('../package-lock.json', import.meta.url)));

test('every production package has an accepted licence', () => {
  expect(packages.get('MIT')).toContainEqual(expect.stringMatching(/^react@\d/u));
  // A development package.
  expect([...packages.values()].flat()).not.toContainEqual(expect.stringMatching(/^vitest@/u));
  expect(refusedLicences(packages)).toEqual([]);
});

test('names a licence that is not accepted, also as a part of another', () => {
  const licences = ['MIT', 'AGPL-3.0-only', 'MIT AND GPL-2.0-only', 'MIT AND ISC', 'none stated'];
  expect(refusedLicences(new Map(licences.map((licence) => [licence, []])))).toEqual([
    'AGPL-3.0-only',
    'MIT AND GPL-2.0-only',
    'none stated',
  ]);
});
