import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { maxDraftBytes } from '../../app/editor/draft.ts';
import { type GitHost, startGitHost } from '../harness/git-host.ts';
import { createSite, type Site, siteUrl } from './app.ts';

// The editor in production, which is off unless a repository is configured.

let content: ContentDirectory;
let without: Site;
let withEditor: Site;

beforeAll(async () => {
  content = await createContentDirectory();
  without = await createSite(content.path);
  withEditor = await createSite(content.path, { EDIT_REPOSITORY: 'https://github.com/acme/website' });
});

afterAll(async () => {
  await without[Symbol.asyncDispose]();
  await withEditor[Symbol.asyncDispose]();
  await content[Symbol.asyncDispose]();
});

test.each(['/edit', '/edit/config.json', '/edit/start.js', '/edit/sveltia-cms.js'])(
  '%s is not there without a repository',
  async (path) => {
    expect((await without.get(path)).status).toBe(404);
  },
);

describe('With a repository', () => {
  test('the editor is a document with its own policy, which is not indexed', async () => {
    const response = await withEditor.get('/edit');
    expect(response.status).toBe(200);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("connect-src 'self' blob: data: https://github.com https://api.github.com;");
    expect(policy).toMatch(/frame-ancestors 'self' https:\/\/www\.acme\.example;/u);
    expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe/u);
  });

  test('its script, typefaces and translations come from this site', async () => {
    const script = await (await withEditor.get('/edit/sveltia-cms.js')).text();
    expect(script).not.toMatch(/https:\/\/(?:unpkg\.com|cdn\.jsdelivr\.net\/fontsource)/u);
    const fonts = [...script.matchAll(/\/edit\/fonts\/[\w.-]+/gu)].map(([path]) => path);
    expect(fonts.length).toBeGreaterThan(0);
    for (const path of fonts) expect([path, (await withEditor.get(path)).status]).toEqual([path, 200]);
  });

  test('its configuration names the repository, and no secret', async () => {
    const { config, user, gitPages, linkedFolders } = await (await withEditor.get('/edit/config.json')).json();
    expect(config.backend).toEqual({
      name: 'github',
      repo: 'acme/website',
      branch: 'main',
      base_url: 'https://github.com',
      api_root: 'https://api.github.com',
      auth_methods: ['token'],
    });
    expect(user).toBeUndefined();
    expect(gitPages).toEqual({
      history: 'https://github.com/acme/website/commits/main',
      edit: 'https://github.com/acme/website/edit/main/content/',
    });
    // No preview links beside logos, people and positions, which have no page that is not published yet.
    expect(linkedFolders).toEqual([
      'content/articles/insights/',
      'content/articles/success-stories/',
      'content/pages/',
      'content/legal/',
    ]);
  });

  test('every other page has the same policy as without it', async () => {
    for (const path of ['/', '/single/first-insight/', '/nowhere', '/edit/nowhere', '/sitemap.xml']) {
      const [off, on] = [await without.get(path), await withEditor.get(path)];
      const seen = ({ status, headers }: Response) => [path, status, Object.fromEntries(headers)];
      on.headers.delete('x-request-id');
      off.headers.delete('x-request-id');
      expect(seen(on)).toEqual(seen(off));
    }
  });
});

describe('Drafts and preview links', () => {
  let host: GitHost;
  let site: Site;
  const path = 'content/articles/insights/first-insight.md';

  beforeAll(async () => {
    host = await startGitHost(content.path, siteUrl);
    site = await createSite(content.path, {
      EDIT_REPOSITORY: `${host.origin}/acme/website`,
      EDIT_GIT_HOST: 'gitea',
    });
  });

  afterAll(async () => {
    await site[Symbol.asyncDispose]();
    await host[Symbol.asyncDispose]();
  });

  const post = (url: string, body: BodyInit, headers: Record<string, string> = {}) =>
    site.get(url, {
      method: 'POST',
      body,
      headers: { Authorization: 'Bearer editor-token', Origin: siteUrl, ...headers },
    });

  /** The article as the editor has it. */
  async function draft(changes: object = {}, others: object = {}): Promise<string> {
    const [, front = '', body = ''] = (await content.read(path.replace('content/', ''))).split(/^---\n/mu);
    const data = { ...parse(front), body, ...changes };
    return JSON.stringify({ path, collection: 'articles-insights', data, pictures: [], ...others });
  }

  test('a fourth draft at once is refused, with the time of the next try', async () => {
    const body = await draft();
    const responses = await Promise.all(Array.from({ length: 4 }, () => post('/edit/draft', body)));
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([[503, '2']]);
    expect((await post('/edit/draft', body)).status).toBe(200);
  });

  test('a draft renders the page that the site would show, only for its author', async () => {
    const response = await post('/edit/draft', await draft({ title: 'Typed' }));
    const { html, problems } = await response.json();
    expect([response.status, problems]).toEqual([200, []]);
    expect(html).toMatch(/<h1[^>]*>Typed<\/h1>/u);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('x-robots-tag')).toBe('noindex');
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await site.read('/single/first-insight/')).not.toContain('Typed');
    expect(await content.read('articles/insights/first-insight.md')).not.toContain('Typed');
  });

  test('a draft may name a picture that is not uploaded yet, so that the browser of the author can show its own copy', async () => {
    const photograph = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c42' } })
      .jpeg()
      .toBuffer();
    const stem = '0b7d9c1e-4a52-4f0e-9d6e-2f1f6c1a7b30';
    const name = `${stem}.jpeg`;
    const changes = { banner: `/drafts/${name}`, body: `## Why\n\n![A photograph](/drafts/${name})\n` };
    const pictures = [{ name, content: photograph.toString('base64') }];
    const { html, problems } = await (await post('/edit/draft', await draft(changes, { pictures }))).json();
    expect(problems).toEqual([]);
    const sources = [...html.matchAll(/<img [^>]*src="([^"]+)"/gu)].map(([, source = '']) => source);
    expect(sources.filter((source) => source.startsWith(`/media/drafts/${stem}`))).toHaveLength(2);
    expect(html).toContain('width="900" height="600"');
    expect(await readdir(join(content.path, 'media'))).not.toContain('drafts');
    const undescribed = await draft({ body: `## Why\n\n![](/drafts/${name})\n` }, { pictures });
    expect(await (await post('/edit/draft', undescribed)).json()).toEqual({
      problems: [
        {
          keyPath: 'body',
          label: 'Text',
          message: 'a new picture has no description; write what it shows into the field "Alt Text"',
        },
      ],
      warnings: [],
    });
    const { problems: later } = await (await post('/edit/draft', await draft(changes))).json();
    expect(later).toContainEqual({
      keyPath: 'banner',
      label: 'Banner',
      message: expect.stringContaining(`"drafts/${name}" does not exist`),
    });
  });

  test('mistakes that depend on other files are reported with their field', async () => {
    const response = await post('/edit/draft', await draft({ body: 'See [it](/nowhere).' }));
    expect(await response.json()).toEqual({
      problems: [
        {
          message: expect.stringMatching(
            /^articles\/success-stories\/first-story\.md, line 15: "\/single\/first-insight\/#why"/u,
          ),
        },
        { keyPath: 'body', label: 'Text', message: '"/nowhere" leads to a page that does not exist' },
      ],
      warnings: [],
    });
  });

  test('a commit is checked with the content, and is not written', async () => {
    const commit = (files: object[]) => post('/edit/commit-check', JSON.stringify({ files }));
    const moved = path.replace('first-insight', 'moved');
    const article = (await content.read('articles/insights/first-insight.md')).replace(/^title: .*$/mu, 'title: ');
    const { problems } = await (await commit([{ path }, { path: moved, text: article }])).json();
    expect(problems).toEqual([expect.stringMatching(/^Title: is empty/u)]);
    const picture = { path: 'content/media/news/.gitkeep', content: '' };
    expect(await (await commit([picture])).json()).toEqual({ problems: [], texts: {} });
    for (const outside of ['content/../outside.md', 'content/./a.md', 'content//a.md', 'package.json', 'content'])
      expect([outside, (await commit([{ path: outside, text: '' }])).status]).toEqual([outside, 400]);
    expect(await readdir(join(content.path, 'articles/insights'))).toEqual(['first-insight.md']);
  });

  test('a commit of a file that the editor rewrote keeps its comments and line breaks, also under a new name', async () => {
    const file = 'articles/insights/first-insight.md';
    const before = await content.read(file);
    const commented = before.replace('---\n', '---\n# Kept by hand\n');
    await content.write(file, commented);
    const [, front = '', body = ''] = before.split(/^---\n/mu);
    const written = (title: string) => `---\n${JSON.stringify({ ...parse(front), title })}\n---\n${body.trim()}`;
    const moved = path.replace('first-insight', 'moved');
    const files = [
      { path, text: written('Renamed') },
      { path },
      { path: moved, from: path, content: Buffer.from(written('Renamed “again”')).toString('base64') },
    ];
    const { texts } = await (await post('/edit/commit-check', JSON.stringify({ files }))).json();
    await content.write(file, before);
    const titled = (title: string) => commented.replace(/^title: .*$/mu, `title: ${title}`);
    expect(texts).toEqual({ [path]: titled('Renamed'), [moved]: titled('Renamed “again”') });
  });

  test.each([
    ['nobody', {}, 401],
    ['a token that the git host does not know', { Authorization: 'Bearer guess' }, 401],
    ['another scheme', { Authorization: 'Basic ZWRpdG9yLXRva2Vu' }, 401],
    ['two tokens', { Authorization: 'Bearer editor-token, Bearer guess' }, 401],
    ['a token of 4,001 characters', { Authorization: `Bearer ${'x'.repeat(4001)}` }, 401],
    ['somebody who may not push', { Authorization: 'Bearer reader-token' }, 403],
    ['a page of another site', { Origin: 'https://evil.example' }, 403],
  ])('%s is refused, without any content in the response', async (_, headers, status) => {
    for (const url of ['/edit/draft', '/edit/commit-check', '/edit/content-status', '/edit/preview-link']) {
      const response = await site.get(url, {
        method: 'POST',
        body: await draft(),
        headers: { Origin: siteUrl, 'Sec-Fetch-Site': 'same-origin', ...headers },
      });
      const body = await response.json();
      expect([url, response.status, Object.keys(body)]).toEqual([url, status, ['code', 'message']]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each([
    ['no JSON', '{'],
    ['no draft', '{}'],
    [
      'a path that leads out',
      JSON.stringify({ path: 'content/../../etc/passwd', collection: 'pages', data: {}, pictures: [] }),
    ],
    ['a path elsewhere', JSON.stringify({ path: 'content/media/x.svg', collection: 'pages', data: {}, pictures: [] })],
    ['a collection that leads out', JSON.stringify({ path: '', collection: '../..', data: {}, pictures: [] })],
    [
      'a picture that leads out',
      JSON.stringify({ path, collection: 'pages', data: {}, pictures: [{ name: '../x.png', content: '' }] }),
    ],
    [
      'a picture that is no Base64',
      JSON.stringify({ path, collection: 'pages', data: {}, pictures: [{ name: 'x.png', content: '%' }] }),
    ],
  ])('%s is refused with the reason', async (_, body) => {
    const response = await post('/edit/draft', body);
    expect([response.status, (await response.json()).message]).toEqual([
      400,
      expect.stringMatching(/^The draft cannot be read: \S/u),
    ]);
  });

  test('a draft may have the size of a picture, and not one byte more', async () => {
    const blank = await draft();
    const filled = (bytes: number) => blank + ' '.repeat(bytes - Buffer.byteLength(blank));
    expect((await post('/edit/draft', filled(maxDraftBytes))).status).toBe(200);
    expect((await post('/edit/draft', filled(maxDraftBytes + 1))).status).toBe(413);
  });

  test('a preview link leads to the page of the file, and to no other', async () => {
    const response = await post('/edit/preview-link', JSON.stringify({ path }));
    const { url } = await response.json();
    expect(response.status).toBe(200);
    expect(await site.read(new URL(url).pathname)).toContain('The first insight</h1>');
    for (const [requested, status] of [
      ['content/articles/insights/nothing-there.md', 404],
      ['content/../../etc/passwd', 404],
      [5, 400],
      ['x'.repeat(5000), 413],
    ])
      expect([requested, (await post('/edit/preview-link', JSON.stringify({ path: requested }))).status]).toEqual([
        requested,
        status,
      ]);
  });
});
