/** Scroll position from which the header has its fixed style, px (Specification 9). */
const fixedFrom = 100;

/** Marks the document while it is scrolled 100 px or more. */
export function followScroll(): void {
  const root = document.documentElement;
  const update = () => root.toggleAttribute('data-scrolled', scrollY >= fixedFrom);
  addEventListener('scroll', update, { passive: true });
  update();
}
