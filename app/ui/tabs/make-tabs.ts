/** Called with a tab that the visitor has selected by a click that would open its link in this tab, or stepped to by a key. */
export type ChooseTab = (tab: HTMLElement, change: 'push' | 'step') => void;

interface TabsOptions {
  /** The element that contains the tabs: links, in order. */
  list: HTMLElement;
  /** Accessible name of the list. */
  label: string;
  /**
   * The layout of the tabs, which determines the arrow keys. If it depends on the window, the media query under which they are
   * stacked; all four keys then work, since a visitor who cannot see the list does not know its layout.
   */
  orientation: 'horizontal' | 'vertical' | { verticalWhen: string };
  /** The panel of a tab; several tabs may share one. */
  panelOf: (tab: HTMLElement) => HTMLElement | undefined;
  onChoose: ChooseTab;
}

/**
 * Adds the roles, keys and clicks of tabs to links (WAI-ARIA APG, Tabs with automatic activation). Without JavaScript they remain links.
 * Scripts can focus a panel, Tab passes it: it begins with something that has the focus itself. One that does not needs a `tabIndex` of 0.
 */
export function makeTabs({ list, label, orientation, panelOf, onChoose }: TabsOptions) {
  const tabs = [...list.querySelectorAll<HTMLElement>('a')];
  list.role = 'tablist';
  list.ariaLabel = label;
  if (typeof orientation === 'object') {
    const query = matchMedia(orientation.verticalWhen);
    const update = () => {
      list.ariaOrientation = query.matches ? 'vertical' : 'horizontal';
    };
    query.addEventListener('change', update);
    update();
  } else list.ariaOrientation = orientation;

  for (const [index, tab] of tabs.entries()) {
    tab.role = 'tab';
    tab.id ||= `${list.id || 'tabs'}-tab-${index + 1}`;
    const panel = panelOf(tab);
    if (!panel) continue;
    panel.role = 'tabpanel';
    panel.id ||= `${tab.id}-panel`;
    panel.tabIndex = -1;
    tab.setAttribute('aria-controls', panel.id);
  }

  list.addEventListener('keydown', (event) => {
    // With a modifier the keys belong to the browser: Alt and the left arrow go back.
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const step = stepOf(keyIn(list, event.key), tabs.indexOf(event.target as HTMLElement), tabs.length, orientation);
    const next = tabs[step];
    if (!next) return;
    event.preventDefault();
    next.focus();
    onChoose(next, 'step');
  });

  list.addEventListener('click', (event) => {
    const tab = (event.target as Element).closest('a');
    if (!tab || !isPlainClick(event)) return;
    event.preventDefault();
    onChoose(tab, 'push');
  });

  return {
    /** Marks a tab as selected, and scrolls it into view if the list overflows. */
    select(selected: HTMLElement): void {
      for (const tab of tabs) {
        tab.ariaSelected = String(tab === selected);
        tab.tabIndex = tab === selected ? 0 : -1;
      }
      panelOf(selected)?.setAttribute('aria-labelledby', selected.id);
      scrollIntoList(selected, list);
    },
  };
}

/** Whether a click opens a link in this tab, not in another tab or window or as a download. */
export const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

const turned: ReadonlyMap<string, string> = new Map([
  ['ArrowLeft', 'ArrowRight'],
  ['ArrowRight', 'ArrowLeft'],
]);

/** Returns the key that means the same from left to right: a translation into Arabic turns the tabs around. */
const keyIn = (list: HTMLElement, key: string) =>
  (getComputedStyle(list).direction === 'rtl' && turned.get(key)) || key;

/** @returns the index of the tab that a key selects, -1 for other keys */
function stepOf(key: string, at: number, count: number, orientation: TabsOptions['orientation']): number {
  if (at < 0) return -1;
  const horizontal = orientation !== 'vertical';
  const vertical = orientation !== 'horizontal';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if ((horizontal && key === 'ArrowLeft') || (vertical && key === 'ArrowUp')) return (at - 1 + count) % count;
  if ((horizontal && key === 'ArrowRight') || (vertical && key === 'ArrowDown')) return (at + 1) % count;
  return -1;
}

/** Scrolls only the list: `scrollIntoView` would also scroll the page. */
function scrollIntoList(tab: HTMLElement, list: HTMLElement): void {
  const outer = list.getBoundingClientRect();
  const inner = tab.getBoundingClientRect();
  list.scrollBy({
    left: inner.left + inner.width / 2 - outer.left - outer.width / 2,
    top: inner.top + inner.height / 2 - outer.top - outer.height / 2,
  });
}
