import { countCategories, openPositions } from '../../features/careers/position-queries.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonResponse } from './json-response.ts';

/** `GET /wp-json/position/v1/cat` (Contract, API endpoints). */
export function positionCategories({ env }: RouteContext): Response {
  const { content } = env;
  const categories = countCategories(content.positionCategories, openPositions(content.positions, content.today));
  return jsonResponse(categories, categories.length);
}
