const page = () => location.pathname + location.search;

/**
 * Loads the page again if Back or Forward changes its URL before the script of its results is ready, which would otherwise remain those
 * of the URL that was left.
 */
export function followHistory(): void {
  const loaded = page();
  addEventListener('popstate', () => {
    if (page() !== loaded && document.querySelector('[data-island]:not([data-ready]) [data-results]'))
      location.reload();
  });
}
