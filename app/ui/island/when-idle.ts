/** Maximum wait for a loaded page to be idle, ms. */
export const maxWaitMs = 2000;

/** Calls back once the page has loaded and the browser is idle. */
export function whenIdle(task: () => void): void {
  if (document.readyState !== 'complete') addEventListener('load', () => whenIdle(task), { once: true });
  else if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: maxWaitMs });
  else setTimeout(task, 200);
}
