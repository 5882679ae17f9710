import type { WakeIsland } from '../../../ui/island/wake-islands.ts';

/** How long "Copied" is shown, ms. */
const copiedMs = 3000;

/** Makes the button copy the article's URL. Where the browser denies access to the clipboard, the button shows and selects the URL. */
export const wake: WakeIsland = (element, props) => {
  const { url } = props as { url: string };
  const [button, status] = element.querySelectorAll('button,span');
  button?.addEventListener('click', async () => {
    if (!status) return;
    try {
      // Sites without HTTPS have no `navigator.clipboard`.
      await navigator.clipboard.writeText(url);
      status.textContent = 'Copied';
      setTimeout(() => {
        status.textContent = '';
      }, copiedMs);
    } catch {
      status.textContent = url;
      getSelection()?.selectAllChildren(status);
    }
  });
};
