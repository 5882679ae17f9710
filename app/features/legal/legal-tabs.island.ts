import { desktop, from } from '../../shared/breakpoints.ts';
import type { WakeIsland } from '../../ui/island/wake-islands.ts';
import { makeTabs } from '../../ui/tabs/make-tabs.ts';

/** From this width the tabs are beside the text; below it they are a row above the text. */
const sideTabs = from(desktop);

/**
 * Shows one part of a legal text at a time: the selected tab's part, the part that contains the target of the URL's fragment, or the part
 * in which the browser finds a text.
 */
export const wake: WakeIsland = (element, props) => {
  const { label } = props as { label: string };
  const list = element.querySelector<HTMLElement>('[data-tabs]');
  if (!list) return;
  const panels = new Map(
    [...list.querySelectorAll('a')].map((tab) => [
      tab as HTMLElement,
      document.getElementById(tab.hash.slice(1))?.closest('section') ?? undefined,
    ]),
  );
  const show = (selected: HTMLElement) => {
    for (const [tab, panel] of panels) {
      // Around the panel, of which assistive technology would otherwise list an empty one for each part.
      const part = panel?.parentElement;
      part?.toggleAttribute('data-active', tab === selected);
      if (part) part.hidden = tab === selected ? false : 'until-found';
    }
    tabs.select(selected);
  };
  const tabs = makeTabs({
    list,
    label,
    orientation: { verticalWhen: sideTabs },
    panelOf: (tab) => panels.get(tab),
    onChoose: (tab) => choose(tab),
  });
  const choose = (tab: HTMLElement) => {
    show(tab);
    history.replaceState(history.state, '', (tab as HTMLAnchorElement).hash);
  };

  for (const [tab, panel] of panels) {
    if (!panel) continue;
    // It begins with text.
    panel.tabIndex = 0;
    // Chromium would scroll to the middle of a panel that begins below a low window.
    panel.addEventListener('focus', () => {
      if (panel.matches(':focus-visible')) panel.scrollIntoView();
    });
    panel.parentElement?.addEventListener('beforematch', () => choose(tab));
  }

  const [first] = panels.keys();
  const showNamed = () => {
    const target = document.getElementById(location.hash.slice(1));
    const [named] = [...panels].find(([, panel]) => panel?.contains(target)) ?? [];
    // The first entry of the history has no fragment while it shows the first part.
    const shown = location.hash ? named : first;
    if (shown) show(shown);
    return shown;
  };
  // Before the browser restores the scroll position, or reveals the target and scrolls to it.
  addEventListener('popstate', showNamed);
  if (!showNamed() && first) show(first);
};
