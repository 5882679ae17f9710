import { relative, sep } from 'node:path';

/** Names of what the site stores in its data directory. They never change, since each version reads the data of earlier ones. */
export const dataNames = {
  /** The database, unless `DATABASE_URL` names another. */
  database: 'intake.sqlite',
  resumes: 'resumes',
  /** Uploads that are not stored yet. */
  incoming: 'incoming',
  /** Mails that are written to files. */
  mail: 'mail',
  /** The ledger of erasures. */
  erasures: 'erasures',
  /** Former slugs of articles. */
  slugs: 'slugs',
  /** The copy of a content host. */
  contentHost: 'content-host',
  /** Cached pictures, and articles prepared for pages and search. */
  images: 'images',
  prepared: 'prepared',
  /** Work of the editor. */
  edit: 'edit',
} as const;

/** Folders of the site, of earlier versions too. */
const ownNames: ReadonlySet<string> = new Set([...Object.values(dataNames), 'check']);

/** Prefixes of files that probe the disk, and of backups that are being restored. */
export const probePrefix = '.probe-';
export const restoringPrefix = 'restoring-';

/** The database has a log and copies beside it. */
const ownPrefixes = [dataNames.database, probePrefix, restoringPrefix] as const;

/** Whether the site stores an entry of this name in its data directory. The root of a file system has `lost+found`, which is nobody's. */
export const isOwnEntry = (name: string): boolean =>
  ownNames.has(name) || name === 'lost+found' || ownPrefixes.some((prefix) => name.startsWith(prefix));

/** Whether a path is that of a directory or is below it. Both are absolute. */
export function isWithin(directory: string, path: string): boolean {
  const below = relative(directory, path);
  return below !== '..' && !below.startsWith(`..${sep}`);
}
