import { from } from '../shared/breakpoints.ts';

/** Windows in which the bar replaces the menu (Specification 9). */
const barWindows = from('tablet');

/**
 * What the platform opens by itself. `aria-expanded` of a button follows the dialog or popover that it opens. A popover that opens is
 * scrolled into view. A dialog is a popover without scripts, which every browser opens by its button; with them it is shown as a modal
 * one. A link followed inside a dialog closes it, and so does a window that grows past the menu's breakpoint: a modal dialog that is not
 * shown would leave the whole page inert.
 */
export function followPopups(): void {
  document.addEventListener(
    'toggle',
    (event) => {
      const popup = event.target as Element;
      const { id } = popup;
      const open = (event as ToggleEvent).newState === 'open';
      // One that is anchored to its button may begin above the window or end below it.
      if (open && popup.matches(':popover-open')) popup.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      if (!id) return;
      for (const button of document.querySelectorAll(`[popovertarget="${id}"]:not([popovertargetaction])`)) {
        button.setAttribute('aria-expanded', String(open));
      }
    },
    true,
  );
  matchMedia(barWindows).addEventListener('change', () => {
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  });
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const button = target.closest('[popovertarget]');
    const popup = button && document.getElementById(button.getAttribute('popovertarget') ?? '');
    if (popup instanceof HTMLDialogElement) {
      event.preventDefault();
      if (popup.open) popup.close();
      else popup.showModal();
    }
    // A click on the dialog itself is one on its backdrop: what it holds covers it whole.
    if (target instanceof HTMLDialogElement || target.closest('dialog a')) target.closest('dialog')?.close();
  });
}
