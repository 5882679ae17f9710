import { relative, sep } from 'node:path';

/** Names in the data directory that the site stores data under, of this version and of earlier ones. */
const ownNames: ReadonlySet<string> = new Set([
  'check',
  'content-host',
  'edit',
  'erasures',
  'images',
  'incoming',
  'mail',
  'prepared',
  'resumes',
  'slugs',
]);

/** The database with its log and copies of it, files that probe the disk, and backups that are being restored. */
const ownPrefixes = ['intake.sqlite', '.probe-', 'restoring-'] as const;

/** Whether the site stores an entry of this name in its data directory. The root of a file system has `lost+found`, which is nobody's. */
export const isOwnEntry = (name: string): boolean =>
  ownNames.has(name) || name === 'lost+found' || ownPrefixes.some((prefix) => name.startsWith(prefix));

/** Whether a path is that of a directory or is below it. Both are absolute. */
export function isWithin(directory: string, path: string): boolean {
  const below = relative(directory, path);
  return below !== '..' && !below.startsWith(`..${sep}`);
}
