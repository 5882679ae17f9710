import { loadContentOnce } from '../app/content/load-content.ts';
import type { SiteContent } from '../app/content/site-content.ts';
import { ContentError, describeProblem } from '../app/platform/content/problem.ts';
import { type Configuration, readConfiguration } from '../app/server/config.ts';
import { explainStartFailure, requireContentDirectory } from '../app/server/dependencies.ts';

// `npm run content:check`: reads the content in CONTENT_DIR like the server at its start, and prints all problems or a summary in
// one line.

let configuration: Configuration | undefined;
try {
  configuration = readConfiguration(process.env);
  requireContentDirectory(configuration);
  const { contentDirectory, siteUrl } = configuration;
  const { content, warnings } = await loadContentOnce(contentDirectory, siteUrl);
  for (const warning of warnings) console.warn(`warning: ${describeProblem(warning)}`);
  console.log(summaryOf(content, contentDirectory));
} catch (error) {
  const explanation = explainStartFailure(error, configuration);
  if (explanation === undefined) throw error;
  console.error(explanation);
  if (error instanceof ContentError)
    console.error(problemCount(error.problems.length, configuration?.contentDirectory));
  process.exitCode = 1;
}

function summaryOf(content: SiteContent, directory: string): string {
  const { pages, articles, positions, people, offices, legal, media } = content;
  const ofCategory = (category: string) => articles.filter((article) => article.category.slug === category).length;
  const counts = [
    counted(pages.length, 'page'),
    counted(ofCategory('success-stories'), 'success story', 'success stories'),
    counted(ofCategory('insights'), 'insight'),
    counted(positions.length, 'position'),
    counted(people.leadership.length + people.advisors.length, 'person', 'people'),
    counted(offices.length, 'office'),
    counted(legal.length, 'legal page'),
    counted(media.size, 'media file'),
  ];
  return `The content in ${directory} is valid: ${counts.join(', ')}`;
}

function problemCount(count: number, directory = ''): string {
  return `${counted(count, 'problem')} in the content in ${directory}; the paths above are below it`;
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}
