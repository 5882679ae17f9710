import type { ArticleSummary, CategorySlug } from '../features/articles/article.schema.ts';
import { categoryHref } from '../features/articles/listing-state.ts';
import { articleHref, feedPath, storiesFeedPath } from '../paths.ts';
import { withoutVariants } from '../platform/html/text-pictures.ts';
import type { RouteContext } from '../server/context.ts';
import { escapeMarkup } from '../shared/markup.ts';
import { changeOfArticle } from './sitemap-entries.ts';
import { textResponse } from './text-response.ts';

/** Number of articles in the feed: enough for a reader who checks it once a quarter. */
const feedLength = 20;

/** Prefix of entry ids. It never changes, so that no reader shows an article twice. */
const idWord: Readonly<Record<CategorySlug, string>> = { insights: 'insight', 'success-stories': 'story' };

/**
 * Date in the ids of entries (RFC 4151). It is not the year of `founded`: a correction of that would change all ids, and readers would
 * show every article again.
 */
const idDate = 2022;

const feeds: Readonly<Record<CategorySlug, string>> = {
  insights: feedPath,
  'success-stories': storiesFeedPath,
};

/** Characters that make XML unreadable (XML 1.0, 2.2); the check of content lets a few of them through, such as U+FFFF. */
const notInXml = /[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** The newest articles of a category as Atom (RFC 4287). */
export const feedOf = (category: CategorySlug) => (context: RouteContext) => feed(context, category);

async function feed({ env }: RouteContext, category: CategorySlug): Promise<Response> {
  const { content, siteUrl } = env;
  const { articleIndex } = content;
  const name = content.taxonomy.categories.find(({ slug }) => slug === category)?.name ?? category;
  const newest = await articleIndex.list({ category, page: 1, pageSize: feedLength });
  const found = await Promise.all(newest.articles.map(({ slug }) => articleIndex.find(slug)));
  const articles = found.filter((article) => article !== undefined);
  // The id contains the article's number, which survives a change of its URL, so that no reader shows it twice (RFC 4151).
  const ids = `tag:${new URL(siteUrl).hostname},${idDate}`;
  // Readers show what is new by it, also an article that was written long before it was published.
  const changed = (article: ArticleSummary) => changeOfArticle(article, content.today) ?? article.date;
  const entries = articles.map((article) => {
    const url = `${siteUrl}${articleHref(article.slug)}`;
    return [
      '<entry>',
      `<title>${escapeMarkup(article.title)}</title>`,
      `<link rel="alternate" type="text/html" href="${escapeMarkup(url)}"/>`,
      `<id>${escapeMarkup(`${ids}:${idWord[category]}-${article.id}`)}</id>`,
      `<published>${article.date}T00:00:00Z</published>`,
      `<updated>${changed(article)}T00:00:00Z</updated>`,
      `<author><name>${escapeMarkup(article.author.name)}</name></author>`,
      ...article.topics.map(
        (topic) => `<category term="${escapeMarkup(topic.slug)}" label="${escapeMarkup(topic.name)}"/>`,
      ),
      `<summary>${escapeMarkup(article.excerpt)}</summary>`,
      `<content type="html">${escapeMarkup(withAbsoluteUrls(withoutVariants(article.html), url))}</content>`,
      '</entry>',
    ].join('');
  });
  const updated = articles.map(changed).sort().at(-1) ?? '2022-01-01';
  return textResponse(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
      `<title>${escapeMarkup(`${content.site.name}: ${name}`)}</title>`,
      `<subtitle>${escapeMarkup(content.site.description)}</subtitle>`,
      `<link rel="self" type="application/atom+xml" href="${escapeMarkup(siteUrl)}${feeds[category]}"/>`,
      `<link rel="alternate" type="text/html" href="${escapeMarkup(siteUrl + categoryHref(category))}"/>`,
      `<id>${escapeMarkup(siteUrl)}${feeds[category]}</id>`,
      `<updated>${updated}T00:00:00Z</updated>`,
      ...entries,
      '</feed>',
      '',
    ]
      .join('\n')
      .replace(notInXml, ' '),
    'application/atom+xml',
  );
}

/** Matches a tag of sanitised HTML, in whose text every `<` is escaped. */
const tag = /<[a-z](?:[^">]|"[^"]*")*>/gu;

/** Makes URLs in sanitised HTML absolute, because feed readers show the text outside its page. */
const withAbsoluteUrls = (html: string, page: string): string =>
  html.replace(tag, (written) =>
    written.replace(
      / (href|src)="([/#][^"]*)"/u,
      (_, attribute: string, url: string) => ` ${attribute}="${URL.parse(url, page) ?? url}"`,
    ),
  );
