import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Licences accepted for software on a server (SPDX). LGPL covers libvips, a separate library; MPL only changes of its own files. */
const accepted: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
]);

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
    }),
  ),
});

const folder = 'node_modules/';

/** Reads the licences of all production packages from a lock file, for every platform. @returns `name@version` by licence */
export function readLicences(lockFile: string): Map<string, string[]> {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(lockFile, 'utf8')));
  const byLicence = new Map<string, string[]>();
  for (const [path, { version, license = 'none stated', dev }] of Object.entries(packages)) {
    if (path === '' || dev) continue;
    const name = path.slice(path.lastIndexOf(folder) + folder.length);
    byLicence.getOrInsert(license, []).push(`${name}@${version}`);
  }
  return new Map([...byLicence].sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns licences with a part that is not accepted; all parts of an `AND` must be accepted. */
export function refusedLicences(packages: ReadonlyMap<string, unknown>): string[] {
  return [...packages.keys()].filter((licence) => licence.split(' AND ').some((part) => !accepted.has(part)));
}
