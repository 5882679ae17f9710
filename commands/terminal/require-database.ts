import type { Configuration } from '../../app/server/config.ts';
import { missingDatabase } from '../../app/server/submission-adapters.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Requires the database of a site that has run. A command in a wrong folder, or with the URL of an empty database, would otherwise create
 * one there, and report an empty inbox or an erasure that erased nothing.
 * @throws RefusedError if there is none
 */
export async function requireDatabase(
  configuration: Pick<Configuration, 'dataDirectory' | 'databaseUrl'>,
): Promise<void> {
  const missing = await missingDatabase(configuration);
  if (missing !== undefined) throw new RefusedError(missing);
}
