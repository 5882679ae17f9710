import { resolve } from 'node:path';
import { loadContent } from '../../app/content/load-content.ts';
import { ContentError, describeProblem } from '../../app/platform/content/problem.ts';
import { readConfiguration } from '../../app/server/config.ts';
import { callDirectory, parseCommandLine, runProgram, UsageError } from '../terminal/command-line.ts';
import { RefusedError } from '../terminal/refused-error.ts';
import { describeReport } from './report.ts';
import { importPosts } from './wordpress/import-posts.ts';

// `npm run import -- wordpress-export FILE.xml`: imports articles of another site as content files.

const usage = `npm run import -- wordpress-export FILE.xml [options]

Converts the posts of a WordPress export (Tools, Export, All content) into articles in CONTENT_DIR. A second run with the same
options imports only posts that changed in WordPress, and never changes a file that was edited here.

  --dry-run          report only, write nothing
  --json             the report as JSON
  --category SLUG    success-stories or insights: for posts in neither category (insights)
  --post-type NAME   post type to import; may be repeated (post)
  --author ID        person of people.yaml for authors who are not in it; without it they become guests
  --banner PATH      picture below content/media for articles without a banner
  --uploads FOLDER   copy of the site's wp-content/uploads: imports pictures and PDFs of the posts
  --add-terms        add unknown categories and tags to taxonomy.yaml
`;

await runProgram({ script: 'import', usage }, async (parameters) => {
  const { values, positionals } = parseCommandLine({
    args: parameters,
    allowPositionals: true,
    options: {
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      category: { type: 'string', default: 'insights' },
      'post-type': { type: 'string', multiple: true, default: ['post'] },
      author: { type: 'string' },
      banner: { type: 'string' },
      uploads: { type: 'string' },
      'add-terms': { type: 'boolean', default: false },
    },
  });
  const [kind, given, excess] = positionals;
  if (kind !== 'wordpress-export') throw new UsageError(`import takes wordpress-export, not "${kind ?? ''}"`);
  if (!given) throw new UsageError('wordpress-export takes the file of an export');
  if (excess !== undefined) throw new UsageError(`"${excess}" is an unexpected argument`);
  const file = resolve(callDirectory, given);
  const { category, uploads } = values;
  if (category !== 'insights' && category !== 'success-stories')
    throw new UsageError(`--category is "${category}"; it takes success-stories or insights`);
  const { contentDirectory, siteUrl, contentHost } = readConfiguration(process.env);
  const report = await importPosts({
    file,
    contentDirectory,
    dryRun: values['dry-run'],
    category,
    postTypes: values['post-type'],
    author: values.author,
    banner: values.banner,
    uploads: uploads && resolve(callDirectory, uploads),
    addTerms: values['add-terms'],
  }).catch((error: unknown) => {
    throw explain(error, file);
  });
  const contentProblems = values['dry-run']
    ? []
    : await problemsOf(() => loadContent(contentDirectory, siteUrl, { isHosted: contentHost !== undefined }));
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ ...report, contentProblems }, null, 2)}\n`
      : describeReport(report, contentProblems),
  );
  if (contentProblems.length > 0) process.exitCode = 1;
});

async function problemsOf(load: () => Promise<unknown>): Promise<string[]> {
  try {
    await load();
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems.map(describeProblem);
    throw error;
  }
}

/** @returns the error itself where it is a bug, whose stack is needed */
function explain(error: unknown, file: string): unknown {
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) return new RefusedError(`${path} does not exist`);
  if (code === 'EISDIR') return new RefusedError(`${file} is a directory; it takes the file of the export`);
  return error;
}
