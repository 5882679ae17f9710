import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createSharedKeys } from '../app/features/submissions/protection/shared-keys.ts';
import { articleHref, homePath } from '../app/paths.ts';
import { systemClock } from '../app/platform/clock/clock.ts';
import { privateUmask } from '../app/platform/files/private-directory.ts';
import { readConfiguration } from '../app/server/config.ts';
import { createPreviewLinks } from '../app/server/preview-links.ts';
import { createSubmissionAdapters } from '../app/server/submission-adapters.ts';
import { parseCommandLine, runProgram, UsageError, wholeNumber } from './terminal/command-line.ts';
import { RefusedError } from './terminal/refused-error.ts';

// `npm run preview-link -- articles/insights/x`: a link that shows an article of the running site before it is published.

const dayMs = 86_400_000;
const defaultDays = 7;
const maxDays = 90;

const usage = `Usage: npm run preview-link -- FILE [--days N]

FILE is an article or a page below CONTENT_DIR, such as articles/insights/the-pilot-is-not-the-bridge.
The link shows it as it is at that time, drafts included, for N days (${defaultDays}; at most ${maxDays}).
`;

process.umask(privateUmask);
await runProgram(usage, async (parameters) => {
  const { values, positionals } = parseCommandLine({
    args: parameters,
    allowPositionals: true,
    options: { days: { type: 'string' }, help: { type: 'boolean', default: false } },
  });
  if (values.help) return false;
  const [file, excess] = positionals;
  if (!file) throw new UsageError('preview-link takes a file');
  if (excess !== undefined) throw new UsageError(`"${excess}" is one word too many`);
  const days = wholeNumber('days', values.days, maxDays) ?? defaultDays;
  const configuration = readConfiguration(process.env);
  const path = pathOf(configuration.contentDirectory, file);
  if (!path) throw new RefusedError(`${file} is not an article or a page below ${configuration.contentDirectory}`);
  const { database } = createSubmissionAdapters(configuration);
  try {
    const links = createPreviewLinks({ keys: createSharedKeys(database), clock: systemClock });
    console.log(configuration.siteUrl + (await links.issue(path, days * dayMs)));
  } finally {
    await database.close();
  }
});

/** Where a file of the content is seen. */
function pathOf(directory: string, file: string): string | undefined {
  const [, folder = '', slug = ''] =
    /^(?:content\/)?(articles\/insights|articles\/success-stories|pages|legal)\/([a-z0-9-]+)(?:\.\w+)?$/u.exec(file) ??
    [];
  const isArticle = folder.startsWith('articles/');
  const ending = folder === 'pages' ? 'yaml' : 'md';
  if (!slug || !existsSync(join(directory, folder, `${slug}.${ending}`))) return undefined;
  if (isArticle) return articleHref(slug);
  return slug === 'home' ? homePath : `/${slug}`;
}
