import type { CategorySlug } from '../features/articles/article.schema.ts';
import { openPositions } from '../features/careers/position-queries.ts';
import { articleHref, markdownHref, positionHref } from '../paths.ts';
import type { RouteContext } from '../server/context.ts';
import { escapeMarkdown } from '../shared/escape-markdown.ts';
import { textResponse } from './text-response.ts';

/** Newest articles per category in the file: programs read it as a whole, and the listing leads to the others. */
const maxArticles = 50;

/** `/llms.txt`: an overview of the site for language models (llmstxt.org). Each link leads to the page's Markdown. */
export async function llms({ env }: RouteContext): Promise<Response> {
  const { content, siteUrl } = env;
  const { site, articleIndex, taxonomy } = content;
  const entry = (title: string, path: string, description: string) =>
    `- [${escapeMarkdown(title)}](${siteUrl}${markdownHref(path)}): ${escapeMarkdown(description)}`;
  const section = (heading: string, entries: readonly string[]) =>
    entries.length > 0 ? [`## ${escapeMarkdown(heading)}\n\n${entries.join('\n')}`] : [];
  const articlesOf = async (category: CategorySlug) => {
    const { articles } = await articleIndex.list({ category, page: 1, pageSize: maxArticles });
    return articles.map(({ slug, title, excerpt }) => entry(title, articleHref(slug), excerpt));
  };
  const articles = await Promise.all(
    taxonomy.categories.map(async ({ slug, name }) => section(name, await articlesOf(slug))),
  );
  const parts = [
    `# ${escapeMarkdown(site.name)}\n\n> ${escapeMarkdown(site.description)}`,
    ...section(
      'Pages',
      content.pages.map(({ address, meta }) => entry(meta.title, address, meta.description)),
    ),
    ...articles.flat(),
    ...section(
      'Open positions',
      openPositions(content.positions, content.today).map((position) =>
        entry(position.title, positionHref(position), position.short_description),
      ),
    ),
    ...section(
      'Optional',
      content.legal.map(({ address, title, description }) => entry(title, address, description)),
    ),
  ];
  return textResponse(`${parts.join('\n\n')}\n`, 'text/markdown');
}
