import { listingPath } from '../../../paths.ts';
import type { WakeIsland } from '../../../ui/island/wake-islands.ts';
import { createResults, type HistoryChange, leadsAway, staysHere } from '../../../ui/results/show-results.ts';
import { makeTabs } from '../../../ui/tabs/make-tabs.ts';
import type { CategorySlug } from '../article.schema.ts';
import { applyDelayMs, scrollDelayMs } from '../limits.ts';
import { type ListingState, listingHref, readListingState } from '../listing-state.ts';

/**
 * Shows the results of tabs, search, filter and pages without loading the page anew. The fields hold what the visitor is about to ask
 * for; the URL holds what is shown.
 */
export const wake: WakeIsland = (element, _props, islands) => {
  const part = <Found extends HTMLElement>(selector: string): Found => {
    const found = element.querySelector<Found>(selector);
    if (!found) throw new Error(`The listing has no ${selector}`);
    return found;
  };
  const list = part('[data-tabs]');
  const panel = part('[data-results]');
  const search = part<HTMLInputElement>('input[type="search"]');
  const popup = part<HTMLFormElement>('form[popover]');
  const filterButton = part<HTMLButtonElement>(`[popovertarget="${popup.id}"]`);
  const checkBoxes = [...popup.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const tabOf = (category: string) => list.querySelector<HTMLAnchorElement>(`[data-category="${category}"]`);

  let shown = readListingState(new URLSearchParams(location.search));
  let { category } = shown;

  const chosen = (name: string) =>
    checkBoxes
      .filter((box) => box.name === name && box.checked)
      .map(({ value }) => value)
      .sort();
  /** What the fields ask for. */
  const asked = (): ListingState => ({
    category,
    search: search.value.trim(),
    topics: chosen('topic'),
    industries: chosen('industry'),
    page: 1,
  });
  const isChanged = () => listingHref(asked()) !== listingHref({ ...shown, page: 1 });

  const tabs = makeTabs({
    list,
    label: 'Kind of article',
    orientation: 'horizontal',
    panelOf: () => panel,
    onChoose: (tab) => openCategory(tab.dataset.category),
  });
  const selectTab = () => {
    for (const tab of list.querySelectorAll<HTMLElement>('a')) {
      tab.toggleAttribute('data-active', tab.dataset.category === category);
    }
    const tab = tabOf(category);
    if (tab) tabs.select(tab);
  };
  const countSelected = () => {
    part('[data-selected]').textContent = String(checkBoxes.filter(({ checked }) => checked).length);
  };

  const results = createResults({
    root: element,
    panel,
    islands,
    onShown: (page) => {
      shown = readListingState(new URLSearchParams(location.search));
      for (const { dataset, textContent } of page.querySelectorAll<HTMLElement>('[data-count]')) {
        part(`[data-count="${dataset.count}"]`).textContent = textContent;
      }
      for (const tab of list.querySelectorAll<HTMLAnchorElement>('a')) {
        const link = page.querySelector<HTMLAnchorElement>(`[data-tabs] [data-category="${tab.dataset.category}"]`);
        if (link) tab.href = link.href;
      }
      selectTab();
    },
  });

  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the current entry of the history is one that typing made: more of the same typing goes on in it, so that Back undoes all. */
  let isTyped = false;
  const go = (href: string, change: HistoryChange) => {
    clearTimeout(timer);
    isTyped = false;
    return results.show(href, change);
  };
  /** A change takes effect 400 ms after the last one (Specification 4). */
  const applySoon = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (isChanged() && (await results.show(listingHref(asked()), isTyped ? 'replace' : 'push'))) isTyped = true;
    }, applyDelayMs);
  };
  const apply = () => {
    if (isChanged()) void go(listingHref(asked()), isTyped ? 'replace' : 'push');
    clearTimeout(timer);
    isTyped = false;
  };
  const openCategory = (next: string | undefined) => {
    category = next as CategorySlug;
    selectTab();
    void go(listingHref(asked()), 'push');
  };
  const clear = ({ clear: what = '', value = '' }: DOMStringMap) => {
    if (what === 'search' || what === 'all') search.value = '';
    for (const box of checkBoxes) if (what === 'all' || (box.name === what && box.value === value)) box.checked = false;
    countSelected();
    void go(listingHref(asked()), 'push');
  };
  /** Makes the fields ask for a state. */
  const fill = (state: ListingState) => {
    category = state.category;
    search.value = state.search;
    for (const box of checkBoxes) {
      box.checked = (box.name === 'topic' ? state.topics : state.industries).includes(box.value);
    }
    countSelected();
  };
  const openOffer = (link: HTMLAnchorElement) => {
    fill(readListingState(new URL(link.href).searchParams));
    void go(link.href, 'push');
  };
  const openPage = async (href: string) => {
    const isShown = await go(isChanged() ? listingHref(asked()) : href, 'push');
    if (!isShown) return;
    // The next Tab leads to the first of the results and not on from below the last (Contract, after a page change).
    panel.focus({ preventScroll: true });
    setTimeout(() => {
      const { top } = panel.getBoundingClientRect();
      scrollTo({ top: scrollY + top - innerHeight / 2 });
    }, scrollDelayMs);
  };

  element.addEventListener('input', () => {
    countSelected();
    applySoon();
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    popup.hidePopover();
    apply();
  });
  popup.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') isTyped = false;
  });
  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || !staysHere(event)) return;
    const { dataset } = link;
    const isPage = link.closest('nav') !== null;
    const isOffer = dataset.offer !== undefined;
    const isOurs = dataset.category !== undefined || dataset.clear !== undefined || isOffer || isPage;
    if (!element.contains(link) || !isOurs) {
      // A visitor on the way elsewhere, to one of the articles for example, is not called back.
      if (leadsAway(link)) {
        clearTimeout(timer);
        results.drop();
      }
      return;
    }
    event.preventDefault();
    if (dataset.category !== undefined) openCategory(dataset.category);
    else if (dataset.clear !== undefined) clear(dataset);
    else if (isOffer) openOffer(link);
    else void openPage(link.href);
  });
  addEventListener('popstate', () => {
    const state = readListingState(new URLSearchParams(location.search));
    if (location.pathname !== listingPath || listingHref(state) === listingHref(shown)) return;
    fill(state);
    // At once: input that arrives before the results do is compared with this state.
    shown = state;
    void go(location.href, 'none');
  });

  filterButton.ariaExpanded = String(popup.matches(':popover-open'));
  selectTab();
  countSelected();
  // Input from before this script loaded is requested like any later input.
  if (isChanged()) applySoon();
};
