import { callPost } from '../../features/articles/api-views.ts';
import type { RouteContext } from '../../server/context.ts';
import { callAnswer, callError, wrongParameter } from './json-response.ts';

/** `GET /wp-json/blogs/v1/post?slug=` (Contract, Calls). */
export async function singlePost({ env, req }: RouteContext): Promise<Response> {
  const { articleIndex } = env.content;
  const slug = new URL(req.url).searchParams.get('slug');
  if (!slug) return wrongParameter('slug', slug, 'the slug of an article');
  const article = await articleIndex.find(slug);
  return article ? callAnswer(callPost(article)) : callError(404, 'not_found', 'There is no article of that slug.');
}
