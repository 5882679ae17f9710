import type { RouteContext } from '../../context.ts';
import { callCards } from '../../features/insights/calls.ts';
import { pageSize } from '../../features/insights/limits.ts';
import { callAnswer, wholeNumber } from './call-answer.ts';

/** `GET /wp-json/post/v1/posts?cat=&page=` (Contract, Calls). */
export async function postList({ env, req }: RouteContext): Promise<Response> {
  const { articleIndex } = env.content;
  const parameters = new URL(req.url).searchParams;
  const page = wholeNumber(parameters, 'page', { fallback: 1 });
  if (page instanceof Response) return page;
  const { articles, total } = await articleIndex.list({ category: parameters.get('cat') ?? '', page, pageSize });
  return callAnswer(callCards(articles, total), total);
}
