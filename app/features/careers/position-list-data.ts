import type { Position, PositionCategory } from './position.schema.ts';
import { countCategories, openPositions, positionsOf } from './position-queries.ts';

/** What the list shows of a position. */
export type ListedPosition = Pick<
  Position,
  'job_id' | 'slug' | 'title' | 'experience' | 'location' | 'short_description' | 'html'
>;

/** What the list of positions shows. */
export interface PositionListData {
  /** Slug of the open category; empty for all. */
  category: string;
  categories: readonly { slug: string; name: string; count: number }[];
  /** Every open position, whatever its category. */
  total: number;
  positions: readonly ListedPosition[];
}

/**
 * @param asked slug of a category; one that is not known shows them all
 * @param today ISO date
 */
export function positionListData(
  all: { positions: readonly Position[]; positionCategories: readonly PositionCategory[] },
  asked: string,
  today: string,
): PositionListData {
  const open = openPositions(all.positions, today);
  const category = all.positionCategories.some(({ slug }) => slug === asked) ? asked : '';
  return {
    category,
    categories: countCategories(all.positionCategories, open),
    total: open.length,
    positions: positionsOf(open, category).map(listed),
  };
}

const listed = ({ job_id, slug, title, experience, location, short_description, html }: Position): ListedPosition => ({
  job_id,
  slug,
  title,
  experience,
  location,
  short_description,
  html,
});
