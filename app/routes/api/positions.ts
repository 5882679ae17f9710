import { countCategories, openPositions, positionsOf } from '../../features/careers/position-queries.ts';
import { withoutVariants } from '../../platform/html/text-pictures.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonResponse, parametersOf } from './json-response.ts';

// The endpoints of open positions and their categories (Contract, API endpoints).

/** `GET /wp-json/position/v1/cat` */
export function positionCategories({ env: { content } }: RouteContext): Response {
  const categories = countCategories(content.positionCategories, openPositions(content.positions, content.today));
  return jsonResponse(categories, categories.length);
}

/** `GET /wp-json/position/v1/job_posts?cat=` */
export function jobPosts(context: RouteContext): Response {
  const { content } = context.env;
  const category = parametersOf(context).get('cat') ?? '';
  const positions = positionsOf(openPositions(content.positions, content.today), category);
  return jsonResponse(
    positions.map(({ job_id, title, experience, location, short_description, html }) => ({
      job_id,
      post_title: title,
      experience,
      location,
      short_description,
      post_content: withoutVariants(html),
    })),
    positions.length,
  );
}
