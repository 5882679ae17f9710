import type { Position, PositionCategory } from './position.schema.ts';

/** Positions that are shown on a day: those past their last day are gone from lists (Ruling 29). */
export function openPositions(positions: readonly Position[], today: string): Position[] {
  return positions.filter(({ valid_through }) => !valid_through || valid_through >= today);
}

/** Positions of a category; all where it is empty; none where it is unknown (Contract, Calls). */
export function positionsOf(positions: readonly Position[], category: string): Position[] {
  if (!category) return [...positions];
  return positions.filter((position) =>
    [position.category, ...position.further_categories].some(({ slug }) => slug === category),
  );
}

/** Each category with the number of its positions (Specification 3, Job category). */
export function countCategories(categories: readonly PositionCategory[], positions: readonly Position[]) {
  const counts = new Map<string, number>();
  for (const { category, further_categories } of positions)
    for (const slug of new Set([category, ...further_categories].map(({ slug }) => slug)))
      counts.set(slug, (counts.get(slug) ?? 0) + 1);
  return categories.map((category) => ({ ...category, count: counts.get(category.slug) ?? 0 }));
}
