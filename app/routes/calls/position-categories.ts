import type { RouteContext } from '../../context.ts';
import { countCategories, openPositions } from '../../features/careers/position-queries.ts';
import { callAnswer } from './call-answer.ts';

/** `GET /wp-json/position/v1/cat` (Contract, Calls). */
export function positionCategories({ env }: RouteContext): Response {
  const { content, today } = env;
  const categories = countCategories(content.positionCategories, openPositions(content.positions, today()));
  return callAnswer(categories, categories.length);
}
