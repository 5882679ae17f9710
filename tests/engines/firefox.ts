import { existsSync } from 'node:fs';
import puppeteer, { type Browser, type ElementHandle, type KeyInput } from 'puppeteer-core';
import type { Engine, Tab, TabOptions } from './engine.ts';

/** Firefox of the system: no browser is downloaded. `npm test` installs it where it is missing. */
const executablePath = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';

/** Firefox, driven over WebDriver BiDi. */
export function createFirefox(): Engine {
  /** Scripts and colour scheme are preferences of the whole browser, so each combination has a separate browser. */
  const browsers = new Map<string, Promise<Browser>>();

  function launch({ javaScript = true, colorScheme = 'light' }: TabOptions): Promise<Browser> {
    const key = JSON.stringify({ javaScript, colorScheme });
    const launched =
      browsers.get(key) ??
      puppeteer.launch({
        browser: 'firefox',
        executablePath,
        headless: true,
        extraPrefsFirefox: {
          'javascript.enabled': javaScript,
          // Per second: painting takes a third of the processor time of the browser.
          'layout.frame_rate': 10,
          // Processes for pages that no test opens.
          'dom.ipc.processPrelaunch.enabled': false,
          'layout.css.prefers-color-scheme.content-override': colorScheme === 'dark' ? 0 : 1,
        },
      });
    browsers.set(key, launched);
    return launched;
  }

  return {
    name: 'Firefox',
    isInstalled: existsSync(executablePath),
    async open(options) {
      return openTab(await launch(options), options);
    },
    async close() {
      for (const browser of await Promise.all(browsers.values())) await browser.close();
      browsers.clear();
    },
  };
}

async function openTab(browser: Browser, { width, height, films = false }: TabOptions): Promise<Tab> {
  // Separate storage, like a first visit.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`console error: ${message.text()}`);
  });
  page.on('pageerror', (error) => errors.push(`uncaught: ${error instanceof Error ? error.stack : String(error)}`));
  page.on('response', (response) => {
    if (response.status() >= 500) errors.push(`response ${response.status()}: ${response.url()}`);
  });
  await page.evaluateOnNewDocument(() => {
    addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
      console.error(`policy violation: ${effectiveDirective} ${blockedURI}`);
    });
  });
  if (!films) {
    // As if the visitor had requested less data (Network Information API).
    await page.evaluateOnNewDocument(() => {
      Object.defineProperty(Navigator.prototype, 'connection', { value: { saveData: true } });
    });
  }
  // The timeout of the test is the only one.
  page.setDefaultTimeout(0);
  await page.setViewport({ width, height });
  return {
    async load(url) {
      await page.goto(url, { waitUntil: 'load' });
    },
    async back() {
      // Puppeteer's own `goBack` waits for a load that a page from the back-forward cache never reports.
      await page.evaluate('history.back()');
    },
    evaluate: (expression) => page.evaluate(expression),
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async press(combination) {
      const [key = '', modifier] = combination.split('+').reverse() as KeyInput[];
      if (modifier) await page.keyboard.down(modifier);
      await page.keyboard.press(key as KeyInput);
      if (modifier) await page.keyboard.up(modifier);
    },
    async chooseFile(selector, path) {
      const input = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      await input?.uploadFile(path);
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    errors: async () => errors,
    close: () => context.close(),
  };
}
