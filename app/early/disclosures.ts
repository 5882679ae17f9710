/**
 * Implements disclosure buttons (WAI-ARIA APG, Disclosure): `<button data-disclosure aria-expanded aria-controls>` shows and
 * hides the element that it controls. `data-disclosure="hover"` also follows the pointer on wide screens, and only one of those
 * is open at a time, besides one that has the keyboard's focus. Escape closes an open hover disclosure and returns focus to its
 * button. If the button's parent has an id, a URL with that anchor opens the disclosure.
 */
export function followDisclosures(): void {
  // The pointer opens a disclosure when it arrives; the click that follows must not close it again.
  let openedByPointer: Element | undefined;
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>('[data-disclosure]');
    if (button) {
      const open = button === openedByPointer || button.getAttribute('aria-expanded') !== 'true';
      set(button, open);
      const id = button.parentElement?.id;
      if (id) history.replaceState(history.state, '', open ? `#${id}` : location.pathname + location.search);
    }
    openedByPointer = undefined;
    for (const open of openHovers()) {
      // Closed by a click on a link inside it, and by a click elsewhere.
      if (open !== button && (target.closest('a') || !open.parentElement?.contains(target))) set(open, false);
    }
  });
  document.addEventListener('DOMContentLoaded', openTarget);
  addEventListener('hashchange', openTarget);
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const open of openHovers()) {
      if (open.parentElement?.contains(document.activeElement)) open.focus();
      set(open, false);
    }
  });
  document.addEventListener('pointerover', (event) => {
    if (event.pointerType !== 'mouse') return;
    const over = (event.target as Element).closest('[data-hover]');
    // A pointer that moves inside an item does not open it again after Escape has closed it (WCAG 1.4.13). An arrow that turns
    // under a resting pointer also counts as a move.
    if (over?.contains(event.relatedTarget as Node | null)) return;
    for (const open of openHovers()) {
      const item = open.parentElement;
      // The page can also move under a resting pointer, while the keyboard is in use.
      if (item !== over && !item?.querySelector(':focus-visible')) set(open, false);
    }
    const button = over?.querySelector<HTMLElement>('[data-disclosure="hover"]');
    if (!button || button.getAttribute('aria-expanded') === 'true') return;
    set(button, true);
    openedByPointer = button;
  });
  document.addEventListener('focusin', (event) => {
    for (const open of openHovers()) if (!open.parentElement?.contains(event.target as Node)) set(open, false);
  });
}

/** Opens the target of the URL's anchor; `:target` matches only after the document is parsed. */
const openTarget = () => {
  const target = document.getElementById(location.hash.slice(1));
  const button = target?.querySelector<HTMLElement>(':scope > [data-disclosure]');
  if (button) set(button, true);
};

const openHovers = () => document.querySelectorAll<HTMLElement>('[data-disclosure="hover"][aria-expanded="true"]');

function set(button: HTMLElement, open: boolean): void {
  button.setAttribute('aria-expanded', String(open));
  const region = document.getElementById(button.getAttribute('aria-controls') ?? '');
  if (region) region.hidden = !open;
}
