/** Maximum wait for the loaded page to be painted, ms. A tab in the background paints nothing. */
const timeoutMs = 3000;

/** Resolves once the page has loaded and has been painted (Paint Timing), or after the timeout. */
export const whenPainted = () =>
  new Promise<unknown>((resolve) => {
    addEventListener('load', () => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
      setTimeout(resolve, timeoutMs);
    });
  });
