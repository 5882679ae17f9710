import { readFileSync } from 'node:fs';

/** The modes of libpq (PostgreSQL, SSL Mode Descriptions), and the driver's own `no-verify`. The driver reads any other as `verify-full`. */
const sslModes = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify'];

/** Parameters that name files. The driver reads them for each connection. */
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];

const isLibpqCompatible = (url: string) => url.includes('uselibpqcompat=true');

/**
 * Returns a URL as the driver takes it. The driver checks certificates in the modes `prefer`, `require` and `verify-ca` as in
 * `verify-full`, and prints a warning at each start unless the URL says so.
 */
export const driverUrl = (url: string): string =>
  isLibpqCompatible(url) ? url : url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/u, '$1verify-full');

/** A parameter with which the driver would not connect, or not as meant. */
export interface WrongParameter {
  name: string;
  value: string;
  /** Completes a sentence that begins with the value; undefined if `takes` says it all. */
  reason?: string;
  /** Completes the sentence "it takes …". */
  takes: string;
}

/** Finds the first wrong TLS parameter of a URL, before the driver throws an error that does not name it. Reads the files. */
export function findWrongParameter(url: string): WrongParameter | undefined {
  // Of a repeated parameter the driver uses the last, and none that is empty.
  const given = Object.fromEntries(new URL(url).searchParams);
  const { sslmode: mode } = given;
  if (mode && !sslModes.includes(mode)) return { name: 'sslmode', value: mode, takes: `one of ${sslModes.join(', ')}` };
  if (mode === 'verify-ca' && isLibpqCompatible(url) && !given.sslrootcert)
    return { name: 'sslmode', value: mode, reason: 'needs sslrootcert', takes: 'verify-full without one' };
  for (const name of fileParameters) {
    const value = given[name];
    const reason = value && reasonNotToRead(value);
    if (reason) return { name, value, reason, takes: 'the path of a file that this user may read' };
  }
  return undefined;
}

function reasonNotToRead(file: string): string | undefined {
  try {
    readFileSync(file);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'does not exist' : `cannot be read (${code})`;
  }
}
