import { existsSync } from 'node:fs';

/** The system's Chromium; `npm test` installs it where it is missing. Its headless shell needs half the processor time. */
const executablePath =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** The whole browser, for features that its headless shell lacks. */
export const wholeChromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/**
 * Returns launch options of Chromium for tests and benchmarks. Each launch needs its own: Puppeteer adds its defaults to the object,
 * and Playwright would take Puppeteer's `logger` for one of its own.
 */
export const chromiumOptions = () => ({
  ...(executablePath !== undefined && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-dev-shm-usage',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--no-first-run',
  ],
});
