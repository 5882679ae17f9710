/** What elements of a page show of their own, without their children: text and pictures. */
export type Contents = ReadonlyMap<Element, string>;

/** Reads a page, without elements that show nothing of their own. */
export function contentsOf(page: Document): Contents {
  return new Map(
    [...page.querySelectorAll('body *')].flatMap((element) => {
      const texts = [...element.childNodes].map((child) => (child.nodeType === Node.TEXT_NODE ? child.nodeValue : ''));
      const content = [texts.join(''), ...['src', 'alt'].map((name) => element.getAttribute(name) ?? '')];
      return content.some((part) => part.trim()) ? [[element, content.join('\n')] as const] : [];
    }),
  );
}

/** Scrolls to the first visible element whose contents are not among those before, unless another one is in view. */
export function scrollToChange(contents: Contents, before: ReadonlySet<string>, view: Window): void {
  const changed = [...contents]
    .filter(([element, content]) => !before.has(content) && element.checkVisibility())
    .map(([element]) => element.getBoundingClientRect());
  const isInView = changed.some(({ top, bottom }) => bottom > 0 && top < view.innerHeight);
  // `scrollIntoView` would scroll the editor around the page, too.
  if (changed[0] && !isInView) view.scrollBy({ top: changed[0].top - view.innerHeight / 3, behavior: 'instant' });
}
