import { islandScripts } from './islands.ts';
import { scrollToAnchor } from './ui/anchor/scroll-to-anchor.ts';
import { wakeIslands } from './ui/island/wake-islands.ts';

// Everything of the site that runs in the browser, but for the early script, begins here.

wakeIslands({
  scripts: islandScripts,
  onFailure: (error) => {
    console.error(error);
    // The page shows what it shows without scripts.
    delete document.documentElement.dataset.scripts;
  },
});
scrollToAnchor(location.hash);

if (import.meta.hot) {
  // Development: takes over the styles of the page as the server now has them.
  import.meta.hot.on('site:styles', async () => {
    const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), 'text/html');
    document.querySelector('style')?.replaceWith(page.querySelector('style') ?? '');
  });
}
