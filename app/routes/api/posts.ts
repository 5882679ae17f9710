import { apiCards } from '../../features/articles/api-views.ts';
import { pageSize } from '../../features/articles/limits.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonResponse, wholeNumber } from './json-response.ts';

/** `GET /wp-json/post/v1/posts?cat=&page=` (Contract, API endpoints). */
export async function postList({ env, req }: RouteContext): Promise<Response> {
  const { articleIndex } = env.content;
  const parameters = new URL(req.url).searchParams;
  const page = wholeNumber(parameters, 'page', { fallback: 1 });
  if (page instanceof Response) return page;
  const { articles, total } = await articleIndex.list({ category: parameters.get('cat') ?? '', page, pageSize });
  return jsonResponse(apiCards(articles, total), total);
}
