import type { Position, PositionCategory } from './position.schema.ts';

/** Returns the positions shown on a day: lists omit positions past their last day (Ruling 29). */
export function openPositions(positions: readonly Position[], today: string): Position[] {
  return positions.filter(({ valid_through }) => !valid_through || valid_through >= today);
}

/** Returns the positions of a category; all for an empty one, none for an unknown one (Contract, API endpoints). */
export function positionsOf(positions: readonly Position[], category: string): Position[] {
  if (!category) return [...positions];
  return positions.filter((position) =>
    [position.category, ...position.further_categories].some(({ slug }) => slug === category),
  );
}

/** Returns each category with the number of its positions (Specification 3, Job category). */
export function countCategories(categories: readonly PositionCategory[], positions: readonly Position[]) {
  const counts = new Map<string, number>();
  for (const { category, further_categories } of positions)
    for (const slug of new Set([category, ...further_categories].map(({ slug }) => slug)))
      counts.set(slug, (counts.get(slug) ?? 0) + 1);
  return categories.map((category) => ({ ...category, count: counts.get(category.slug) ?? 0 }));
}
