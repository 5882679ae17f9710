import type { Configuration } from '../../app/server/config.ts';
import { hasNoDatabase } from '../../app/server/submission-adapters.ts';

/** Writes a remark if the site has no database, because a command in a wrong folder finds nothing and reports no error. */
export function warnOfNoDatabase(
  configuration: Pick<Configuration, 'dataDirectory' | 'databaseUrl'>,
  notify: (line: string) => void,
): void {
  if (hasNoDatabase(configuration))
    notify(`There was no database in ${configuration.dataDirectory}; DATA_DIR must be that of the site.`);
}
