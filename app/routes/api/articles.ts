import { apiCard, apiCards, apiPost } from '../../features/articles/api-views.ts';
import { maxPageSize, pageSize, relatedLimit } from '../../features/articles/limits.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonError } from '../../shared/http-errors.ts';
import { jsonResponse, parametersOf, wholeNumber, wrongParameter } from './json-response.ts';

// The endpoints of articles and their terms (Contract, API endpoints).

/** `GET /wp-json/post/v1/posts?cat=&page=` */
export async function postList(context: RouteContext): Promise<Response> {
  const parameters = parametersOf(context);
  const page = wholeNumber(parameters, 'page', { fallback: 1 });
  if (page instanceof Response) return page;
  const category = parameters.get('cat') ?? '';
  const { articles, total } = await context.env.content.articleIndex.list({ category, page, pageSize });
  return jsonResponse(apiCards(articles, total), total);
}

/** `GET /wp-json/post/v1/filter-posts` */
export async function filteredPosts(context: RouteContext): Promise<Response> {
  const parameters = parametersOf(context);
  const page = wholeNumber(parameters, 'page', { fallback: 1 });
  if (page instanceof Response) return page;
  const perPage = wholeNumber(parameters, 'per_page', { fallback: pageSize, max: maxPageSize });
  if (perPage instanceof Response) return perPage;
  const { articles, total } = await context.env.content.articleIndex.list({
    category: parameters.get('category') ?? '',
    search: parameters.get('search') ?? '',
    topics: parameters.getAll('topic').filter(Boolean),
    industries: parameters.getAll('industry').filter(Boolean),
    page,
    pageSize: perPage,
  });
  return jsonResponse({ posts: articles.map(apiCard), total }, total);
}

/** `GET /wp-json/post/v1/cat-list?cat=topic|industry`: topics are an object, industries an array. */
export function termList(context: RouteContext): Response {
  const { topics, industries } = context.env.content.taxonomy;
  const kind = parametersOf(context).get('cat');
  if (kind === 'topic') return jsonResponse({ ...topics }, topics.length);
  if (kind === 'industry') return jsonResponse(industries, industries.length);
  return wrongParameter('cat', kind, '"topic" or "industry"');
}

/** `GET /wp-json/blogs/v1/post?slug=` */
export async function singlePost(context: RouteContext): Promise<Response> {
  const slug = parametersOf(context).get('slug');
  if (!slug) return missingSlug(slug);
  const article = await context.env.content.articleIndex.find(slug);
  return article ? jsonResponse(apiPost(article)) : unknownSlug();
}

/** `GET /wp-json/blogs/related-post/post?slug=` */
export async function relatedPosts(context: RouteContext): Promise<Response> {
  const slug = parametersOf(context).get('slug');
  if (!slug) return missingSlug(slug);
  const related = await context.env.content.articleIndex.related(slug, relatedLimit);
  return related ? jsonResponse(related.map(apiCard), related.length) : unknownSlug();
}

const missingSlug = (slug: string | null) => wrongParameter('slug', slug, 'the slug of an article');

const unknownSlug = () => jsonError('not_found', { message: 'There is no article of that slug.' });
