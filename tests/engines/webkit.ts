import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import type { Engine, Key, Tab, TabOptions } from './engine.ts';
import { WebDriverSession } from './webdriver.ts';

/** WebKitGTK of the system and a display without a screen. `npm test` installs them where they are missing. */
const driverPath = process.env.WEBKIT_DRIVER_PATH ?? '/usr/bin/WebKitWebDriver';
const xvfbPath = '/usr/bin/Xvfb';
/** WebKitGTK's own small browser, which Debian installs beside the library. */
const browserPath = globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0];

/** Larger than every viewport of the tests. */
const screen = { width: 1600, height: 1000 };

/** Code points of keys (WebDriver, 17.4.2). */
const keys: Readonly<Record<Key, string>> = {
  Enter: '\uE007',
  Escape: '\uE00C',
  Tab: '\uE004',
  ArrowRight: '\uE014',
  'Control+v': '\uE009v',
};

/** How a browser is started, unless a tab needs another. */
const defaults: Required<Omit<TabOptions, 'width' | 'height'>> = {
  javaScript: true,
  colorScheme: 'light',
  films: false,
  popovers: true,
};

/** How long a display or a driver may take to start, ms. */
const startMs = 20_000;

export const isWebKitInstalled = [driverPath, xvfbPath, browserPath].every((path) => path && existsSync(path));

/** WebKitGTK's MiniBrowser on a virtual display, driven over WebDriver. */
export function createWebKit(): Engine {
  let display: Promise<VirtualDisplay> | undefined;
  /** Browsers without a test, by how they were started: a start takes two seconds of processor time. */
  const idle = new Map<string, Browser[]>();
  return {
    name: 'WebKit',
    isInstalled: isWebKitInstalled,
    async open({ width, height, ...options }) {
      display ??= startDisplay();
      const how = { ...defaults, ...options };
      const idleOnes = idle.getOrInsertComputed(JSON.stringify(how), () => []);
      const browser = idleOnes.pop() ?? (await startBrowser(await display, how));
      await browser.session.command('POST', '/window/rect', { width, height });
      return createTab(browser, async (isUsable) => {
        if (!isUsable) return endBrowser(browser);
        await forgetVisit(browser);
        idleOnes.push(browser);
      });
    },
    async close() {
      await Promise.all([...idle.values()].flat().map(endBrowser));
      idle.clear();
      await (await display)?.close();
      display = undefined;
    },
  };
}

interface Browser {
  readonly driver: ChildProcess;
  readonly session: WebDriverSession;
}

/** Leaves a browser as one that has not visited the site, except for its cache of files. Ends it if it cannot. */
async function forgetVisit(browser: Browser): Promise<void> {
  try {
    await browser.session.execute('localStorage.clear(); sessionStorage.clear();');
    await browser.session.command('DELETE', '/cookie');
    await browser.session.command('POST', '/url', { url: 'about:blank' });
  } catch (error) {
    await endBrowser(browser);
    throw error;
  }
}

async function endBrowser({ driver, session }: Browser): Promise<void> {
  try {
    await session.quit();
  } finally {
    await endGroup(driver);
  }
}

/** @param release takes the browser back, or ends it */
function createTab({ session }: Browser, release: Tab['close']): Tab {
  const errors: string[] = [];

  /** Evaluates an expression, and collects the page's errors since the last call. */
  async function evaluate(expression: string): Promise<unknown> {
    const { value, noise } = await session.execute<{ value: unknown; noise: string[] }>(
      `const noise = (${collectErrors})(); const value = ${expression}; return { value, noise: noise.splice(0) };`,
    );
    errors.push(...noise);
    return value;
  }

  const pressKeys = (text: string) =>
    session.performActions({
      type: 'key',
      id: 'keyboard',
      actions: [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]),
    });

  const pressTogether = (text: string) =>
    session.performActions({
      type: 'key',
      id: 'keyboard',
      actions: [
        ...[...text].map((value) => ({ type: 'keyDown', value })),
        ...[...text].reverse().map((value) => ({ type: 'keyUp', value })),
      ],
    });

  return {
    async load(url) {
      await session.command('POST', '/url', { url });
      await evaluate('null');
    },
    async back() {
      await session.command('POST', '/back');
    },
    evaluate,
    clickAt: (x, y) =>
      session.performActions({
        type: 'pointer',
        id: 'mouse',
        parameters: { pointerType: 'mouse' },
        actions: [
          { type: 'pointerMove', x: Math.round(x), y: Math.round(y), origin: 'viewport' },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ],
      }),
    type: pressKeys,
    press: (key) => pressTogether(keys[key]),
    async chooseFile(selector, path) {
      const reference = await session.command<Record<string, string>>('POST', '/element', {
        using: 'css selector',
        value: selector,
      });
      const [id] = Object.values(reference);
      await session.command('POST', `/element/${id}/value`, { text: path });
    },
    screenshot: async () => Buffer.from(await session.command<string>('GET', '/screenshot'), 'base64'),
    async errors() {
      await evaluate('null');
      return errors;
    },
    close: release,
  };
}

/**
 * Starts a browser and its driver, which supports one session at a time. About one browser in 150 ends while it starts, and its
 * driver waits for it without a limit: both are then started again.
 */
async function startBrowser(
  { environment }: VirtualDisplay,
  { javaScript, colorScheme, films, popovers }: typeof defaults,
): Promise<Browser> {
  const capabilities = {
    'webkitgtk:browserOptions': {
      binary: browserPath,
      args: [
        '--automation',
        // Without its bars, so that the window is the viewport.
        '--full-screen',
        `--enable-javascript=${javaScript ? 'TRUE' : 'FALSE'}`,
        `--enable-media=${films ? 'TRUE' : 'FALSE'}`,
        ...(colorScheme === 'dark' ? ['--dark-mode'] : []),
        // Anchors came later.
        ...(popovers ? [] : ['--features=-PopoverAttribute,-CSSAnchorPositioning']),
      ],
    },
  };
  for (let start = 1; ; start++) {
    const port = await freePort();
    // A separate process group: a browser that outlives its session ends with the driver.
    const driver = spawn(driverPath, [`--port=${port}`], { env: environment, stdio: 'ignore', detached: true });
    try {
      const driverUrl = `http://127.0.0.1:${port}`;
      await waitForDriver(driverUrl);
      return { driver, session: await WebDriverSession.start(driverUrl, capabilities, AbortSignal.timeout(startMs)) };
    } catch (error) {
      await endGroup(driver);
      if (start === 3) throw error;
    }
  }
}

/**
 * Collects the errors of a page from now on. WebDriver has no command for them, and WebKit keeps the console of a browser
 * under automation to itself; `consolesOfPages` reads what happens while a page loads.
 * Runs in the page.
 */
function collectErrors(): string[] {
  const page = window as unknown as { errorsOfTest?: string[] };
  if (page.errorsOfTest) return page.errorsOfTest;
  const errors: string[] = [];
  page.errorsOfTest = errors;
  const report = console.error;
  console.error = (...values: unknown[]) => {
    errors.push(`console error: ${values.join(' ')}`);
    report(...values);
  };
  addEventListener('error', ({ message }) => errors.push(`uncaught: ${message}`));
  addEventListener('unhandledrejection', ({ reason }) => {
    // WebKit itself skips the transition of a page that Back restores from its cache.
    if (!/view transition/u.test(reason)) errors.push(`unhandled: ${reason}`);
  });
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    errors.push(`policy violation: ${effectiveDirective} ${blockedURI}`),
  );
  return errors;
}

/** WebKit warns of a directive that it does not know yet and other browsers apply. */
const unknownDirective = "Unrecognized Content-Security-Policy directive 'manifest-src'";

/**
 * Loads pages in WebKit without a driver, one after the other.
 * @returns by URL, the errors and warnings in the page's console until it has loaded
 */
export async function consolesOfPages(urls: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
  const display = await startDisplay();
  const consoles = new Map<string, readonly string[]>();
  for (const url of urls) {
    const browser = spawn(
      browserPath ?? '',
      ['--full-screen', '--exit-after-load', '--enable-write-console-messages-to-stdout=TRUE', url],
      { env: display.environment, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [browser.stdout, browser.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        output += chunk;
      });
    }
    await once(browser, 'close');
    consoles.set(
      url,
      output.split('\n').filter((line) => /\bCONSOLE .*(?:ERROR|WARN)/u.test(line) && !line.includes(unknownDirective)),
    );
  }
  await display.close();
  return consoles;
}

interface VirtualDisplay {
  /** The environment of a program that runs on it. */
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

/** Starts an X server that draws into memory, on the first free display number. */
async function startDisplay(): Promise<VirtualDisplay> {
  const home = await mkdtemp(join(tmpdir(), 'spanwright-webkit-'));
  const server = spawn(
    xvfbPath,
    ['-displayfd', '1', '-screen', '0', `${screen.width}x${screen.height}x24`, '-nolisten', 'tcp'],
    { stdio: ['ignore', 'pipe', 'ignore'], detached: true },
  );
  const [number] = (await once(server.stdout, 'data', { signal: AbortSignal.timeout(startMs) })) as [Buffer];
  return {
    environment: {
      PATH: process.env.PATH,
      DISPLAY: `:${String(number).trim()}`,
      GDK_BACKEND: 'x11',
      // Without a graphics card, Mesa would emulate one to draw each tile, which takes twice the processor time.
      WEBKIT_SKIA_ENABLE_CPU_RENDERING: '1',
      HOME: home,
      XDG_RUNTIME_DIR: home,
    },
    async close() {
      await endGroup(server);
      await rm(home, { recursive: true, force: true });
    },
  };
}

async function waitForDriver(driverUrl: string): Promise<void> {
  const giveUpAt = Date.now() + startMs;
  for (;;) {
    const isReady = await fetch(`${driverUrl}/status`).then(
      (response) => response.ok,
      () => false,
    );
    if (isReady) return;
    if (Date.now() > giveUpAt) throw new Error(`${driverPath} did not listen within ${startMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Ends a process and those that it started. */
async function endGroup(leader: ChildProcess): Promise<void> {
  if (leader.exitCode !== null || leader.signalCode !== null || leader.pid === undefined) return;
  const ended = once(leader, 'exit');
  process.kill(-leader.pid, 'SIGTERM');
  await ended;
}
