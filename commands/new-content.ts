import type { CategorySlug } from '../app/features/articles/article.schema.ts';
import { readConfiguration } from '../app/server/config.ts';
import { isoDay } from '../app/shared/iso-time.ts';
import { createArticle, createPosition } from './new-content/create-content-file.ts';
import { parseCommandLine, runProgram, UsageError } from './terminal/command-line.ts';

// `npm run content:new -- article "Title"`: creates a valid file for a new article or position.

const usage = `npm run content:new -- article "Title" [--category success-stories]
npm run content:new -- position "Title" [--category SLUG]

Writes a file with a new id into CONTENT_DIR and prints its path. An article is a draft until you remove "draft: true".
The site lists a position at once; SLUG is a category of careers.yaml, the first one by default.
`;

await runProgram({ script: 'content:new', usage }, async (args) => {
  const { values, positionals } = parseCommandLine({
    args,
    allowPositionals: true,
    options: { category: { type: 'string' } },
  });
  const [kind, title = '', excess] = positionals;
  if (kind !== 'article' && kind !== 'position')
    throw new UsageError(`content:new takes article or position, not "${kind ?? ''}"`);
  if (!title.trim()) throw new UsageError(`${kind} takes a title`);
  if (excess !== undefined) throw new UsageError(`"${excess}" is an unexpected argument; put the title in quotes`);
  const { contentDirectory } = readConfiguration(process.env);
  const wanted = { title: title.trim(), contentDirectory, today: isoDay(new Date()) };
  const file =
    kind === 'article'
      ? await createArticle({ ...wanted, category: articleCategory(values.category) })
      : await createPosition({ ...wanted, category: values.category });
  process.stdout.write(`${contentDirectory}/${file}\n`);
});

function articleCategory(category = 'insights'): CategorySlug {
  if (category === 'insights' || category === 'success-stories') return category;
  throw new UsageError(`--category is "${category}"; an article takes success-stories or insights`);
}
