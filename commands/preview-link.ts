import { relative, resolve } from 'node:path';
import { readConfiguration } from '../app/server/config.ts';
import { defaultPreviewDays } from '../app/server/preview-links.ts';
import { issuePreviewLink, maxDays } from './preview-link/issue-link.ts';
import { callDirectory, parseCommandLine, runProgram, UsageError, wholeNumber } from './terminal/command-line.ts';
import { RefusedError } from './terminal/refused-error.ts';

// `npm run preview-link -- articles/insights/x`: issues a link that shows an unpublished article of the running site.

const usage = `Usage: npm run preview-link -- FILE [--days N]

FILE is an article or a page below CONTENT_DIR, such as articles/insights/the-pilot-is-not-the-bridge, or the path of its file.
The link shows the current file, drafts included, for N days (${defaultPreviewDays}; at most ${maxDays}).
`;

await runProgram({ script: 'preview-link', usage, isPrivate: true }, async (parameters) => {
  const { values, positionals } = parseCommandLine({
    args: parameters,
    allowPositionals: true,
    options: { days: { type: 'string' } },
  });
  const [file, excess] = positionals;
  if (!file) throw new UsageError('preview-link takes a file');
  if (excess !== undefined) throw new UsageError(`"${excess}" is an unexpected argument`);
  const days = wholeNumber('days', values.days, maxDays) ?? defaultPreviewDays;
  const configuration = readConfiguration(process.env);
  const fromHere = relative(configuration.contentDirectory, resolve(callDirectory, file));
  const link =
    (await issuePreviewLink(configuration, file, days)) ?? (await issuePreviewLink(configuration, fromHere, days));
  if (link === undefined)
    throw new RefusedError(`${file} is not an article or a page below ${configuration.contentDirectory}`);
  console.log(link);
});
