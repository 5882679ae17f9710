import type { WakeIsland } from '../../../ui/island/wake-islands.ts';

/** How long "Copied" is shown, ms. */
const copiedMs = 3000;

/** Shows the button that copies the article's URL, where the browser lets a page write to the clipboard. */
export const wake: WakeIsland = (element, props) => {
  const { url } = props as { url: string };
  const status = element.querySelector('[role="status"]');
  if (!('clipboard' in navigator)) return;
  element.querySelector('p')?.removeAttribute('hidden');
  element.querySelector('button')?.addEventListener('click', async () => {
    await navigator.clipboard.writeText(url);
    if (!status) return;
    status.textContent = 'Copied';
    setTimeout(() => {
      status.textContent = '';
    }, copiedMs);
  });
};
