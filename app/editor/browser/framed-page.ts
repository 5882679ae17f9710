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
