import type { Configuration } from '../../app/server/config.ts';
import { missingDatabase } from '../../app/server/submission-adapters.ts';
import { RefusedError } from './refused-error.ts';

/**
 * Requires the database of a site that has run. A command in a wrong folder would otherwise create one there, and report an empty inbox
 * or an erasure that erased nothing.
 * @throws RefusedError if there is none
 */
export function requireDatabase(configuration: Pick<Configuration, 'dataDirectory' | 'databaseUrl'>): void {
  const file = missingDatabase(configuration);
  if (file !== undefined)
    throw new RefusedError(
      `There is no database ${file}; set DATA_DIR to that of the site, which makes it at its first start`,
    );
}
