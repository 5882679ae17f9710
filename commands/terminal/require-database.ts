import type { Configuration } from '../../app/server/config.ts';
import { missingDatabase } from '../../app/server/submission-adapters.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Requires the database of a site that has run: in a wrong folder, a command would create an empty one and report an empty inbox.
 * @throws RefusedError if there is none
 */
export async function requireDatabase(
  configuration: Pick<Configuration, 'dataDirectory' | 'databaseUrl'>,
): Promise<void> {
  const missing = await missingDatabase(configuration);
  if (missing !== undefined) throw new RefusedError(missing);
}
