import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { createContentCheck } from '../../app/content/content-check.ts';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { loadContent } from '../../app/content/load-content.ts';
import type { SiteContent } from '../../app/content/site-content.ts';
import { InvalidDraftError } from '../../app/editor/draft.ts';
import type { Drafts } from '../../app/editor/editor-routes.ts';
import { temporaryDirectory } from '../../app/platform/files/temporary-directory.fixture.ts';
import { createDraftStore, createShownDrafts, type DraftStore } from './draft-preview.ts';

// The editor's preview and messages during typing.

const siteUrl = 'http://127.0.0.1:3101';
const file = 'articles/insights/first-insight.md';

let content: ContentDirectory;
let saved: SiteContent;
let change: (content: SiteContent) => void;
let store: DraftStore;
let drafts: Drafts;

beforeEach(async () => {
  content = await createContentDirectory();
  const workDirectory = temporaryDirectory();
  saved = await loadContent(content.path, siteUrl);
  store = createDraftStore({
    current: () => saved,
    onChange: (listener) => {
      change = listener;
    },
    close: () => {},
  });
  const check = createContentCheck({ directory: content.path, workDirectory, siteUrl });
  drafts = createShownDrafts({ siteUrl, check, store });
  onTestFinished(() => content[Symbol.asyncDispose]());
});

async function post(draft: object) {
  const body = Buffer.from(JSON.stringify({ collection: 'articles-insights', pictures: [], ...draft }));
  return drafts.render(body);
}

/** The data of the article in the editor, with an empty value for every untouched field. */
async function article(changes: object = {}) {
  const [, front = '', body = ''] = (await content.read(file)).split(/^---\n/mu);
  return { path: `content/${file}`, data: { updated: '', publish_at: null, ...parse(front), body, ...changes } };
}

describe('A draft', () => {
  test('is shown by the site until the files change, and is not written', async () => {
    const before = await content.read(file);
    const { url, problems } = await post(await article({ title: 'Typed' }));
    expect([url, problems]).toEqual([`${siteUrl}/single/first-insight/`, []]);
    const titles = () => store.current().articles.map(({ title }) => title);
    expect(titles()).toContain('Typed');
    expect(await content.read(file)).toBe(before);
    change(saved);
    expect(titles()).not.toContain('Typed');
  });

  test('is shown as on its day of publication', async () => {
    const { url } = await post(await article({ draft: true, publish_at: '2199-01-01T09:00:00Z' }));
    expect(url).toBe(`${siteUrl}/single/first-insight/`);
    expect(store.current().articles.map(({ slug }) => slug)).toContain('first-insight');
  });

  test('has a problem if it ends before it begins', async () => {
    const times = { publish_at: '2199-01-02T09:00:00Z', unpublish_at: '2199-01-01T09:00:00Z' };
    expect((await post(await article(times))).problems).toEqual([
      { keyPath: 'unpublish_at', label: 'Unpublish at', message: expect.stringContaining('after "Publish at"') },
    ]);
    expect((await post(await article({ ...times, unpublish_at: '2199-01-03T09:00:00Z' }))).problems).toEqual([]);
  });

  test('has problems with the editor’s names of fields, and the page stays unchanged', async () => {
    const { url, problems } = await post(await article({ title: '', body: '## Why\n\nSee [this](/nowhere).\n' }));
    expect(url).toBe(`${siteUrl}/single/first-insight/`);
    expect(problems).toEqual([{ keyPath: 'title', label: 'Title', message: 'is missing', isMissing: true }]);
    const text = await post(await article({ body: '## Why\n\nSee [this](/nowhere).\n' }));
    expect(text.problems).toEqual([
      { keyPath: 'body', label: 'Text', message: '"/nowhere" leads to a page that does not exist' },
    ]);
    const home = parse(await content.read('pages/home.yaml'));
    home.sections[0].links[0].to = '/nowhere';
    const page = await post({ path: 'content/pages/home.yaml', collection: 'pages', data: home });
    expect(page.problems).toEqual([
      {
        keyPath: 'sections.0.links.0.to',
        label: 'Statement › Link 1 › Leads to',
        message: expect.stringContaining('/nowhere'),
      },
    ]);
    expect(store.current()).toBe(saved);
  });

  test('names another file if it breaks that file', async () => {
    const home = parse(await content.read('pages/contact-us.yaml'));
    const { problems } = await post({
      path: 'content/pages/contact-us.yaml',
      collection: 'pages',
      data: { ...home, address: '/' },
    });
    expect(problems).toContainEqual({
      message: expect.stringMatching(/^pages\/home\.yaml, line \d+ \(Address\): has the path "\/"/u),
    });
  });

  test('may be an entry without a file', async () => {
    const { url, problems } = await post(
      await article({ path: undefined, id: 1, former_slugs: [] }).then((entry) => ({ ...entry, path: '' })),
    );
    expect([url, problems]).toEqual([`${siteUrl}/single/new-entry/`, []]);
    expect(await readdir(join(content.path, 'articles/insights'))).not.toContain('new-entry.md');
  });

  test('may have an unsaved picture', async () => {
    const photograph = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#c42' } })
      .jpeg()
      .toBuffer();
    const pictures = [{ name: 'a-b.jpeg', content: photograph.toString('base64') }];
    const { problems } = await post({ ...(await article({ banner: '/drafts/a-b.jpeg' })), pictures });
    expect(problems).toEqual([]);
    expect(store.current().articles.find(({ slug }) => slug === 'first-insight')?.banner).toMatchObject({ width: 900 });
    expect(await readdir(join(content.path, 'media'))).not.toContain('drafts');
    // The next draft is without it again.
    const { problems: later } = await post(await article({ banner: '/drafts/a-b.jpeg' }));
    expect(later).toEqual([
      { keyPath: 'banner', label: 'Banner', message: expect.stringContaining('"drafts/a-b.jpeg" does not exist') },
    ]);
  });
});

test.each([
  { path: 'content/../outside.md' },
  { path: 'content/pages/../../outside.yaml' },
  { path: 'content/pages/a.html' },
  { path: '', collection: '../../outside' },
  { path: `content/${file}`, pictures: [{ name: '../a.jpg', content: '' }] },
  { path: `content/${file}`, pictures: [{ name: 'a.jpg', content: '?' }] },
])('An invalid draft is refused: %j', async (draft) => {
  await expect(post({ data: {}, ...draft })).rejects.toThrow(InvalidDraftError);
});
