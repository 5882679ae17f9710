import { openPositions, positionsOf } from '../../features/careers/position-queries.ts';
import { withoutVariants } from '../../platform/html/text-pictures.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonResponse } from './json-response.ts';

/** `GET /wp-json/position/v1/job_posts?cat=` (Contract, API endpoints). */
export function jobPosts({ env, req }: RouteContext): Response {
  const { content } = env;
  const category = new URL(req.url).searchParams.get('cat') ?? '';
  const positions = positionsOf(openPositions(content.positions, content.today), category);
  return jsonResponse(
    positions.map((position) => ({
      job_id: position.job_id,
      post_title: position.title,
      experience: position.experience,
      location: position.location,
      short_description: position.short_description,
      post_content: withoutVariants(position.html),
    })),
    positions.length,
  );
}
