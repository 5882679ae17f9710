import type { LoaderFunctionArgs } from 'react-router';
import { servicesContext } from '../../context.ts';
import { countCategories, openPositions } from '../../features/careers/position-queries.ts';
import { callAnswer } from './call-answer.ts';

/** `GET /wp-json/position/v1/cat` (Contract, Calls). */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { content, today } = context.get(servicesContext);
  const categories = countCategories(content.positionCategories, openPositions(content.positions, today()));
  return callAnswer(categories, categories.length);
}
