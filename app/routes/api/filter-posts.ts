import { apiCard } from '../../features/articles/api-views.ts';
import { maxPageSize, pageSize } from '../../features/articles/limits.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonResponse, wholeNumber } from './json-response.ts';

/** `GET /wp-json/post/v1/filter-posts` (Contract, API endpoints). */
export async function filteredPosts({ env, req }: RouteContext): Promise<Response> {
  const { articleIndex } = env.content;
  const parameters = new URL(req.url).searchParams;
  const page = wholeNumber(parameters, 'page', { fallback: 1 });
  if (page instanceof Response) return page;
  const perPage = wholeNumber(parameters, 'per_page', { fallback: pageSize, max: maxPageSize });
  if (perPage instanceof Response) return perPage;
  const { articles, total } = await articleIndex.list({
    category: parameters.get('category') ?? '',
    search: parameters.get('search') ?? '',
    topics: parameters.getAll('topic').filter(Boolean),
    industries: parameters.getAll('industry').filter(Boolean),
    page,
    pageSize: perPage,
  });
  return jsonResponse({ posts: articles.map(apiCard), total }, total);
}
