import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { articleHref, markdownHref } from '../../app/paths.ts';
import { lastingPosition } from '../harness/content.ts';
import { createSite, root, type SharedSite, sharedSite, siteUrl } from './app.ts';
import { elementsOf } from './html.ts';

// Every page is there as Markdown too, for programs that read, with the same content (llmstxt.org; RFC 7763).

let site: SharedSite;
beforeAll(async () => {
  site = await sharedSite();
});

const markdownType = 'text/markdown; charset=utf-8';

const canonicalPaths = async () =>
  [...(await site.read('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/gu)].map(([, url = '']) =>
    url.slice(siteUrl.length),
  );

/** Links and pictures outside code. */
const targetsIn = (markdown: string) =>
  [...markdown.replace(/^```[\s\S]*?^```/gmu, '').matchAll(/\]\((\S*?)(?: "[^"]*")?\)/gu)].map(
    ([, target = '']) => target,
  );

test('each kind of page names its Markdown, which has its heading and no relative link', async () => {
  // Articles and positions are many of one kind each: the newest and the oldest represent them.
  const paths = await canonicalPaths();
  const many = (path: string) => /^\/(?:single|join-us)\//u.test(path);
  const ends = ['/single/', '/join-us/'].flatMap((prefix) => {
    const ofKind = paths.filter((path) => path.startsWith(prefix));
    return [...ofKind.slice(0, 1), ...ofKind.slice(-1)];
  });
  expect(ends).toHaveLength(4);
  for (const path of [...paths.filter((path) => !many(path)), ...ends]) {
    const elements = elementsOf(await site.read(path));
    const alternate = elements.find(({ attributes }) => attributes.type === 'text/markdown');
    expect.soft(alternate?.attributes, path).toMatchObject({ rel: 'alternate', href: markdownHref(path) });

    const response = await site.get(markdownHref(path));
    const text = await response.text();
    expect.soft(response.status, path).toBe(200);
    expect.soft(response.headers.get('Content-Type'), path).toBe(markdownType);
    expect.soft(response.headers.get('Link'), path).toBe(`<${siteUrl}${path}>; rel="canonical"`);
    expect.soft(text, path).toMatch(/^---\ntitle: \S/u);
    const words = (value: string) => value.replace(/[\s\\]+/gu, ' ').trim();
    const heading = elements.find(({ name }) => name === 'h1')?.text ?? '?';
    expect.soft(words(text), path).toContain(`# ${words(heading)}`);
    expect
      .soft(
        targetsIn(text).filter((target) => !/^(?:https?:|mailto:|tel:)/u.test(target)),
        path,
      )
      .toEqual([]);
    expect.soft(text, path).not.toMatch(/opens a new tab|<(?:div|span|form|svg|script)\b/u);
  }
});

test('an article has its text, code and tables, its author and its day', async () => {
  const sources = site.content().articles.map((article) => ({
    article,
    source: readFileSync(join(root, 'content/articles', article.category.slug, `${article.slug}.md`), 'utf8'),
  }));
  const found = sources.find(({ source }) => /^```/mu.test(source) && /^\| ?-/mu.test(source));
  if (!found) return expect.fail('No article of the content has code and a table');
  const { article, source } = found;
  const text = await site.read(`/single/${article.slug}.md`);
  expect(text).toContain(`author: ${article.author.name}`);
  expect(text).toContain(`published: ${article.date.slice(0, 10)}`);
  const [, codeLine = '?'] = /^```.*\n(.+)$/mu.exec(source) ?? [];
  const [, cell = '?'] = /^\| ?-.*\n\| *([\w ]*\w)/mu.exec(source) ?? [];
  const headings = [...source.matchAll(/^## .+$/gmu)].map(([line]) => line);
  expect(headings.length).toBeGreaterThan(0);
  for (const part of [...headings, codeLine, `| ${cell}`]) expect(text).toContain(part);
});

test('lines, counts and pictures that only styles separate are separate in Markdown, too', async () => {
  const contact = await site.read('/contact-us.md');
  for (const { address } of site.content().offices)
    expect(contact.replace(/[\s\\]+/gu, ' ')).toContain(address.join(' '));
  const [category] = site.content().positionCategories;
  expect(await site.read('/join-us.md')).toMatch(new RegExp(`\\[${category?.name} \\d+\\]`, 'u'));
  // The label of a lock is a line with the partner's label.
  const locked = site.content().pages.find(({ sections }) => JSON.stringify(sections).includes('"lock":true'));
  if (locked) expect(await site.read(`${locked.address}.md`)).toMatch(/^.+ Secured$/mu);
});

test('a page is converted to Markdown once, whatever is appended to its path', async () => {
  await site.read('/ventures.md');
  const before = site.renderings();
  await site.read('/ventures.md?utm_source=x');
  await site.read('/ventures.md');
  expect(site.renderings()).toBe(before);
});

test('the listing keeps its state', async () => {
  const insights = await site.read('/what-we-think.md?category=insights');
  const [newest] = site.content().articles.filter(({ category }) => category.slug === 'insights');
  expect(insights).toContain(newest?.title);
  expect(await site.read('/what-we-think.md')).not.toContain(`${siteUrl}${articleHref(newest?.slug ?? '')}`);
});

test.each([
  '/nowhere.md',
  '/single/nothing.md',
  '/single/.md',
  '/.md',
  '/feed.xml.md',
  '/wp-json/post/v1/posts.md',
  '/index.md.md',
  '/..md',
  '/...md',
  '/nothing/...md',
])('%s is not found', async (path) => {
  expect((await site.get(path)).status).toBe(404);
});

test('the Markdown of a position without its slug redirects to the one with it', async () => {
  const { job_id, slug } = lastingPosition;
  const response = await site.get(`/join-us/${job_id}.md`);
  expect(response.status).toBe(301);
  expect(response.headers.get('Location')).toBe(`/join-us/${job_id}/${slug}.md`);
});

test('the Markdown of a path in capitals redirects to that of the page', async () => {
  const response = await site.get('/Ventures.md');
  expect([response.status, response.headers.get('Location')]).toEqual([308, '/ventures.md']);
});

test('llms.txt names every page, article and open position once, and each link leads to Markdown', async () => {
  const text = await site.read('/llms.txt');
  expect(text).toMatch(/^# \S.*\n\n> \S.*\n\n## Pages\n/u);
  const targets = targetsIn(text).map((url) => url.slice(siteUrl.length));
  expect(new Set(targets).size).toBe(targets.length);
  expect(targets.toSorted()).toEqual((await canonicalPaths()).map(markdownHref).toSorted());
  for (const target of targets) {
    const response = await site.get(target);
    expect.soft(response.headers.get('Content-Type'), target).toBe(markdownType);
  }
});

test('llms.txt escapes texts: nothing in them becomes a link or a tag', async () => {
  await using directory = await createContentDirectory();
  const hostile = (text: string) => `'${text} ![a](https://evil.example/) <b> *b* \`c\`'`;
  const shown = (text: string) => `${text} !\\[a\\](https://evil.example/) \\<b> \\*b\\* \\\`c\\\``;
  const article = 'articles/insights/first-insight.md';
  await directory.edit('site.yaml', 'description: A company of the test.', `description: ${hostile('Acme')}`);
  await directory.edit(article, 'title: The first insight', `title: ${hostile('Title')}`);
  await directory.edit(article, 'excerpt: Why it went well.', `excerpt: ${hostile('Excerpt')}`);
  await using other = await createSite(directory.path);
  const text = await other.read('/llms.txt');
  expect(text).toContain(`\n> ${shown('Acme')}\n`);
  const href = `${siteUrl}${markdownHref(articleHref('first-insight'))}`;
  expect(text).toContain(`- [${shown('Title')}](${href}): ${shown('Excerpt')}\n`);
});
