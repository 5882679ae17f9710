import { apiPost } from '../../features/articles/api-views.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonError } from '../../shared/http-errors.ts';
import { jsonResponse, wrongParameter } from './json-response.ts';

/** `GET /wp-json/blogs/v1/post?slug=` (Contract, API endpoints). */
export async function singlePost({ env, req }: RouteContext): Promise<Response> {
  const { articleIndex } = env.content;
  const slug = new URL(req.url).searchParams.get('slug');
  if (!slug) return wrongParameter('slug', slug, 'the slug of an article');
  const article = await articleIndex.find(slug);
  return article
    ? jsonResponse(apiPost(article))
    : jsonError('not_found', { message: 'There is no article of that slug.' });
}
