import { type BrowserContext, test as base, expect } from '@playwright/test';

/** Errors of a page, which fail the test unless it allows them. */
export interface Noise {
  /** Ignores matching errors, such as the browser's report of a response that the test expects. */
  allow(pattern: RegExp): void;
}

/**
 * Tests in a browser. In every one of them a console error or warning, an uncaught error, a violation of the content security
 * policy and a failed request are failures.
 */
export const test = base.extend<{ noise: Noise }>({
  noise: [
    async ({ context }, use) => {
      const allowed: RegExp[] = [];
      const received = listenFor(context);
      await use({ allow: (pattern) => allowed.push(pattern) });
      const noise = received.filter((line) => !allowed.some((pattern) => pattern.test(line)));
      expect([...new Set(noise)], 'noise of the pages').toEqual([]);
    },
    { auto: true },
  ],
});

function listenFor(context: BrowserContext): string[] {
  const received: string[] = [];
  context.on('console', (message) => {
    const type = message.type();
    if (type === 'error' || type === 'warning')
      received.push(`console ${type}: ${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => received.push(`uncaught: ${error.error().stack || error.error().message}`));
  context.on('requestfailed', (request) => {
    const failure = request.failure()?.errorText ?? '';
    // A navigation cancels the requests of the previous page, and a video is requested in ranges.
    if (failure !== 'net::ERR_ABORTED') received.push(`request failed: ${request.url()} ${failure}`);
  });
  context.on('response', (response) => {
    if (response.status() >= 400) received.push(`response ${response.status()}: ${response.url()}`);
  });
  void context.addInitScript(() => {
    // A prerendered page is another target, whose requests are not reported here; `speculation.test.ts` has its own.
    new MutationObserver((_, observer) => {
      const rules = document.querySelector('script[type="speculationrules"]');
      rules?.remove();
      if (rules || document.body) observer.disconnect();
    }).observe(document, { childList: true, subtree: true });
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile, lineNumber }) => {
      console.error(`policy violation: ${effectiveDirective} ${blockedURI} at ${sourceFile}:${lineNumber}`);
    });
  });
  return received;
}
