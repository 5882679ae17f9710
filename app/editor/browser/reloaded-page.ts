import { contentsOf, scrollToChange } from './changed-parts.ts';

// Runs in the same pages as `framed-page.ts`, once they are read and before their own scripts.

const storageKey = 'contents';
const contents = contentsOf(document);
const before: string[] = JSON.parse(sessionStorage.getItem(storageKey) ?? '[]');
sessionStorage.setItem(storageKey, JSON.stringify([...contents.values()]));

const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
if (navigation?.type === 'reload') addEventListener('load', showChange);

function showChange(): void {
  // The browser has restored the position, and would do so once more.
  history.scrollRestoration = 'manual';
  scrollToChange(contents, before, window);
}
