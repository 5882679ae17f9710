// Runs in each page of the site that `npm run edit` shows beside the fields.

// The page is loaded again with each change, at the same place, and nothing but the change should move.
const sheet = new CSSStyleSheet();
sheet.replaceSync('[data-route-overlay] { display: none; }');
document.adoptedStyleSheets.push(sheet);

addEventListener('message', ({ source, data }: MessageEvent<string>) => {
  if (source !== top) return;
  if (location.href.split('#')[0] !== data) return location.assign(data);
  // `reloaded-page.ts` may have changed it.
  history.scrollRestoration = 'auto';
  location.reload();
});

// A file, such as a PDF, or a page of another site would stay in place of the page: neither runs this script.
addEventListener('click', ({ target }) => {
  const link = target instanceof Element && target.closest<HTMLAnchorElement>('a[href^="/"], a[href^="http"]');
  if (link && (link.origin !== location.origin || /\.\w+$/u.test(link.pathname))) link.target = '_blank';
});
