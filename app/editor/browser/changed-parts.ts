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

/** Scrolls to the first element that has changed, unless another one is in view. @param before contents of the page, in its order */
export function scrollToChange(contents: Contents, before: readonly string[], view: Window): void {
  const changed = changedElements(contents, before).map((element) => element.getBoundingClientRect());
  const isInView = changed.some(({ top, bottom }) => bottom > 0 && top < view.innerHeight);
  // `scrollIntoView` would scroll the editor around the page, too.
  if (changed[0] && !isInView) view.scrollBy({ top: changed[0].top - view.innerHeight / 3, behavior: 'instant' });
}

/**
 * Returns the visible elements with new contents or, without any, those that have another place; after a removal or a repetition, the
 * first of these, before which everything is as it was.
 */
function changedElements(contents: Contents, before: readonly string[]): Element[] {
  const known = new Set(before);
  const entries = [...contents].map(([element, content], index) => ({
    element,
    content,
    isMoved: content !== before[index],
  }));
  const visible = entries.filter(({ element }) => element.checkVisibility());
  const added = visible.filter(({ content }) => !known.has(content));
  const moved = visible.filter(({ isMoved }) => isMoved);
  const changed = added.length > 0 ? added : entries.length === before.length ? moved : moved.slice(0, 1);
  return changed.map(({ element }) => element);
}
