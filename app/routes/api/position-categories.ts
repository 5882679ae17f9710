import { countCategories, openPositions } from '../../features/careers/position-queries.ts';
import type { RouteContext } from '../../server/context.ts';
import { jsonResponse } from './json-response.ts';

/** `GET /wp-json/position/v1/cat` (Contract, Calls). */
export function positionCategories({ env }: RouteContext): Response {
  const { content, today } = env;
  const categories = countCategories(content.positionCategories, openPositions(content.positions, today()));
  return jsonResponse(categories, categories.length);
}
