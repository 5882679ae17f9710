import { whenPainted } from './when-painted.ts';

/**
 * Lets the browser lay out only the first view of a page before its first paint (`[data-first-view]` in base.css), and then the rest,
 * each section in a task of its own: on a slow phone, the layout of the longest pages takes a tenth of a second. Not when the browser
 * goes to an anchor or restores a scroll position, for which it needs the heights of all sections. Resolves when all is laid out.
 */
export async function layOutFirstView(): Promise<void> {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type === 'navigate' && !location.hash) document.documentElement.dataset.firstView = '';
  await whenPainted();
  // The box of an element inside the section: that of the section itself does not depend on its content.
  for (const { firstElementChild } of document.querySelectorAll('main > section, body > footer')) {
    firstElementChild?.getBoundingClientRect();
    await new Promise((resolve) => setTimeout(resolve));
  }
  layOutAll();
}

/**
 * Ends `layOutFirstView` at once. The sections above get their heights without the browser's scroll anchoring: what a visitor has jumped to
 * before, for example by the Tab key or a search in the page, would move out of view.
 */
export function layOutAll(): void {
  const seen = document.elementFromPoint(200, 200);
  const top = seen?.getBoundingClientRect().top ?? 0;
  delete document.documentElement.dataset.firstView;
  if (seen) scrollBy(0, seen.getBoundingClientRect().top - top);
}
