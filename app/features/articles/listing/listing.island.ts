import { listingPath } from '../../../paths.ts';
import type { WakeIsland } from '../../../ui/island/wake-islands.ts';
import { createResults, type HistoryChange, leavesPage } from '../../../ui/results/show-results.ts';
import { type ChooseTab, isPlainClick, makeTabs } from '../../../ui/tabs/make-tabs.ts';
import type { CategorySlug } from '../article.schema.ts';
import { applyDelayMs, scrollDelayMs } from '../limits.ts';
import { changeListing, type ListingState, listingHref, readListingState, readSearch } from '../listing-state.ts';

/** Shows the results of tabs, search, filter and pages. Fields contain the visitor's pending input, the URL the state that is shown. */
export const wake: WakeIsland = (element, _props, islands) => {
  const part = <Found extends HTMLElement>(selector: string): Found => {
    const found = element.querySelector<Found>(selector);
    if (!found) throw new Error(`The listing has no ${selector}`);
    return found;
  };
  const panel = part('[data-results]');
  const popup = part<HTMLFormElement>('form[popover]');
  const fields = createFields(part('input[type="search"]'), popup, part('[data-selected]'));
  const tabs = createCategoryTabs(part('[data-tabs]'), panel, (...choice) => openTab(...choice));
  const results = createResults({
    root: element,
    panel,
    islands,
    onShown: (page) => {
      fields.shown = stateOfUrl();
      fields.updateCounts(page);
      tabs.update(fields);
      applyRest();
    },
  });
  const { go, apply, applySoon, applyRest, endTyping, stop } = createChanges(results, fields);

  const openTab: ChooseTab = (tab, change) => {
    fields.category = tab.dataset.category as CategorySlug;
    tabs.update(fields);
    void go(fields.href(), change);
  };
  const openPage = async (href: string) => {
    // The next Tab key leads to the first result, not on from below the last (Contract, after a page change).
    if (await go(fields.changedHref() ?? href, 'push')) moveTo(panel);
  };
  /** Opens a link of the listing in place. @returns whether it is one */
  const open = (link: HTMLAnchorElement): boolean => {
    const { clear, value, offer } = link.dataset;
    if (clear !== undefined) {
      fields.clear(clear, value);
      void go(fields.href(), 'push');
    } else if (offer !== undefined) {
      fields.fill(readListingState(new URL(link.href).searchParams));
      void go(link.href, 'push');
    } else if (link.closest('nav')) void openPage(link.href);
    else return false;
    return true;
  };

  element.addEventListener('input', () => {
    fields.countSelected();
    applySoon();
  });
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    popup.hidePopover();
    apply();
  });
  popup.addEventListener('toggle', ({ newState }) => {
    if (newState === 'closed') endTyping();
  });
  let firstTarget: EventTarget | null = null;
  document.addEventListener('click', (event) => {
    const { detail, target } = event;
    const link = (target as Element).closest('a');
    if (detail < 2) firstTarget = target;
    if (!link || event.defaultPrevented || !isPlainClick(event)) return;
    // The first click of a double click has closed the filter or changed the results, which brings another link under the pointer.
    if (detail > 1 && !link.contains(firstTarget as Node)) event.preventDefault();
    else if (element.contains(link) && open(link)) event.preventDefault();
    // A visitor who is already navigating elsewhere, for example to an article, is not called back.
    else if (leavesPage(link)) stop();
  });
  addEventListener('popstate', () => {
    // A link to a part of the page has created another entry, too.
    endTyping();
    const state = stateOfUrl();
    if (location.pathname !== listingPath || listingHref(state) === listingHref(fields.shown)) return;
    fields.fill(state);
    // Set at once, because input that arrives before the results is compared with this state.
    fields.shown = state;
    tabs.update(fields);
    void go(location.href, 'none');
  });
  // A page from the browser's cache has the input whose results were not awaited when it was left.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    fields.fill(fields.shown);
    tabs.update(fields);
  });

  tabs.update(fields);
  fields.countSelected();
  applyRest();
};

const stateOfUrl = (): ListingState => readListingState(new URLSearchParams(location.search));

type Fields = ReturnType<typeof createFields>;

function createFields(search: HTMLInputElement, popup: HTMLFormElement, count: HTMLElement) {
  const checkBoxes = [...popup.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')];
  const chosen = (name: string) =>
    checkBoxes
      .filter((box) => box.name === name && box.checked)
      .map(({ value }) => value)
      .sort();
  const countSelected = () => {
    count.textContent = String(checkBoxes.filter(({ checked }) => checked).length);
  };
  const shown = stateOfUrl();

  const fields = {
    /** The state of the results. */
    shown,
    /** The open tab. */
    category: shown.category,
    /** Returns the URL of the state that the fields describe. */
    href: () =>
      listingHref({
        category: fields.category,
        search: readSearch(search.value),
        topics: chosen('topic'),
        industries: chosen('industry'),
        page: 1,
      }),
    /** Returns that URL if the fields differ from the results. */
    changedHref(): string | undefined {
      const href = fields.href();
      return href === listingHref(changeListing(fields.shown, {})) ? undefined : href;
    },
    /** Adopts the numbers of articles next to the check boxes of another page of the listing. */
    updateCounts(page: Document): void {
      for (const { dataset, textContent } of page.querySelectorAll<HTMLElement>('[data-count]')) {
        const shownCount = popup.querySelector(`[data-count="${CSS.escape(dataset.count ?? '')}"]`);
        if (shownCount) shownCount.textContent = textContent;
      }
    },
    countSelected,
    /** Clears `search`, `all` fields, or the check box of a value. */
    clear(target: string, value = ''): void {
      if (target === 'search' || target === 'all') search.value = '';
      for (const box of checkBoxes)
        if (target === 'all' || (box.name === target && box.value === value)) box.checked = false;
      countSelected();
    },
    fill(state: ListingState): void {
      fields.category = state.category;
      // A space at the end remains, since the next word may follow.
      if (readSearch(search.value) !== state.search) search.value = state.search;
      for (const box of checkBoxes) {
        box.checked = (box.name === 'topic' ? state.topics : state.industries).includes(box.value);
      }
      countSelected();
    },
  };
  return fields;
}

function createCategoryTabs(list: HTMLElement, panel: HTMLElement, onChoose: ChooseTab) {
  const links = [...list.querySelectorAll('a')];
  const tabs = makeTabs({
    list,
    label: 'Kind of article',
    orientation: 'horizontal',
    panelOf: () => panel,
    onChoose,
  });
  return {
    /** Selects the open tab; the others lead to the results that are shown, of their category. */
    update({ shown, category }: Fields): void {
      for (const link of links) {
        const slug = link.dataset.category as CategorySlug;
        link.href = listingHref(changeListing(shown, { category: slug }));
        link.toggleAttribute('data-active', slug === category);
        if (slug === category) tabs.select(link);
      }
    },
  };
}

/** Shows the results of changes: of links at once, of fields after a pause. */
function createChanges(results: ReturnType<typeof createResults>, fields: Fields) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stopTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  /** URL of the results before typing created the current history entry. Further typing replaces the entry, so that Back undoes all of it. */
  let typedFrom: string | undefined;
  const go = (href: string, change: HistoryChange) => {
    stopTimer();
    typedFrom = undefined;
    return results.show(href, change);
  };
  const showChange = () => {
    const href = fields.changedHref();
    if (href === undefined) {
      // Input may have been undone while its results were loading.
      void results.show(location.href, 'none');
      return;
    }
    if (href !== typedFrom) return results.show(href, typedFrom ? 'replace' : 'push');
    // Typing is undone: replaced, the entry would equal the one before, and Back would change nothing.
    typedFrom = undefined;
    history.back();
  };
  /** A change takes effect 400 ms after the last one (Specification 4). */
  const applySoon = () => {
    stopTimer();
    timer = setTimeout(async () => {
      timer = undefined;
      const before = listingHref(fields.shown);
      if (await showChange()) typedFrom ??= before;
    }, applyDelayMs);
  };
  return {
    go,
    applySoon,
    /**
     * Applies input whose pause has had no effect: it preceded this script, or it equalled the results that others have replaced since
     * then.
     */
    applyRest(): void {
      if (timer === undefined && fields.changedHref()) applySoon();
    },
    endTyping(): void {
      typedFrom = undefined;
    },
    apply(): void {
      stopTimer();
      void showChange();
      typedFrom = undefined;
    },
    /** Leaves the page as it is. */
    stop(): void {
      stopTimer();
      results.drop();
    },
  };
}

function moveTo(panel: HTMLElement): void {
  panel.focus({ preventScroll: true });
  setTimeout(() => {
    const { top } = panel.getBoundingClientRect();
    scrollTo({ top: scrollY + top - innerHeight / 2 });
  }, scrollDelayMs);
}
