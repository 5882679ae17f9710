import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { type GitHost, git, startGitHost } from '../harness/git-host.ts';
import { type RunningServer, startServer } from '../harness/server.ts';
import type { Engine } from './engine.ts';
import { wide } from './harness.ts';
import { Page } from './page.ts';

// The editor of the site itself: its pane is a document with a `blob:` URL, whose origin engines compare in different ways, and it
// replaces what is pasted, for which engines create events in different ways.

let content: ContentDirectory;
let host: GitHost;
let clones: string;
let server: RunningServer;
let origin: string;

beforeAll(async () => {
  content = await createContentDirectory();
  const port = await freePort();
  origin = `http://localhost:${port}`;
  host = await startGitHost(content.path, origin);
  clones = await mkdtemp(join(tmpdir(), 'clone-'));
  await git(clones, ['clone', '--quiet', host.directory, 'website']);
  server = await startServer({
    PORT: String(port),
    SITE_URL: origin,
    CONTENT_DIR: join(clones, 'website/content'),
    EDIT_REPOSITORY: `${host.origin}/acme/website`,
    EDIT_GIT_HOST: 'gitea',
  });
});

afterAll(async () => {
  await server.stop();
  await host[Symbol.asyncDispose]();
  await content[Symbol.asyncDispose]();
  await rm(clones, { recursive: true, force: true });
});

/** Opens an article in the editor, signed in. */
async function openArticle(engine: Engine): Promise<Page> {
  const page = new Page(await engine.open(wide), origin);
  await page.goto('/robots.txt');
  await page.evaluate(() =>
    localStorage.setItem('sveltia-cms.user', JSON.stringify({ backendName: 'gitea', token: 'editor-token' })),
  );
  await page.goto('/edit#/collections/articles-insights/entries/first-insight');
  const isOpen = () => page.evaluate(() => document.querySelector('iframe[title="Content Preview"]') !== null);
  await page.expectThat(isOpen, 'the entry is open').toBe(true);
  return page;
}

for (const engine of globalThis.engines) {
  // The driver of WebKit has no clipboard.
  const pastes = engine.name !== 'WebKit';
  test.skipIf(!engine.isInstalled)(
    `The page beside the fields has its pictures and typefaces${pastes ? '; a text from Word is pasted with its headings' : ''}: ${engine.name}`,
    async () => {
      const page = await openArticle(engine);
      const loaded = () =>
        page.evaluate(() => {
          const pane = document.querySelector<HTMLIFrameElement>('iframe[title="Content Preview"]')?.contentDocument;
          const shown = pane?.querySelector('iframe')?.contentDocument;
          const picture = shown?.querySelector<HTMLImageElement>('main img');
          const fonts = [...(shown?.fonts ?? [])].filter(({ status }) => status === 'loaded');
          return { picture: (picture?.naturalWidth ?? 0) > 0, typefaces: fonts.length > 0 };
        });
      await page.expectThat(loaded, 'what the page has loaded').toEqual({ picture: true, typefaces: true });
      if (pastes) await expectHeadingsPasted(page);
      await page.close(true);
    },
  );
}

async function expectHeadingsPasted(page: Page): Promise<void> {
  const text = { role: 'textbox', name: 'Text' };
  await page.expectOne(text);
  await page.evaluate(() => {
    const copy = (event: ClipboardEvent) => {
      event.clipboardData?.setData('text/html', '<h1>From Word</h1>');
      event.preventDefault();
      // The editor would copy what is selected.
      event.stopImmediatePropagation();
    };
    addEventListener('copy', copy, true);
    document.addEventListener('click', () => document.execCommand('copy'));
  });
  await page.click(text);
  await page.press('Control+v');
  const headings = () =>
    page.evaluate(() => [...document.querySelectorAll('.lexical-root h2')].map(({ textContent }) => textContent));
  await page.expectThat(async () => (await headings()).join(), 'the headings of the text').toContain('From Word');
}
