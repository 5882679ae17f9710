/**
 * Ids that the parts of a page have which are not its text: landmarks and menus of every page, the fields and sections of
 * some. Words from content that become ids keep clear of them, or a link and the page's own scripts would find the wrong
 * element.
 */
const ownIds =
  /^(?:main|next|menu|contact|contact-heading|positions|apply|kinds|categories|insights-(?:search|filter)|lost-search|footnote-label)$|^(?:menu|bar|bio|user-content|card|kinds|categories|tabs)-/u;

/** What is left of words of signs alone; several such are counted. */
const wordless = /^(?:-\d+)?$/u;

/** Whether an id belongs to a part of the page, on every page or on some. */
export const isOwnId = (id: string): boolean => ownIds.test(id);

/**
 * An id for a heading of a text: its own, or a variant where the page or another heading uses it already.
 * @param wanted the heading's words as an id; empty where they hold neither letter nor digit
 * @param isTaken whether another heading of the text has an id
 */
export function idOfHeading(wanted: string, isTaken: (id: string) => boolean): string {
  const base = wordless.test(wanted) ? 'part' : isOwnId(wanted) ? `text-${wanted}` : wanted;
  for (let number = 0; ; number += 1) {
    const id = number === 0 ? base : `${base}-${number}`;
    if (!isTaken(id)) return id;
  }
}
