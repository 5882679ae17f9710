import { from, tablet } from '../shared/breakpoints.ts';

/** Media query of windows in which the bar replaces the menu (Specification 9). */
const barWindows = from(tablet);

/**
 * Enhances dialogs and popovers that the platform opens. An opening popover is scrolled into view. A dialog is a popover without
 * scripts, which every browser opens by its button; with scripts it is modal. A link inside a dialog closes it, and so does a window
 * that grows past the menu's breakpoint: a hidden modal dialog would leave the whole page inert. Buttons get `aria-expanded` here and
 * not in the HTML: without scripts it would never change, and hide the state that the browser exposes for a popover.
 */
export function followPopups(): void {
  document.addEventListener(
    'toggle',
    (event) => {
      const popup = event.target as Element;
      // A popover anchored to its button may extend beyond the window. Those of extensions, such as password managers, have no id.
      if (popup.matches('[id]:popover-open')) popup.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      showStates();
    },
    true,
  );
  document.addEventListener('DOMContentLoaded', showStates);
  matchMedia(barWindows).addEventListener('change', () => {
    for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  });
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    const popup = target.closest<HTMLButtonElement>('[popovertarget]')?.popoverTargetElement;
    if (popup instanceof HTMLDialogElement) {
      event.preventDefault();
      if (popup.open) popup.close();
      else popup.showModal();
    }
    // A click whose target is the dialog itself is on its backdrop, since the content covers the dialog.
    if (target instanceof HTMLDialogElement || target.closest('dialog a')) target.closest('dialog')?.close();
  });
}

function showStates(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[popovertarget]:not([popovertargetaction])'))
    button.setAttribute('aria-expanded', String(button.popoverTargetElement?.matches(':popover-open,:modal')));
}
