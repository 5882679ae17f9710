import { careersPath } from '../../paths.ts';
import type { WakeIsland } from '../../ui/island/wake-islands.ts';
import { createResults, type HistoryChange, leavesPage } from '../../ui/results/show-results.ts';
import { isPlainClick, makeTabs } from '../../ui/tabs/make-tabs.ts';
import { categoryOf } from './position-paths.ts';

/** Shows the positions of a category without reloading the page, and opens the one in whose details the browser finds a text. */
export const wake: WakeIsland = (element, _props, islands) => {
  const list = element.querySelector<HTMLElement>('[data-tabs]');
  const panel = element.querySelector<HTMLElement>('[data-results]');
  if (!list || !panel) return;
  const links = [...list.querySelectorAll('a')];
  const tabs = makeTabs({
    list,
    label: 'Categories',
    orientation: 'vertical',
    panelOf: () => panel,
    onChoose: (tab, change) => open(tab as HTMLAnchorElement, change),
  });
  /** Returns the tab of the URL's category; an unknown category shows all positions. */
  const tabOfUrl = () => links.find(({ search }) => categoryOf(search) === categoryOf(location.search)) ?? links[0];
  let shown = tabOfUrl();
  const results = createResults({
    root: element,
    panel,
    islands,
    // An application that is being sent, or whose outcome is shown: the outcome replaces the note.
    staying: () => [...panel.querySelectorAll('article')].filter((card) => card.querySelector('[data-note][hidden]')),
    onShown: () => {
      shown = tabOfUrl();
    },
  });
  const select = (selected: HTMLAnchorElement) => {
    for (const link of links) link.toggleAttribute('data-active', link === selected);
    tabs.select(selected);
  };
  const open = (tab: HTMLAnchorElement, change: HistoryChange) => {
    select(tab);
    void results.show(tab.href, change);
  };

  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || event.defaultPrevented || !isPlainClick(event) || !leavesPage(link)) return;
    results.drop();
    // The page may be restored from the browser's cache.
    const tab = tabOfUrl();
    if (tab) select(tab);
  });
  addEventListener('popstate', () => {
    const tab = tabOfUrl();
    if (location.pathname !== careersPath || !tab || tab === shown) return;
    // Set at once, because the visitor may go on to another entry before the positions of this one arrive.
    shown = tab;
    open(tab, 'none');
  });
  if (shown) select(shown);

  // Otherwise closed details are out of the browser's sight. As an attribute, since browsers without this value would empty it again.
  const makeFindable = () => {
    for (const details of panel.querySelectorAll('article > [hidden=""]'))
      details.setAttribute('hidden', 'until-found');
  };
  makeFindable();
  new MutationObserver(makeFindable).observe(panel, { childList: true, subtree: true, attributeFilter: ['hidden'] });
  panel.addEventListener('beforematch', ({ target }) => {
    panel.querySelector<HTMLElement>(`[aria-controls="${(target as Element).id}"]`)?.click();
  });
};
