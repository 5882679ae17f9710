import { categoryHref } from '../features/articles/listing-state.ts';

import { articleHref, feedPath } from '../paths.ts';

import { withoutVariants } from '../platform/html/text-pictures.ts';
import type { RouteContext } from '../server/context.ts';
import { escapeMarkup } from '../shared/markup.ts';
import { textResponse } from './text-response.ts';

/** How many articles the feed holds: what a reader who looks in once a quarter would want. */
const feedLength = 20;

/** `/feed.xml`: the newest insights as Atom (RFC 4287). */
export async function feed({ env }: RouteContext): Promise<Response> {
  const { content, siteUrl } = env;
  const { articleIndex } = content;
  const newest = await articleIndex.list({ category: 'insights', page: 1, pageSize: feedLength });
  const found = await Promise.all(newest.articles.map(({ slug }) => articleIndex.find(slug)));
  const insights = found.filter((article) => article !== undefined);
  // An article keeps its number when its address changes, so that no reader shows it twice (RFC 4151).
  const ids = `tag:${new URL(siteUrl).hostname},${content.site.founded}`;
  const entries = insights.map((article) => {
    const url = `${siteUrl}${articleHref(article.slug)}`;
    return [
      '<entry>',
      `<title>${escapeMarkup(article.title)}</title>`,
      `<link rel="alternate" type="text/html" href="${escapeMarkup(url)}"/>`,
      `<id>${escapeMarkup(`${ids}:insight-${article.id}`)}</id>`,
      `<published>${article.date}T00:00:00Z</published>`,
      `<updated>${article.updated ?? article.date}T00:00:00Z</updated>`,
      `<author><name>${escapeMarkup(article.author.name)}</name></author>`,
      ...article.topics.map(
        (topic) => `<category term="${escapeMarkup(topic.slug)}" label="${escapeMarkup(topic.name)}"/>`,
      ),
      `<summary>${escapeMarkup(article.excerpt)}</summary>`,
      `<content type="html">${escapeMarkup(withAbsoluteUrls(withoutVariants(article.html), url))}</content>`,
      '</entry>',
    ].join('');
  });
  const updated =
    insights
      .map((article) => article.updated ?? article.date)
      .sort()
      .at(-1) ?? '2022-01-01';
  return textResponse(
    [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">',
      `<title>${escapeMarkup(`${content.site.name}: insights`)}</title>`,
      `<subtitle>${escapeMarkup(content.site.description)}</subtitle>`,
      `<link rel="self" type="application/atom+xml" href="${escapeMarkup(siteUrl)}${feedPath}"/>`,
      `<link rel="alternate" type="text/html" href="${escapeMarkup(siteUrl + categoryHref('insights'))}"/>`,
      `<id>${escapeMarkup(siteUrl)}${feedPath}</id>`,
      `<updated>${updated}T00:00:00Z</updated>`,
      ...entries,
      '</feed>',
      '',
    ].join('\n'),
    'application/atom+xml',
  );
}

/** Addresses in sanitised HTML as they are from elsewhere: a reader shows the text far from its page. */
const withAbsoluteUrls = (html: string, page: string): string =>
  html.replace(
    / (href|src)="([/#][^"]*)"/gu,
    (_, attribute: string, address: string) => ` ${attribute}="${new URL(address, page)}"`,
  );
