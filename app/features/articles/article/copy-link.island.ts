import type { WakeIsland } from '../../../ui/island/wake-islands.ts';

/** How long "Copied" is shown, ms. */
const copiedMs = 3000;

/** Makes the button copy the article's URL, and hides it where the browser denies pages access to the clipboard. */
export const wake: WakeIsland = (element, props) => {
  const { url } = props as { url: string };
  const status = element.querySelector('[role="status"]');
  if (!('clipboard' in navigator)) {
    element.querySelector('p')?.setAttribute('hidden', '');
    return;
  }
  element.querySelector('button')?.addEventListener('click', async () => {
    await navigator.clipboard.writeText(url);
    if (!status) return;
    status.textContent = 'Copied';
    setTimeout(() => {
      status.textContent = '';
    }, copiedMs);
  });
};
