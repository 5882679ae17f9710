import { islandScripts } from './islands.ts';
import { webManifestPath } from './paths.ts';
import { scrollToAnchor } from './ui/anchor/scroll-to-anchor.ts';
import { wakeIslands } from './ui/island/wake-islands.ts';

// Everything of the site that runs in the browser, but for the early script, begins here.

// Browsers from before 2024 would show neither the menu nor the filter or a biography.
if (!('popover' in HTMLElement.prototype)) {
  // In the lowest layer, since the site's styles override the browser's own.
  import('@oddbird/popover-polyfill/fn').then(({ apply }) => apply({ layerName: 'tokens' }), console.error);
}

const { dataset } = document.documentElement;
let hasFailed = false;

wakeIslands({
  scripts: islandScripts,
  onFailure: (error, element) => {
    console.error(error);
    // Many visitors block the one that counts page views, which shows nothing.
    if (!element.firstElementChild?.getClientRects().length) return;
    hasFailed = true;
    // The page appears as it does without scripts.
    delete dataset.scripts;
  },
  onLate: (isLate) => {
    if (isLate) delete dataset.scripts;
    else if (!hasFailed) dataset.scripts = '';
  },
});
scrollToAnchor(location.hash);
// An open popover would cover the control that has the focus (WCAG 2.4.11). Those of extensions have no id.
document.addEventListener('focusin', ({ target }) => {
  const control = target as HTMLButtonElement;
  // The selector is an error until the browser knows popovers.
  const popup = 'popover' in control && document.querySelector<HTMLElement>('[id]:popover-open');
  if (popup && !popup.contains(control) && control.popoverTargetElement !== popup) popup.hidePopover();
});
// Code and tables are tab stops (`reachableScrollers`) only while they scroll.
const scrollers = new ResizeObserver((entries) => {
  for (const { target } of entries) (target as HTMLElement).tabIndex = target.scrollWidth > target.clientWidth ? 0 : -1;
});
for (const scroller of document.querySelectorAll('pre,table')) scrollers.observe(scroller);
// Not in the document: a browser fetches it at once, beside the font and the poster of the first view.
document.head.append(Object.assign(document.createElement('link'), { rel: 'manifest', href: webManifestPath }));

if (import.meta.hot) {
  // Development: takes over the styles of the page as the server now has them.
  import.meta.hot.on('site:styles', async () => {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
    document.querySelector('style')?.replaceWith(page.querySelector('style') ?? '');
  });
}
