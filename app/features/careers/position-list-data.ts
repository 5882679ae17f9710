import type { Position, PositionCategory } from './position.schema.ts';
import { countCategories, openPositions, positionsOf } from './position-queries.ts';

export type PositionListData = ReturnType<typeof positionListData>;

/**
 * The data of the list of positions.
 * @param requested slug of a category; an unknown one shows all positions
 * @param today ISO date
 */
export function positionListData(
  all: { positions: readonly Position[]; positionCategories: readonly PositionCategory[] },
  requested: string,
  today: string,
) {
  const open = openPositions(all.positions, today);
  const category = all.positionCategories.some(({ slug }) => slug === requested) ? requested : '';
  return {
    /** Slug of the open category; empty for all. */
    category,
    categories: countCategories(all.positionCategories, open),
    total: open.length,
    positions: positionsOf(open, category),
  };
}
