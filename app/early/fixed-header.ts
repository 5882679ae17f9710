/** Scroll position from which the header has its fixed style, px (Specification 9). */
const fixedFrom = 100;

/** Marks the document while it is scrolled 100 px or more. */
export function followScroll(): void {
  // Not read before the first event: a page begins at its top, and reading would lay out the part that has been parsed.
  addEventListener('scroll', () => document.documentElement.toggleAttribute('data-scrolled', scrollY >= fixedFrom));
}
