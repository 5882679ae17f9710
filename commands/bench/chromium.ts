import { existsSync } from 'node:fs';

/** Where the system's Chromium may be, or a browser built from it; `npm test` installs it where it is missing. */
export const chromiumPaths = process.env.CHROMIUM_PATH
  ? [process.env.CHROMIUM_PATH]
  : ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where its headless shell may be. */
export const headlessShellPath = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell';

/** The whole browser, for features that its headless shell lacks. */
export const wholeChromiumPath = chromiumPaths.find((path) => existsSync(path)) ?? 'chromium';

/** The headless shell needs half the processor time. */
const executablePath = existsSync(headlessShellPath) ? headlessShellPath : wholeChromiumPath;

/**
 * Returns launch options of Chromium for tests and benchmarks. Each launch needs its own: Puppeteer adds its defaults to the object,
 * and Playwright would take Puppeteer's `logger` for one of its own.
 */
export const chromiumOptions = () => ({
  executablePath,
  // In a POSIX locale, as in a container, Chromium cannot open a file whose name is not ASCII.
  env: { ...process.env, LC_ALL: 'C.UTF-8' },
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
