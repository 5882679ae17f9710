import type { Position, PositionCategory } from './position.schema.ts';
import { countCategories, openPositions, positionsOf } from './position-queries.ts';

export type PositionListData = ReturnType<typeof positionListData>;

/** The data of the list of positions. @param requested slug of a category; an unknown one shows all positions */
export function positionListData(
  {
    positions,
    positionCategories,
    today,
  }: { positions: readonly Position[]; positionCategories: readonly PositionCategory[]; today: string },
  requested: string,
) {
  const open = openPositions(positions, today);
  const category = positionCategories.some(({ slug }) => slug === requested) ? requested : '';
  return {
    /** Slug of the open category; empty for all. */
    category,
    categories: countCategories(positionCategories, open),
    total: open.length,
    positions: positionsOf(open, category),
  };
}
