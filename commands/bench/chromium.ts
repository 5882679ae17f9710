import { existsSync } from 'node:fs';

/**
 * Chromium of the system: no browser is downloaded. `npm test` installs it where it is missing. Its headless shell is the same engine
 * without the windows around a page, and takes half the processor.
 */
const executablePath =
  process.env.CHROMIUM_PATH ??
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'].find((path) => existsSync(path));

/** The whole browser, for what its headless shell does not do. */
export const wholeChromiumPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** How tests and benchmarks start Chromium. */
export const chromiumOptions = {
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
};
