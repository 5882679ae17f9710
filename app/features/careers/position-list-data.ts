import type { Position, PositionCategory } from './position.schema.ts';
import { countCategories, openPositions, positionsOf } from './position-queries.ts';

/** The data of the list of positions. */
export interface PositionListData {
  /** Slug of the open category; empty for all. */
  category: string;
  categories: readonly { slug: string; name: string; count: number }[];
  /** Number of open positions in all categories. */
  total: number;
  positions: readonly Position[];
}

/**
 * @param requested slug of a category; an unknown one shows all positions
 * @param today ISO date
 */
export function positionListData(
  all: { positions: readonly Position[]; positionCategories: readonly PositionCategory[] },
  requested: string,
  today: string,
): PositionListData {
  const open = openPositions(all.positions, today);
  const category = all.positionCategories.some(({ slug }) => slug === requested) ? requested : '';
  return {
    category,
    categories: countCategories(all.positionCategories, open),
    total: open.length,
    positions: positionsOf(open, category),
  };
}
