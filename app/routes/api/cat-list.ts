import type { RouteContext } from '../../server/context.ts';
import { jsonResponse, wrongParameter } from './json-response.ts';

/** `GET /wp-json/post/v1/cat-list?cat=topic|industry`: topics are an object, industries an array (Contract, API endpoints). */
export function termList({ env, req }: RouteContext): Response {
  const { taxonomy } = env.content;
  const kind = new URL(req.url).searchParams.get('cat');
  if (kind === 'topic')
    return jsonResponse(
      Object.fromEntries(taxonomy.topics.map((term, index) => [index, term])),
      taxonomy.topics.length,
    );
  if (kind === 'industry') return jsonResponse(taxonomy.industries, taxonomy.industries.length);
  return wrongParameter('cat', kind, '"topic" or "industry"');
}
