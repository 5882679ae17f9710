/** The longest that React waits for an idle moment once the page is loaded, ms. */
const patience = 3000;

/** Events by which a visitor asks for more than the page can do alone. */
const touches = ['pointerdown', 'keydown', 'focusin', 'input'] as const;

/**
 * Starts the deferred module scripts once the page is painted and idle, or at the visitor's first touch, whichever comes
 * first: on a slow phone they would otherwise compete with the first paint.
 */
export function startWhenIdle(): void {
  let started = false;
  const start = () => {
    if (started) return;
    started = true;
    for (const event of touches) removeEventListener(event, start, true);
    for (const waiting of document.querySelectorAll('script[type="text/deferred-module"]')) {
      const script = document.createElement('script');
      script.type = 'module';
      script.textContent = waiting.textContent;
      document.head.append(script);
      script.remove();
    }
  };
  const whenReady = (event?: Event) => {
    if (document.readyState === 'loading') addEventListener('DOMContentLoaded', start, { once: true });
    else if (event) start();
  };
  for (const event of touches) addEventListener(event, whenReady, { capture: true });
  addEventListener('load', () => {
    if ('requestIdleCallback' in window) requestIdleCallback(start, { timeout: patience });
    else setTimeout(start, 200);
  });
}
