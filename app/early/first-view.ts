/**
 * Lets the browser lay out only the first view of a page before its first paint (`[data-first-view]` in base.css), and the rest once
 * it has loaded: on a slow phone, the layout of the longest pages takes a tenth of a second. Not when the browser goes to an anchor
 * or restores a scroll position, for which it needs the heights of all sections.
 */
export function layOutFirstView(): void {
  const { dataset } = document.documentElement;
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigation?.type !== 'navigate' || location.hash) return;
  dataset.firstView = '';
  addEventListener('load', () => delete dataset.firstView);
}
