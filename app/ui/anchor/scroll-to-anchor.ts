import { decodeEscapes } from '../../shared/decode-escapes.ts';

/** Timeout for an anchor that is not on the page yet, ms (Specification 9). */
const anchorTimeoutMs = 10_000;

/** Scrolls to the element of an anchor, with its `#`, once it exists. The browser scrolls to elements that are there already. */
export function scrollToAnchor(hash: string): void {
  const id = decodeEscapes(hash.slice(1));
  if (!id || document.getElementById(id)) return;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
  };
  const observer = new MutationObserver(() => {
    const element = document.getElementById(id);
    if (!element) return;
    stop();
    element.scrollIntoView();
  });
  const timer = setTimeout(stop, anchorTimeoutMs);
  observer.observe(document.body, { childList: true, subtree: true });
}
