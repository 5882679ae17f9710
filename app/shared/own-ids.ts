/**
 * Matches ids of a page's own elements: landmarks and menus of every page, fields and sections of some. Ids derived from
 * content must not collide with them, or links and the page's scripts would find the wrong element.
 */
const ownIds =
  /^(?:main|next|menu|contact|contact-heading|positions|apply|related|kinds|categories|insights-(?:search|filter)|lost-search|footnote-label)$|^(?:menu|bar|bio|contact-form|user-content|card|kinds|categories|tabs)-/u;

/** Matches the slug of a heading without letters and digits, possibly with a number. */
const wordless = /^(?:-\d+)?$/u;

/** Whether an id belongs to one of the page's own elements. */
export const isOwnId = (id: string): boolean => ownIds.test(id);

/**
 * Returns the id of a heading in a text: the wanted one, or a variant if the page or another heading already uses it.
 * @param wanted the slug of the heading; empty if it contains neither letters nor digits
 * @param isTaken whether another heading of the text has an id
 */
export function idOfHeading(wanted: string, isTaken: (id: string) => boolean): string {
  const base = wordless.test(wanted) ? 'part' : isOwnId(wanted) ? `text-${wanted}` : wanted;
  for (let number = 0; ; number += 1) {
    const id = number === 0 ? base : `${base}-${number}`;
    if (!isTaken(id)) return id;
  }
}
