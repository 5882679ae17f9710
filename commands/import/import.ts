import { parseArgs } from 'node:util';
import { loadContent } from '../../app/content/load-content.ts';
import { ContentError, describeProblem } from '../../app/platform/content/problem.ts';
import { ConfigurationError, readConfiguration } from '../../app/server/config.ts';
import { describeReport } from './report.ts';
import { ExportError } from './wordpress/export-reader.ts';
import { ImportOptionError, importPosts } from './wordpress/import-posts.ts';

// `npm run import -- wordpress-export FILE.xml`: takes over what was written elsewhere as content files.

const usage = `npm run import -- wordpress-export FILE.xml [options]

Turns the posts of a WordPress export (Tools, Export, All content) into articles in CONTENT_DIR. Running it again changes
nothing, takes over what has changed in WordPress, and never touches a file that was edited here since.

  --dry-run          report only, write nothing
  --json             the report as JSON
  --category SLUG    success-stories or insights: for posts filed under neither (insights)
  --post-type NAME   type of WordPress that counts as a post; may stand several times (post)
  --author ID        person of people.yaml for authors who are not there; without it they become guests
  --banner PATH      picture below content/media for articles whose own is not there
  --uploads FOLDER   copy of the site's wp-content/uploads: pictures of the posts are imported
  --add-terms        add unknown categories and tags to taxonomy.yaml
`;

const { values, positionals } = readArguments();
const [kind, file, ...rest] = positionals;
if (values.help) {
  process.stdout.write(usage);
} else if (kind !== 'wordpress-export' || !file || rest.length > 0) {
  refuse(usage);
} else if (values.category !== 'insights' && values.category !== 'success-stories') {
  refuse(`--category is "${values.category}"; it takes success-stories or insights\n`);
} else {
  try {
    const { contentDirectory, siteUrl } = readConfiguration(process.env);
    const report = await importPosts({
      file,
      contentDirectory,
      dryRun: values['dry-run'],
      category: values.category,
      postTypes: values['post-type'],
      author: values.author,
      banner: values.banner,
      uploads: values.uploads,
      addTerms: values['add-terms'],
    });
    const contentProblems = values['dry-run'] ? [] : await checkContent(contentDirectory, siteUrl);
    process.stdout.write(
      values.json
        ? `${JSON.stringify({ ...report, contentProblems }, null, 2)}\n`
        : describeReport(report, contentProblems),
    );
    if (contentProblems.length > 0) process.exitCode = 1;
  } catch (error) {
    refuse(`${explain(error)}\n`);
  }
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        'dry-run': { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
        category: { type: 'string', default: 'insights' },
        'post-type': { type: 'string', multiple: true, default: ['post'] },
        author: { type: 'string' },
        banner: { type: 'string' },
        uploads: { type: 'string' },
        'add-terms': { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    refuse(`${(error as Error).message}\n\n${usage}`);
    process.exit();
  }
}

async function checkContent(directory: string, siteUrl: string): Promise<string[]> {
  try {
    await loadContent(directory, siteUrl);
    return [];
  } catch (error) {
    if (error instanceof ContentError) return error.problems.map(describeProblem);
    throw error;
  }
}

/** @throws the error itself where it is a fault of the program, whose stack is wanted */
function explain(error: unknown): string {
  const expected = [ExportError, ImportOptionError, ConfigurationError, ContentError].some(
    (type) => error instanceof type,
  );
  if (expected) return (error as Error).message;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && path !== undefined) return `${path} does not exist`;
  if (code === 'EISDIR') return `${file} is a directory; it takes the file of the export`;
  throw error;
}

function refuse(message: string): void {
  process.stderr.write(message);
  process.exitCode = 2;
}
