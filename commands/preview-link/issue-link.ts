import { previewPathOf } from '../../app/content/preview-path.ts';
import { createSharedKeys } from '../../app/features/submissions/protection/shared-keys.ts';
import { systemClock } from '../../app/platform/clock/clock.ts';
import type { Configuration } from '../../app/server/config.ts';
import { createPreviewLinks } from '../../app/server/preview-links.ts';
import { createSubmissionAdapters } from '../../app/server/submission-adapters.ts';
import { dayMs } from '../../app/shared/iso-time.ts';
import { requireDatabase } from '../terminal/require-database.ts';

/** Maximum validity, days. */
export const maxDays = 90;

/**
 * Issues a signed link to an article or a page of the configured site; undefined for any other file.
 * @param file below the content directory, with or without `content/` before it
 * @throws RefusedError without the site's database: with a key of its own, a new one would sign links that the site refuses
 */
export async function issuePreviewLink(
  configuration: Configuration,
  file: string,
  days: number,
): Promise<string | undefined> {
  await requireDatabase(configuration);
  const path = previewPathOf(configuration.contentDirectory, file);
  if (!path) return undefined;
  await using adapters = createSubmissionAdapters(configuration);
  const links = createPreviewLinks({ keys: createSharedKeys(adapters.database), clock: systemClock });
  return configuration.siteUrl + (await links.issue(path, days * dayMs));
}
