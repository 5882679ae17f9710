import { listingPath } from '../../../paths.ts';
import type { WakeIsland } from '../../../ui/island/wake-islands.ts';
import { createResults, type HistoryChange, leadsAway, staysHere } from '../../../ui/results/show-results.ts';
import { makeTabs } from '../../../ui/tabs/make-tabs.ts';
import type { CategorySlug } from '../article.schema.ts';
import { applyDelayMs, scrollDelayMs } from '../limits.ts';
import { type ListingState, listingHref, readListingState } from '../listing-state.ts';

/**
 * Shows the results of tabs, search, filter and pages without reloading the page. The fields contain the visitor's pending input;
 * the URL is the state that is shown.
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
  /** The state that the fields describe. */
  const requested = (): ListingState => ({
    category,
    search: search.value.trim(),
    topics: chosen('topic'),
    industries: chosen('industry'),
    page: 1,
  });
  /** The terms that have a check box: a URL may also name others, such as one that was removed. */
  const offered = (name: string, slugs: readonly string[]) =>
    slugs.filter((slug) => checkBoxes.some((box) => box.name === name && box.value === slug));
  const isChanged = () => {
    const [topics, industries] = [offered('topic', shown.topics), offered('industry', shown.industries)];
    return listingHref(requested()) !== listingHref({ ...shown, topics, industries, page: 1 });
  };

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
  /** Whether typing created the current history entry. Further typing replaces it, so that Back undoes all of it. */
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
      if (isChanged() && (await results.show(listingHref(requested()), isTyped ? 'replace' : 'push'))) isTyped = true;
    }, applyDelayMs);
  };
  const apply = () => {
    if (isChanged()) void go(listingHref(requested()), isTyped ? 'replace' : 'push');
    clearTimeout(timer);
    isTyped = false;
  };
  const openCategory = (next: string | undefined) => {
    category = next as CategorySlug;
    selectTab();
    void go(listingHref(requested()), 'push');
  };
  const clear = ({ clear: target = '', value = '' }: DOMStringMap) => {
    if (target === 'search' || target === 'all') search.value = '';
    for (const box of checkBoxes)
      if (target === 'all' || (box.name === target && box.value === value)) box.checked = false;
    countSelected();
    void go(listingHref(requested()), 'push');
  };
  /** Sets the fields to a state. */
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
    const isShown = await go(isChanged() ? listingHref(requested()) : href, 'push');
    if (!isShown) return;
    // The next Tab key leads to the first result, not on from below the last (Contract, after a page change).
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
      // A visitor who is already navigating elsewhere, for example to an article, is not called back.
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
    // Set at once, because input that arrives before the results is compared with this state.
    shown = state;
    void go(location.href, 'none');
  });

  filterButton.ariaExpanded = String(popup.matches(':popover-open'));
  selectTab();
  countSelected();
  // Input that preceded this script is applied like later input.
  if (isChanged()) applySoon();
};
