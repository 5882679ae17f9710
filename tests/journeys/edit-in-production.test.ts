import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page, type Route } from '@playwright/test';
import sharp from 'sharp';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { maxDraftBytes } from '../../app/editor/draft.ts';
import { backendOf } from '../../app/editor/editor-repository.ts';
import { freePort } from '../../app/platform/http/free-port.fixture.ts';
import { fieldOf, previewOf, test, withoutPage } from '../harness/editor-window.ts';
import { appId, type GitHost, git, startGitHost } from '../harness/git-host.ts';
import { type RunningServer, startMs, startServer } from '../harness/server.ts';

// The editor of the site itself: signing in to the git host, a commit there, and the site that reads a clone of the repository.

const article = 'articles/insights/first-insight.md';

let content: ContentDirectory;
let host: GitHost;
let clones: string;
let server: RunningServer;
let origin: string;

test.describe.configure({ mode: 'default', timeout: 300_000 });

test.beforeAll(async () => {
  test.setTimeout(startMs);
  content = await createContentDirectory();
  await content.edit(article, '---\n', '---\n# Kept by hand\n');
  const port = await freePort();
  origin = `http://localhost:${port}`;
  host = await startGitHost(content.path, origin);
  clones = await mkdtemp(join(tmpdir(), 'clone-'));
  await git(clones, ['clone', '--quiet', host.directory, 'website']);
  server = await startServer(
    {
      PORT: String(port),
      SITE_URL: origin,
      CONTENT_DIR: join(clones, 'website/content'),
      EDIT_REPOSITORY: `${host.origin}/acme/website`,
      EDIT_GIT_HOST: 'gitea',
      EDIT_APP_ID: appId,
    },
    // Refused content is an error in its log.
    { mayFail: true },
  );
});

test.afterAll(async () => {
  await server.stop();
  await host[Symbol.asyncDispose]();
  await content[Symbol.asyncDispose]();
  await rm(clones, { recursive: true, force: true });
});

const titleBox = (page: Page) => page.getByRole('textbox', { name: 'Title', exact: true }).first();

async function openEntry(page: Page, entry: string) {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `/collections/${entry}`);
  await expect(titleBox(page)).toBeVisible();
}

/** Signs in in a window of the git host, which is returned. */
async function signIn(page: Page): Promise<Page> {
  await page.goto(`${origin}/edit`);
  const popup = await authorize(page);
  await expect(page.getByText('Insights').first()).toBeVisible();
  return popup;
}

async function authorize(page: Page): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: /Sign In with .*Gitea/u }).click();
  const popup = await opened;
  await popup.getByRole('link', { name: 'Authorize as Mira' }).click();
  return popup;
}

test('An editor signs in at the git host, sees the page while typing, saves a commit, and the site shows it', async ({
  page,
}) => {
  const refused: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy|Cross-Origin/iu.test(message.text())) refused.push(message.text());
  });
  const popup = await signIn(page);
  expect(popup.isClosed()).toBe(true);

  await openEntry(page, 'articles-insights/entries/first-insight');
  const { pane, preview } = previewOf(page);
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();
  const heading = preview.getByRole('heading', { level: 1 });
  await titleBox(page).fill('A title from the site');
  await expect(heading).toHaveText('A title from the site');
  await preview.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await expect(heading).not.toBeInViewport();
  await titleBox(page).fill('A title from production');
  await expect(heading).toHaveText('A title from production');
  await expect(heading, 'the page scrolls to a change that is not in view').toBeInViewport();
  expect(await (await page.request.get(`${origin}/single/first-insight/`)).text()).not.toContain(
    'A title from production',
  );

  const alternative = page.getByRole('textbox', { name: 'Banner description' });
  await alternative.fill('two  \n lines');
  await expect(fieldOf(page, 'Banner description').getByText('must be one line')).toBeVisible();
  await alternative.fill('A plate of another kind');
  await expect(preview.getByRole('img', { name: 'A plate of another kind' })).toBeVisible();

  // Only the site checks this rule, so the editor asks for a confirmation of the commit.
  const untouched = await host.git('rev-parse', 'main');
  await fieldOf(page, 'Updated').locator('input').fill('2001-01-01');
  await expect(fieldOf(page, 'Updated').getByText('is not before "date"')).toBeVisible();
  page.once('dialog', (dialog) => dialog.dismiss());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const refusal = page.getByRole('alertdialog');
  await expect(refusal).toContainText('Nothing was saved');
  await refusal.getByRole('button', { name: 'OK' }).click();
  expect(await host.git('rev-parse', 'main')).toBe(untouched);
  await fieldOf(page, 'Updated').getByRole('button', { name: 'Clear' }).click();
  await expect(fieldOf(page, 'Updated').getByText('is not before "date"')).toHaveCount(0);

  await pane.getByRole('button', { name: 'Preview link' }).click();
  const link = pane.getByRole('textbox', { name: /^Preview link/u });
  await expect(link).toHaveValue(new RegExp(`^${origin}/preview/[\\w.-]+$`, 'u'));
  expect((await page.request.get(await link.inputValue())).status()).toBe(200);

  const before = await host.git('rev-parse', 'main');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.poll(() => host.git('rev-parse', 'main')).not.toBe(before);
  const format = '--format=%an <%ae>%n%s%n%P';
  expect(await host.git('show', '--name-status', format, 'main')).toBe(
    [
      'Mira Editor <mira@acme.example>',
      'Update Insight “first-insight”',
      before,
      '',
      'M\tcontent/articles/insights/first-insight.md',
    ].join('\n'),
  );
  const written = await content.read(article);
  const saved = await host.git('show', `main:content/${article}`);
  expect(saved).toBe(
    written
      .replace(/^title: .*$/mu, 'title: A title from production')
      .replace(/^banner_alt: .*$/mu, 'banner_alt: A plate of another kind')
      .trimEnd(),
  );

  await git(join(clones, 'website'), ['pull', '--quiet', '--ff-only']);
  await expect
    .poll(async () => (await page.request.get(`${origin}/single/first-insight/`)).text())
    .toContain('A title from production</h1>');

  // The host refuses a change of a file whose hash the editor does not know, and the site has changed what the editor sent.
  await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
  await page.goto(`${origin}/edit#/collections/articles-insights/entries/first-insight`);
  await expect(titleBox(page)).toHaveValue('A title from production');
  await titleBox(page).fill('A title from the same session');
  await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A title from the same session');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => host.git('show', `main:content/${article}`))
    .toBe(saved.replace('A title from production', 'A title from the same session'));
  expect(refused).toEqual([]);
});

test('An editor is asked before a commit that the site would refuse, and sees until it is corrected what the site refuses', async ({
  page,
}) => {
  const user = { backendName: 'gitea', token: 'editor-token' };
  await page.addInitScript((value) => localStorage.setItem('sveltia-cms.user', value), JSON.stringify(user));
  const questions: string[] = [];
  let response: 'accept' | 'dismiss' = 'dismiss';
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    return dialog[response]();
  });
  const untouched = await host.git('rev-parse', 'main');

  await test.step('a picture with too many pixels', async () => {
    await page.goto(`${origin}/edit#/assets`);
    await page.getByRole('button', { name: 'Upload' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Choose Files' }).click();
    const pixels = sharp({ create: { width: 5000, height: 4100, channels: 3, background: '#c42' } });
    await (await chooser).setFiles({ name: 'scan.png', mimeType: 'image/png', buffer: await pixels.png().toBuffer() });
    await page.getByRole('button', { name: 'Upload', exact: true }).last().click();
    await expect.poll(() => questions.join()).toContain('media/scan.png: has 5000 × 4100 pixels');
  });

  const deleteStory = async () => {
    await openEntry(page, 'articles-success-stories/entries/first-story');
    await page.getByRole('button', { name: 'Show Editor Options' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  };
  await test.step('the deletion of an article to which a page links', async () => {
    questions.length = 0;
    await deleteStory();
    await expect
      .poll(() => questions.join())
      .toMatch(/pages\/home\.yaml, line 18 .*"\/single\/first-story\/" leads to/u);
    expect(await host.git('rev-parse', 'main')).toBe(untouched);
  });

  await test.step('a commit that the site cannot check, because it restarts behind a proxy', async () => {
    questions.length = 0;
    const badGateway = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
    await page.route('**/edit/commit-check', (route) => route.fulfill(badGateway), { times: 1 });
    await deleteStory();
    await expect.poll(() => questions.join()).toContain('it cannot be reached at the moment');
    expect(questions.join()).toContain('try again in a minute');
    expect(await host.git('rev-parse', 'main')).toBe(untouched);
  });

  await test.step('a commit that depends on another that the site has not got yet is no question, and one that is too large to be checked is', async () => {
    questions.length = 0;
    const terms = await content.read('legal/terms-and-condition.md');
    const legal = (title: string, text: string) =>
      terms.replace('title: Terms', `title: ${title}`).replace('They will be announced.', text);
    // The text is repeated in the browser: it takes long to send a large one there.
    const commit = async (name: string, text: string, times = 1) =>
      page.evaluate(
        async ({ url, name, text, times }) => {
          const headers = { Authorization: 'token editor-token', 'Content-Type': 'application/json' };
          const body = JSON.stringify({
            branch: 'main',
            message: `Add ${name}`,
            author: { name: 'Mira Editor', email: 'mira@acme.example' },
            dates: { author: '2026-11-25T12:00:00Z' },
            files: [{ operation: 'create', path: `content/legal/${name}.md`, content: btoa(text.repeat(times)) }],
          });
          const response = await fetch(url, { method: 'POST', headers, body });
          return response.ok ? response.status : (await response.json()).message;
        },
        { url: `${host.origin}/api/v1/repos/acme/website/contents`, name, text, times },
      );
    await page.route(`${host.origin}/**/contents`, (route) => route.abort(), { times: 1 });
    expect(await commit('imprint', legal('Imprint', 'Acme, Inc.'))).toMatch(/^The server cannot be reached\./u);
    expect(await commit('imprint', legal('Imprint', 'Acme, Inc.'))).toBe(201);
    expect(await commit('notice', legal('Notice', 'See the [imprint](/imprint).'))).toBe(201);
    expect(questions).toEqual([]);
    expect(await commit('large', 'x', maxDraftBytes)).toContain('Nothing was saved');
    expect(questions.join()).toMatch(/too large together\.\s+Choose Cancel to save them one by one/u);
  });

  const website = join(clones, 'website');
  const refusedFiles = async () =>
    (await (await page.request.get(`${origin}/readyz`)).json()).content.refused?.problems.map(
      ({ file }: { file: string }) => file,
    );
  const notice = page.getByRole('alert').filter({ hasText: 'the site shows no changes' });
  await test.step('what the site refuses is above the editor, with the way to correct it', async () => {
    response = 'accept';
    await deleteStory();
    await expect.poll(() => host.git('log', '-1', '--format=%s', 'main')).toContain('Delete');
    await git(website, ['pull', '--quiet', '--ff-only']);
    await expect.poll(refusedFiles).toEqual(['pages/home.yaml']);
    await openEntry(page, 'articles-insights/entries/first-insight');
    await expect(notice).toContainText('"/single/first-story/" leads to a page that does not exist');
    await expect(notice).toContainText('If the editor finds no such entry, it cannot read the file');
    await expect(notice.getByRole('link', { name: 'edit the file itself' })).toHaveAttribute(
      'href',
      `${host.origin}/acme/website/_edit/main/content/pages/home.yaml`,
    );
    await expect(notice.getByRole('link', { name: 'recent changes' })).toHaveAttribute(
      'href',
      `${host.origin}/acme/website/commits/branch/main`,
    );
    await notice.getByRole('link', { name: 'Correct it' }).click();
    const { pane } = previewOf(page);
    await expect(pane.getByRole('button', { name: /"\/single\/first-story\/" leads to/u })).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue('/');
  });

  await test.step('it goes when the mistake is corrected', async () => {
    const author = { GIT_AUTHOR_NAME: 'Mira', GIT_AUTHOR_EMAIL: 'mira@acme.example' };
    const committer = { GIT_COMMITTER_NAME: 'Mira', GIT_COMMITTER_EMAIL: 'mira@acme.example' };
    await git(website, ['revert', '--no-edit', 'HEAD'], { environment: { ...author, ...committer } });
    await expect.poll(refusedFiles).toBeUndefined();
    await openEntry(page, 'articles-insights/entries/first-insight');
    await expect(notice).toHaveCount(0);
  });
});

/** Uploads a PDF to the list of assets. @param choice what becomes of another file of its name */
async function upload(page: Page, name: string, { text = '', choice = '' } = {}) {
  await page.goto(`${origin}/edit#/assets`);
  await page.getByRole('button', { name: 'Upload' }).click();
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Choose Files' }).click();
  const buffer = Buffer.from(`%PDF-1.7${text}`);
  await (await chooser).setFiles({ name, mimeType: 'application/pdf', buffer });
  if (choice) await page.getByRole('radio', { name: choice }).click();
  await page.getByRole('button', { name: 'Upload', exact: true }).last().click();
}

test('An author replaces a file, and works on while the site fails for a moment and tokens expire', async ({
  page,
  noise,
}) => {
  // Where the token cannot be renewed.
  noise.allow(/^console error: Failed to check the repository for changes\./u);
  const messages: string[] = [];
  page.on('dialog', (dialog) => {
    messages.push(dialog.message());
    return dialog.dismiss();
  });
  await signIn(page);

  await test.step('a file is replaced', async () => {
    const committed = () => host.git('show', 'main:content/media/figures.pdf').catch(() => undefined);
    await upload(page, 'figures.pdf');
    await expect.poll(committed).toBe('%PDF-1.7');
    await upload(page, 'figures.pdf', { text: ' of this year', choice: 'Replace' });
    await expect.poll(committed).toBe('%PDF-1.7 of this year');
  });

  const rejection = { status: 401, json: { message: 'The git host rejected your token.' } };
  const whenChecking = (respond: (route: Route) => Promise<void>) =>
    page.route(`${origin}/edit/commit-check`, respond, { times: 1 });

  await test.step('a token expires while an upload is checked', async () => {
    await whenChecking((route) => {
      host.expireTokens();
      return route.fallback();
    });
    await upload(page, 'report.pdf');
    await expect.poll(() => host.git('log', '-1', '--format=%s', 'main')).toContain('report.pdf');
    expect(messages).toEqual([]);
  });

  await test.step('the site rejects it for a draft', async () => {
    await openEntry(page, 'articles-insights/entries/first-insight');
    const { pane, preview } = previewOf(page);
    await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();
    const { token } = await page.evaluate(() => JSON.parse(localStorage.getItem('sveltia-cms.user') ?? '{}'));
    host.expireTokens();
    await page.route(/\/edit\/(?:draft|preview-link)$/u, (route) =>
      route.request().headers().authorization === `Bearer ${token}` ? route.fulfill(rejection) : route.fallback(),
    );
    await titleBox(page).fill('A title after an hour');
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('A title after an hour');
    await pane.getByRole('button', { name: 'Preview link' }).click();
    await expect(pane.getByRole('textbox', { name: /^Preview link/u })).toHaveValue(/\/preview\//u);
  });

  await test.step('a page and a preview link that the site could not make are made at the next attempt', async () => {
    const { pane, preview } = previewOf(page);
    const badGateway = { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' };
    const failOnce = (path: string) =>
      page.route(`${origin}${path}`, (route) => route.fulfill(badGateway), { times: 1 });

    await failOnce('/edit/draft');
    await titleBox(page).fill('Shown at the second attempt');
    await expect(pane.getByRole('alert')).toContainText('The editor cannot be reached');
    await expect(preview.getByRole('heading', { level: 1 })).toHaveText('Shown at the second attempt');
    await expect(pane.getByRole('alert')).toHaveCount(0);

    await failOnce('/edit/preview-link');
    await pane.getByRole('button', { name: 'Preview link' }).click();
    await expect(pane.getByText('The site cannot be reached. Please try again.')).toBeVisible();
    await pane.getByRole('button', { name: 'Preview link' }).click();
    await expect(pane.getByRole('textbox', { name: /^Preview link/u })).toHaveValue(/\/preview\//u);
  });

  await test.step('another window of the browser renews the token again', async () => {
    const other = await page.context().newPage();
    await other.goto(`${origin}/edit#/collections/legal/entries/terms-and-condition`);
    await expect(titleBox(other)).toBeVisible();
    for (const window of [page, other]) {
      host.expireTokens();
      await titleBox(window).fill('A title after two hours');
      await window.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(window).toHaveURL(/#\/collections\/[\w-]+$/u);
    }
    await other.close();
  });

  await test.step('a token that cannot be renewed is a message, also for an upload', async () => {
    await page.route(`${host.origin}/login/oauth/access_token`, (route) => route.abort());
    await openEntry(page, 'articles-insights/entries/first-insight');
    await titleBox(page).fill('A title that is not saved');
    host.expireTokens();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const refusal = page.getByRole('alertdialog', { name: 'Error' });
    await expect(refusal).toContainText('Reload the window and sign in again');
    await refusal.getByRole('button', { name: 'OK' }).click();
    await whenChecking((route) => route.fulfill(rejection));
    await upload(page, 'other.pdf');
    await expect.poll(() => messages.join()).toContain('The git host rejected your token');
  });
});

/** Commits a change of an existing file as somebody else. */
async function commitAsColleague(file: { operation: string; path: string; content: string }) {
  const response = await fetch(`${host.origin}/api/v1/repos/acme/website/contents`, {
    method: 'POST',
    headers: { Authorization: 'token editor-token', 'Content-Type': 'application/json' },
    body: JSON.stringify({
      branch: 'main',
      message: 'Change',
      author: { name: 'Vera Writer', email: 'vera@acme.example' },
      dates: { author: '2026-11-25T12:00:00Z' },
      files: [{ ...file, sha: await host.git('rev-parse', `main:${file.path}`) }],
    }),
  });
  expect(response.status).toBe(201);
}

/** Responds to the editor as GitLab, with the repository of the host: as much of its API as saving an entry takes. */
async function respondAsGitlab(page: Page) {
  const backend = backendOf({ kind: 'gitlab', origin: host.origin, name: 'acme/website', branch: 'main' });
  const respond = (route: Route, json: object, status = 200) =>
    route.fulfill({ status, json, headers: { 'Access-Control-Allow-Origin': origin } });
  await page.route(`${origin}/edit/config.json`, async (route) => {
    const { config, ...others } = await (await route.fetch()).json();
    await route.fulfill({ json: { ...others, config: { ...config, backend } } });
  });
  await page.route(`${host.origin}/api/graphql`, async (route) => {
    const { paths }: { paths?: string[] } = route.request().postDataJSON().variables;
    const files = (await host.git('ls-tree', '-r', 'main')).matchAll(/^\d+ blob (\w+)\t(.+)$/gmu);
    const nodes = paths
      ? await Promise.all(paths.map(async (path) => ({ rawTextBlob: await host.git('show', `main:${path}`) })))
      : [...files].map(([, sha, path]) => ({ type: 'blob', path, sha }));
    const blobs = { nodes, pageInfo: { hasNextPage: false, endCursor: '' } };
    const lastCommit = { sha: await host.git('rev-parse', 'main'), message: '' };
    await respond(route, { data: { project: { repository: { blobs, tree: { blobs, lastCommit } } } } });
  });
  await page.route(`${host.origin}/api/v4/**`, async (route) => {
    const request = route.request();
    const { pathname } = new URL(request.url());
    if (pathname.endsWith('/user'))
      return respond(route, { id: 1, name: 'Mira', username: 'mira', email: 'mira@acme.example' });
    if (pathname.endsWith('/users')) return respond(route, [{ id: 1 }]);
    const [, picture] = /\/repository\/files\/([^/]+)\/raw$/u.exec(pathname) ?? [];
    if (picture)
      return route.fulfill({
        body: await host.git('show', `main:${decodeURIComponent(picture)}`),
        contentType: 'image/svg+xml',
        headers: { 'Access-Control-Allow-Origin': origin },
      });
    if (request.method() !== 'POST') return respond(route, []);
    const [{ file_path: path, content: text, last_commit_id = 'main' }] = request.postDataJSON().actions;
    const lastChange = (of: string) => host.git('log', '-1', '--format=%H', of, '--', path);
    if ((await lastChange('main')) !== (await lastChange(last_commit_id)))
      return respond(route, { message: `The file has changed since you started editing it: ${path}` }, 400);
    const parent_ids = [await host.git('rev-parse', 'main')];
    await commitAsColleague({ operation: 'update', path, content: Buffer.from(text).toString('base64') });
    const committed_date = new Date().toISOString();
    return respond(route, { id: await host.git('rev-parse', 'main'), parent_ids, committed_date }, 201);
  });
}

test.describe('With the fields alone', () => {
  test.use({ viewport: withoutPage });

  test('an author reads what to do while the git host fails, without permission, and when a token has expired', async ({
    page,
  }) => {
    const signIn = (token: string) =>
      page.evaluate(
        (value) => localStorage.setItem('sveltia-cms.user', value),
        JSON.stringify({ backendName: 'gitea', token }),
      );
    const questions: string[] = [];
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      return dialog.dismiss();
    });
    const notice = page.locator('body > [role="alert"]');
    const entry = `${origin}/edit#/collections/articles-insights/entries/first-insight`;
    const untouched = await host.git('rev-parse', 'main');
    const failureOfSaving = async () => {
      await titleBox(page).fill(`A title that is not saved ${Math.random()}`);
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const refusal = page.getByRole('alertdialog', { name: 'Error' });
      await expect(refusal).toBeVisible();
      const text = await refusal.locator('.error').textContent();
      await refusal.getByRole('button', { name: 'OK' }).click();
      // While it closes, the next one would be taken for it.
      await expect(refusal).toBeHidden();
      return text;
    };
    const hostRespondsWith = (status: number, body: string) =>
      page.route(`${host.origin}/**/contents`, (route) =>
        route.request().method() === 'POST'
          ? route.fulfill({ status, body, headers: { 'Access-Control-Allow-Origin': origin } })
          : route.fallback(),
      );

    await test.step('the host cannot be reached, and the editor asks to sign in', async () => {
      await page.goto(`${origin}/robots.txt`);
      await signIn('reader-token');
      await page.route(`${host.origin}/**`, (route) => route.abort());
      host.respondOnceWith(503);
      await page.goto(`${origin}/edit`);
      await expect(notice).toContainText('The git host cannot be reached');
      await expect(page.getByRole('button', { name: /Sign In/u }).first()).toBeVisible();
      await page.unroute(`${host.origin}/**`);
    });

    await test.step('an author without permission', async () => {
      await page.goto(entry);
      await page.reload();
      await expect(notice).toContainText('You have no permission to push');
      await expect(titleBox(page)).toBeVisible();
      expect(await failureOfSaving()).toContain('You have no permission to push');
    });

    await test.step('the branch is protected', async () => {
      await signIn('editor-token');
      await page.reload();
      await expect(titleBox(page)).toBeVisible();
      await expect(notice).toBeEmpty();
      await hostRespondsWith(403, '{"message":"branch main is protected"}');
      expect(await failureOfSaving()).toMatch(/“branch main is protected”\. Nothing was saved\. Your text is kept/u);
    });

    await test.step('the token has expired', async () => {
      await hostRespondsWith(401, '{"message":"token is expired"}');
      expect(await failureOfSaving()).toContain('Reload the window and sign in again');
    });
    await test.step('a proxy in front of the host responds with a page', async () => {
      await hostRespondsWith(504, '<h1>Gateway Timeout</h1>');
      expect(await failureOfSaving()).toMatch(/error 504\. Your text is kept .* try again/u);
    });

    expect(questions).toEqual([]);
    expect(await host.git('rev-parse', 'main')).toBe(untouched);

    await test.step('the response to a commit is lost: the host may have saved it, and refuses it when it is repeated', async () => {
      await page.unroute(`${host.origin}/**/contents`);
      await page.route(`${host.origin}/**/contents`, (route) => route.abort(), { times: 1 });
      const text = await content.read(article);
      const commit = () =>
        page.evaluate(
          async ([url = '', path = '', text = '']) => {
            const headers = { Authorization: 'token editor-token', 'Content-Type': 'application/json' };
            const body = JSON.stringify({
              branch: 'main',
              message: 'Update',
              author: { name: 'Mira Editor', email: 'mira@acme.example' },
              dates: { author: '2026-11-25T12:00:00Z' },
              files: [{ operation: 'update', path, sha: 'former', content: btoa(text) }],
            });
            const response = await fetch(url, { method: 'POST', headers, body });
            return (await response.json()).message;
          },
          [`${host.origin}/api/v1/repos/acme/website/contents`, `content/${article}`, text],
        );
      expect(await commit()).toMatch(/^The server cannot be reached\. Your text is kept/u);
      expect(await commit()).toMatch(
        /“sha does not match .*”\. Your earlier attempt.* may have been saved\. Your text/u,
      );
    });
  });

  test('an author saves an entry whose commit got no response, its copies, and what somebody else has deleted', async ({
    page,
  }) => {
    const user = JSON.stringify({ backendName: 'gitea', token: 'editor-token' });
    await page.addInitScript((value) => localStorage.setItem('sveltia-cms.user', value), user);
    await page.goto(`${origin}/edit#/collections/articles-insights/entries/first-insight`);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const expectList = () => expect(page).toHaveURL(/#\/collections\/articles-insights$/u);

    await test.step('a commit whose response was lost is no change by somebody else', async () => {
      await titleBox(page).fill('Saved without a response');
      const losing = async (route: Route) => {
        await route.fetch();
        await route.abort();
      };
      await page.route(`${host.origin}/**/contents`, losing, { times: 1 });
      await save.click();
      const failure = page.getByRole('alertdialog', { name: 'Error' });
      await expect(failure).toContainText('The server cannot be reached');
      await failure.getByRole('button', { name: 'OK' }).click();
      const titleAtHost = async () => /^title: .*$/mu.exec(await host.git('show', `main:content/${article}`))?.[0];
      expect(await titleAtHost()).toBe('title: Saved without a response');
      await titleBox(page).fill('Saved again');
      await save.click();
      await expectList();
      expect(await titleAtHost()).toBe('title: Saved again');
    });

    await test.step('articles that are saved before the site has got them, and with a reload in between, have different numbers', async () => {
      const numberOfCopy = async (title: string) => {
        await openEntry(page, 'articles-insights/entries/first-insight');
        await page.getByRole('button', { name: 'Show Editor Options' }).click();
        await page.getByRole('menuitem', { name: 'Duplicate' }).click();
        await expect(page).toHaveURL(/\/new/u);
        await titleBox(page).fill(title);
        await save.click();
        await expectList();
        const slug = title.toLowerCase().replace(' ', '-');
        const text = await host.git('show', `main:content/articles/insights/${slug}.md`);
        return /^id: (\d+)$/mu.exec(text)?.[1];
      };
      const number = await numberOfCopy('One copy');
      await page.reload();
      expect(await numberOfCopy('Another copy')).not.toBe(number);
    });

    await test.step('an entry that somebody else has deleted meanwhile is saved again', async () => {
      await openEntry(page, 'articles-insights/entries/first-insight');
      await titleBox(page).fill('Not deleted after all');
      const path = `content/${article}`;
      await commitAsColleague({ operation: 'delete', path, content: '' });
      await save.click();
      await expect(page.getByRole('alertdialog')).toContainText('has been deleted');
      await page.getByRole('button', { name: 'Save Anyway' }).click();
      await expectList();
      expect(await host.git('show', `main:${path}`)).toMatch(/^title: Not deleted after all$/mu);
    });
  });

  test('at GitLab, an author does not save over what a colleague commits during the check, in this file or in another', async ({
    page,
  }) => {
    await respondAsGitlab(page);
    const user = JSON.stringify({ backendName: 'gitlab', token: 'editor-token' });
    await page.goto(`${origin}/robots.txt`);
    await page.evaluate((value) => localStorage.setItem('sveltia-cms.user', value), user);
    await page.goto(`${origin}/edit#/collections/articles-insights/entries/first-insight`);
    const path = `content/${article}`;
    const terms = 'content/legal/terms-and-condition.md';
    const textOf = (name: string) => host.git('show', `main:${name}`);
    const editAsColleague = async (name: string) => {
      const content = Buffer.from(`${await textOf(name)}\n\nWritten by a colleague.\n`).toString('base64');
      await commitAsColleague({ operation: 'update', path: name, content });
    };
    const duringTheCheck = (change: () => Promise<void>) =>
      page.route(
        `${origin}/edit/commit-check`,
        async (route) => {
          await change();
          await route.fallback();
        },
        { times: 1 },
      );
    const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = page.getByRole('alertdialog');

    await titleBox(page).fill('Saved at GitLab');
    await duringTheCheck(() => editAsColleague(path));
    await save();
    await expect(dialog).toContainText('updated by someone else while saving. Nothing was saved.');
    await dialog.getByRole('button', { name: 'OK' }).click();
    expect(await textOf(path)).toContain('Written by a colleague.');
    await save();
    await expect(dialog).toContainText('If you save now, their changes will be lost.');
    await duringTheCheck(() => editAsColleague(terms));
    await dialog.getByRole('button', { name: 'Save Anyway' }).click();
    await expect(page).toHaveURL(/#\/collections\/articles-insights$/u);
    expect(await textOf(path)).toMatch(/^title: Saved at GitLab$/mu);

    await openEntry(page, 'legal/entries/terms-and-condition');
    await titleBox(page).fill('Terms of a colleague');
    await save();
    // The editor asks, unless it has read the change before the author typed.
    await expect.poll(async () => (await dialog.isVisible()) || page.url().endsWith('/legal')).toBe(true);
    expect(await textOf(terms)).toContain('Written by a colleague.');
  });
});

test('An author reads at sign-in what is wrong with the settings of the editor', async ({ page, context, noise }) => {
  noise.allow(
    /^console error: Error (?:Failed to (?:send the request|check repository access)|Authentication failed|There is)/u,
  );
  const failure = page.locator('#nc-root').getByRole('alert');
  const api = `${host.origin}/api/v1/repos/acme/website`;
  const respond = (status: number, body: object) => (route: Route) =>
    route.fulfill({ status, json: body, headers: { 'Access-Control-Allow-Origin': origin } });

  await test.step('the host does not allow the site, or cannot be reached: with a token', async () => {
    await page.goto(`${origin}/edit`);
    await page.route(`${host.origin}/api/**`, (route) => route.abort());
    await page.getByRole('button', { name: 'Sign In Using Access Token' }).click();
    await page.getByRole('textbox', { name: 'Personal Access Token' }).fill('editor-token');
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(failure).toContainText(`no response from ${host.origin}`);
    await expect(failure).toContainText(`must allow ${origin} to use its API (CORS)`);
    await page.unroute(`${host.origin}/api/**`);
  });

  await test.step('and by OAuth', async () => {
    await page.reload();
    await context.route('**/login/oauth/access_token', (route) => route.abort(), { times: 1 });
    await authorize(page);
    await expect(failure).toContainText(`no response from ${host.origin}`);
  });

  await test.step('the repository has no folder of the content', async () => {
    await page.route(`${api}/git/trees/**`, respond(200, { tree: [] }));
    await authorize(page);
    await expect(failure).toContainText('has no folder “content”');
    await expect(page.getByText('Insights')).toHaveCount(0);
    await page.unroute(`${api}/git/trees/**`);
  });

  await test.step('the host does not show the repository', async () => {
    await page.route(api, respond(404, { message: 'not found' }));
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await authorize(page);
    await expect(failure).toContainText('doesn’t exist');
    host.respondOnceWith(404);
    await page.reload();
    await expect(page.locator('body > [role="alert"]')).toContainText(
      'The git host does not show you the repository “acme/website”.',
    );
  });
});
