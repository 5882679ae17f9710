import { apiCard } from '../../features/articles/api-views.ts';
import { relatedLimit } from '../../features/articles/limits.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonError } from '../../shared/http-errors.ts';
import { jsonResponse, wrongParameter } from './json-response.ts';

/** `GET /wp-json/blogs/related-post/post?slug=` (Contract, API endpoints). */
export async function relatedPosts({ env, req }: RouteContext): Promise<Response> {
  const { articleIndex } = env.content;
  const slug = new URL(req.url).searchParams.get('slug');
  if (!slug) return wrongParameter('slug', slug, 'the slug of an article');
  const related = await articleIndex.related(slug, relatedLimit);
  if (!related) return jsonError('not_found', { message: 'There is no article of that slug.' });
  return jsonResponse(related.map(apiCard), related.length);
}
