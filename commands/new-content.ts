import { parseArgs } from 'node:util';
import { ContentError } from '../app/platform/content/problem.ts';
import { ConfigurationError, readConfiguration } from '../app/server/config.ts';
import { createArticle, createPosition, NewContentError } from './new-content/create-content-file.ts';

// `npm run content:new -- article "Title"`: begins an article or a position with a file that is valid as it is.

const usage = `npm run content:new -- article "Title" [--category success-stories]
npm run content:new -- position "Title"

Writes a file with an id of its own into CONTENT_DIR and says where it is. An article is a draft until "draft: true" is removed.
`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { category: { type: 'string', default: 'insights' }, help: { type: 'boolean', default: false } },
  });
  const [kind, title, ...rest] = positionals;
  const { category } = values;
  if (values.help) process.stdout.write(usage);
  else if ((kind !== 'article' && kind !== 'position') || !title?.trim() || rest.length > 0) refuse(usage);
  else if (category !== 'insights' && category !== 'success-stories')
    refuse(`--category is "${category}"; it takes success-stories or insights\n`);
  else {
    const { contentDirectory } = readConfiguration(process.env);
    const wanted = { title: title.trim(), contentDirectory, today: new Date().toISOString().slice(0, 10) };
    const file = kind === 'article' ? await createArticle({ ...wanted, category }) : await createPosition(wanted);
    process.stdout.write(`${contentDirectory}/${file}\n`);
  }
} catch (error) {
  const { code } = error as NodeJS.ErrnoException;
  const isExpected =
    [NewContentError, ContentError, ConfigurationError].some((type) => error instanceof type) ||
    code?.startsWith('ERR_PARSE_ARGS');
  if (!isExpected) throw error;
  refuse(`${(error as Error).message}\n`);
}

function refuse(message: string): void {
  process.stderr.write(message);
  process.exitCode = 2;
}
