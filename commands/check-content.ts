import { loadContentOnce } from '../app/content/load-content.ts';
import type { SiteContent } from '../app/content/site-content.ts';
import { ContentError, describeProblem } from '../app/platform/content/problem.ts';
import { readConfiguration } from '../app/server/config.ts';
import { requireContentDirectory } from '../app/server/dependencies.ts';
import { parseCommandLine, runProgram } from './terminal/command-line.ts';
import { count } from './terminal/count.ts';

// `npm run content:check`: reads the content in CONTENT_DIR like the server at its start, and prints all problems or a summary in
// one line.

const usage = `Usage: npm run content:check

Checks the content in CONTENT_DIR, by default ./content. It exits with 1 if the content has a mistake.
`;

await runProgram({ script: 'content:check', usage }, async (args) => {
  // A folder as an argument would otherwise be ignored, and another one be reported as valid.
  parseCommandLine({ args, options: {} });
  const configuration = readConfiguration(process.env);
  requireContentDirectory(configuration);
  const { contentDirectory, siteUrl, contentHost } = configuration;
  try {
    const { content, warnings } = await loadContentOnce(contentDirectory, siteUrl, {
      isHosted: contentHost !== undefined,
    });
    for (const warning of warnings) console.warn(`warning: ${describeProblem(warning)}`);
    console.log(summaryOf(content, contentDirectory));
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    console.error(error.message);
    console.error(
      `${count(error.problems.length, 'problem')} in the content in ${contentDirectory}; the paths above are below it`,
    );
    process.exitCode = 1;
  }
});

function summaryOf(content: SiteContent, directory: string): string {
  const { pages, articles, positions, people, offices, legal, media } = content;
  const ofCategory = (category: string) => articles.filter((article) => article.category.slug === category).length;
  const counts = [
    count(pages.length, 'page'),
    count(ofCategory('success-stories'), 'success story', 'success stories'),
    count(ofCategory('insights'), 'insight'),
    count(positions.length, 'position'),
    count(people.leadership.length + people.advisors.length, 'person', 'people'),
    count(offices.length, 'office'),
    count(legal.length, 'legal page'),
    count(media.size, 'media file'),
  ];
  return `The content in ${directory} is valid: ${counts.join(', ')}`;
}
