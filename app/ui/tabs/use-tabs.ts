import { type KeyboardEvent, useId, useRef } from 'react';
import { useHydrated } from '../hydrated/use-hydrated.ts';

interface TabsOptions {
  /** Keys of the tabs, in order. */
  keys: readonly string[];
  active: string;
  onChange: (key: string) => void;
  /** Arrow keys that move between tabs. */
  orientation: 'horizontal' | 'vertical';
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
  const list = useRef<HTMLDivElement>(null);
  const [back, forward] = orientation === 'vertical' ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];

  const onKeyDown = (event: KeyboardEvent) => {
    const at = keys.indexOf(active);
    const steps: Record<string, number> = { [back]: at - 1, [forward]: at + 1, Home: 0, End: keys.length - 1 };
    const next = steps[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const key = keys[(next + keys.length) % keys.length];
    if (key === undefined) return;
    onChange(key);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[keys.indexOf(key)]?.focus();
  };

  return {
    hydrated,
    list: hydrated
      ? { ref: list, role: 'tablist', 'aria-label': label, 'aria-orientation': orientation, onKeyDown }
      : { ref: list },
    tab: (key: string) =>
      hydrated
        ? {
            id: `${prefix}-tab-${key}`,
            role: 'tab',
            'aria-selected': key === active,
            'aria-controls': `${prefix}-panel-${key}`,
            tabIndex: key === active ? 0 : -1,
          }
        : {},
    panel: (key: string) =>
      hydrated
        ? { id: `${prefix}-panel-${key}`, role: 'tabpanel', 'aria-labelledby': `${prefix}-tab-${key}`, tabIndex: 0 }
        : {},
  };
}
