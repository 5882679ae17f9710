/** Maximum wait for the loaded page to be painted, ms. A tab in the background paints nothing, and Firefox can be set to report nothing. */
const timeoutMs = 3000;

/** Resolves once the page has loaded and has been painted (Paint Timing), or after the timeout. */
export const whenPainted = () =>
  new Promise<unknown>((resolve) => {
    addEventListener('load', () => {
      setTimeout(resolve, timeoutMs);
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    });
  });
