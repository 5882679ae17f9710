import { type KeyboardEvent, useCallback, useEffect, useId, useRef } from 'react';
import { useHydrated } from '../hydrated/use-hydrated.ts';
import { useMediaQuery } from '../media-query/use-media-query.ts';

interface TabsOptions {
  /** Keys of the tabs, in order. */
  keys: readonly string[];
  active: string;
  onChange: (key: string) => void;
  /**
   * How the tabs lie, and so which arrow keys move between them. Where that depends on the window, the media query under which
   * they stand one below the other; all four keys then move, since who does not see the list cannot know how it lies.
   */
  orientation: 'horizontal' | 'vertical' | { verticalWhen: string };
  /** Accessible name of the list. */
  label: string;
}

/**
 * Behaviour and roles of tabs (WAI-ARIA APG, Tabs with automatic activation). Before React arrives, and with JavaScript
 * off, there are no roles: the tabs are the links they are written as.
 */
export function useTabs({ keys, active, onChange, orientation, label }: TabsOptions) {
  const hydrated = useHydrated();
  const prefix = useId();
  const tabId = useCallback((key: string) => `${prefix}-tab-${key}`, [prefix]);
  const list = useRef<HTMLDivElement>(null);
  const stands = useMediaQuery(typeof orientation === 'object' ? orientation.verticalWhen : undefined);
  const lies = typeof orientation === 'object' ? (stands ? 'vertical' : 'horizontal') : orientation;

  const onKeyDown = (event: KeyboardEvent) => {
    const at = keys.indexOf(active);
    const steps: Record<string, number> = {
      ...(orientation !== 'vertical' && { ArrowLeft: at - 1, ArrowRight: at + 1 }),
      ...(orientation !== 'horizontal' && { ArrowUp: at - 1, ArrowDown: at + 1 }),
      Home: 0,
      End: keys.length - 1,
    };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const key = keys[(next + keys.length) % keys.length];
    if (key === undefined) return;
    onChange(key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[keys.indexOf(key)]?.focus();
  };

  // A list that is longer than its place keeps the active tab in sight. It is scrolled itself: scrolling the tab into view
  // would move the page as well.
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(active))}`);
    if (!hydrated || !list.current || !tab) return;
    const outer = list.current.getBoundingClientRect();
    const inner = tab.getBoundingClientRect();
    list.current.scrollBy({
      left: inner.left + inner.width / 2 - outer.left - outer.width / 2,
      top: inner.top + inner.height / 2 - outer.top - outer.height / 2,
    });
  }, [active, hydrated, tabId]);

  return {
    hydrated,
    list: hydrated
      ? { ref: list, role: 'tablist', 'aria-label': label, 'aria-orientation': lies, onKeyDown }
      : { ref: list },
    tab: (key: string) =>
      hydrated
        ? {
            id: tabId(key),
            role: 'tab',
            'aria-selected': key === active,
            'aria-controls': `${prefix}-panel-${key}`,
            tabIndex: key === active ? 0 : -1,
          }
        : {},
    panel: (key: string) =>
      hydrated ? { id: `${prefix}-panel-${key}`, role: 'tabpanel', 'aria-labelledby': tabId(key), tabIndex: 0 } : {},
  };
}
