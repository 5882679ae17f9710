/** Maximum wait for an idle browser, ms. */
const maxWaitMs = 2000;

/** Calls back once the browser is idle. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: maxWaitMs });
  else setTimeout(task, 200);
}

/** Calls back once the page has loaded and the browser is idle. */
export function whenLoadedAndIdle(task: () => void): void {
  if (document.readyState === 'complete') whenIdle(task);
  else addEventListener('load', () => whenIdle(task), { once: true });
}
