import { readConfiguration } from '../app/server/config.ts';
import { isoDay } from '../app/shared/iso-time.ts';
import { createArticle, createPosition } from './new-content/create-content-file.ts';
import { parseCommandLine, runProgram, UsageError } from './terminal/command-line.ts';

// `npm run content:new -- article "Title"`: creates a valid file for a new article or position.

const usage = `npm run content:new -- article "Title" [--category success-stories]
npm run content:new -- position "Title"

Writes a file with a new id into CONTENT_DIR and prints its path. An article is a draft until you remove "draft: true".
`;

await runProgram({ script: 'content:new', usage }, async (args) => {
  const { values, positionals } = parseCommandLine({
    args,
    allowPositionals: true,
    options: { category: { type: 'string', default: 'insights' } },
  });
  const [kind, title = '', excess] = positionals;
  const { category } = values;
  if (kind !== 'article' && kind !== 'position')
    throw new UsageError(`content:new takes article or position, not "${kind ?? ''}"`);
  if (!title.trim()) throw new UsageError(`${kind} takes a title`);
  if (excess !== undefined) throw new UsageError(`"${excess}" is an unexpected argument; put the title in quotes`);
  if (category !== 'insights' && category !== 'success-stories')
    throw new UsageError(`--category is "${category}"; it takes success-stories or insights`);
  const { contentDirectory } = readConfiguration(process.env);
  const wanted = { title: title.trim(), contentDirectory, today: isoDay(new Date()) };
  const file = kind === 'article' ? await createArticle({ ...wanted, category }) : await createPosition(wanted);
  process.stdout.write(`${contentDirectory}/${file}\n`);
});
