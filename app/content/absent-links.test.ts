import { expect, test } from 'vitest';
import { prepare } from '../features/articles/prepare-article.server.ts';
import { describeProblem } from '../platform/content/problem.ts';
import { temporaryDirectory } from '../platform/files/temporary-directory.fixture.ts';
import { createLog } from '../platform/log/log.ts';
import { createLocalDocuments } from '../platform/search-index/local-documents.ts';
import { withoutAbsentLinks } from './absent-links.ts';
import { createArticleReader } from './articles.ts';
import { contentDirectory, siteUrl } from './load-content.fixture.ts';
import { readContent } from './load-content.ts';
import { openSlugHistory } from './slug-history.ts';

const story = 'articles/success-stories/first-story.md';
const insight = 'articles/insights/first-insight.md';
const clockAt = (time: string) => ({ now: () => new Date(time) });

/** Reads the content in force at a time. */
async function read(directory: string, time: string, more: Partial<Parameters<typeof readContent>[0]> = {}) {
  const clock = clockAt(time);
  const articleReader = createArticleReader(createLocalDocuments({ prepare, clock }));
  const { at, warnings = [] } = await readContent({ directory, siteUrl, articleReader, clock, ...more });
  const { content, until } = at(clock.now());
  return { content, until, warnings: warnings.map(describeProblem), at };
}

test('a link to an unpublished article is text until it is published, with a warning that contains the date', async () => {
  const directory = await contentDirectory();
  await directory.edit(insight, 'banner: plates', 'publish_at: 2026-12-01T09:00:00Z\nbanner: plates');
  await directory.edit('pages/home.yaml', '/single/first-story/', '/single/first-insight/');
  await directory.edit('people.yaml', 'bio: Ada founded it.', 'bio: "[Her view](/single/first-insight/)."');
  const { content, until, warnings, at } = await read(directory.path, '2026-11-30T12:00:00Z');
  const notYet =
    'leads to a page that is not published until 2026-12-01T09:00:00Z: until then its text appears without the link';
  expect(warnings.toSorted()).toEqual([
    `${story}:15: "/single/first-insight/#why" ${notYet}`,
    `pages/home.yaml:18 sections[0].links[0].to: "/single/first-insight/" ${notYet}`,
    `people.yaml:7 leadership[0].bio: "/single/first-insight/" ${notYet}`,
  ]);
  const linksAt = async ({ pages, people, articleIndex }: typeof content) => [
    pages.find(({ address }) => address === '/')?.sections[0],
    people.leadership[0]?.bio,
    (await articleIndex.find('first-story'))?.html.replace(/^.*\n/u, ''),
  ];
  expect(await linksAt(content)).toEqual([
    expect.objectContaining({ links: [{ label: 'Read', to: '' }] }),
    '<p>Her view.</p>',
    '<p>It went well; the insight says why.</p>',
  ]);
  expect(until).toBe(Date.parse('2026-12-01T00:00:00Z'));
  const published = at(new Date('2026-12-01T09:00:00Z')).content;
  expect(await linksAt(published)).toEqual([
    expect.objectContaining({ links: [{ label: 'Read', to: '/single/first-insight/' }] }),
    '<p><a href="/single/first-insight/">Her view</a>.</p>',
    '<p>It went well; <a href="/single/first-insight/#why">the insight</a> says why.</p>',
  ]);
});

test('a link to an expired or expiring page is a warning, one between two that appear together is not', async () => {
  const directory = await contentDirectory();
  await directory.edit(insight, 'banner: plates', 'unpublish_at: 2026-12-01T09:00:00Z\nbanner: plates');
  expect((await read(directory.path, '2026-11-30T12:00:00Z')).warnings).toEqual([
    `${story}:15: "/single/first-insight/#why" leads to a page that ends at 2026-12-01T09:00:00Z: from then on its text appears without the link`,
  ]);
  expect((await read(directory.path, '2026-12-02T12:00:00Z')).warnings).toEqual([
    `${story}:15: "/single/first-insight/#why" leads to a page that has been gone since 2026-12-01T09:00:00Z: its text appears without the link`,
  ]);
  await directory.edit(insight, 'unpublish_at', 'publish_at');
  await directory.edit(story, 'banner: plates', 'publish_at: 2026-12-01T09:00:00Z\nbanner: plates');
  await directory.edit('pages/home.yaml', '/single/first-story/', '/join-us/AC-100/engineer');
  expect((await read(directory.path, '2026-11-30T12:00:00Z')).warnings).toEqual([
    'pages/home.yaml:18 sections[0].links[0].to: "/join-us/AC-100/engineer" leads to a page that ends at 2027-01-01T00:00:00Z: from then on its text appears without the link',
  ]);
});

test('links to articles of a content host cannot be checked', async () => {
  const directory = await contentDirectory();
  await directory.edit('pages/home.yaml', '/single/first-story/', '/single/of-the-host/');
  const { content } = await read(directory.path, '2026-11-30T12:00:00Z', { isHosted: true });
  expect(content.contentLinks).toEqual([
    { page: '/', path: ['sections', 0, 'links', 0, 'to'], to: '/single/of-the-host/' },
  ]);
  expect(content.pages.find(({ address }) => address === '/')?.sections[0]).toMatchObject({
    links: [{ to: '/single/of-the-host/' }],
  });
});

test('only links to absent articles and positions lose their element', () => {
  const html =
    '<p><a href="/single/a/#b">A <em>b</em></a>, <a title="x > y" href="/join-us/SW-1/c">c</a>, <a href="/who-we-are">d</a>, <a href="/single/e/">e</a></p>';
  expect(withoutAbsentLinks(html, (path) => path !== '/single/e/')).toBe(
    '<p>A <em>b</em>, c, <a href="/who-we-are">d</a>, <a href="/single/e/">e</a></p>',
  );
});

test('the old URL of a renamed file still works, also after a restart, and a warning asks for the slug', async () => {
  const directory = await contentDirectory();
  const data = temporaryDirectory();
  const log = createLog({ level: 'error', clock: clockAt('2026-11-30T12:00:00Z') });
  const next = async () =>
    read(directory.path, '2026-11-30T12:00:00Z', { slugHistory: await openSlugHistory(data, log) });
  expect((await next()).warnings).toEqual([]);
  await directory.write('articles/success-stories/second-name.md', await directory.read(story));
  await directory.remove(story);
  await directory.edit('pages/home.yaml', '/single/first-story/', '/single/second-name/');
  for (let start = 0; start < 2; start += 1) {
    const { content, warnings } = await next();
    expect(await content.articleIndex.currentSlug('first-story')).toBe('second-name');
    expect(warnings).toEqual([
      'articles/success-stories/second-name.md: has a new name: "/single/first-story/" redirects here on this machine only; add "former_slugs: [first-story]" into it',
    ]);
  }
  await directory.edit('articles/success-stories/second-name.md', 'banner: ', 'former_slugs: [first-story]\nbanner: ');
  expect((await next()).warnings).toEqual([]);

  await directory.edit('pages/home.yaml', '/single/second-name/', '/single/first-story/');
  expect((await next()).warnings).toEqual([
    expect.stringContaining('"/single/first-story/" redirects; its path is now "/single/second-name/"'),
  ]);
});

test('an article may take over the former slug of another', async () => {
  const directory = await contentDirectory();
  const data = temporaryDirectory();
  const log = createLog({ level: 'error', clock: clockAt('2026-11-30T12:00:00Z') });
  const slugHistory = await openSlugHistory(data, log);
  await read(directory.path, '2026-11-30T12:00:00Z', { slugHistory });
  const text = await directory.read(story);
  await directory.write('articles/success-stories/second-name.md', text);
  await directory.write(story, text.replace('id: 1', 'id: 3'));
  const { content, warnings } = await read(directory.path, '2026-11-30T12:00:00Z', { slugHistory });
  expect(warnings).toEqual([]);
  expect(await content.articleIndex.currentSlug('first-story')).toBeUndefined();
});

test('a date after the publication is a warning', async () => {
  const directory = await contentDirectory();
  const warningsAt = async (time: string) => (await read(directory.path, time)).warnings;
  await directory.edit(insight, 'date: 2026-02-10', 'date: 2026-12-01');
  expect(await warningsAt('2026-11-29T23:00:00Z')).toEqual([
    `${insight}:7 date: is 2026-12-01, but the article is live before that day; "publish_at" delays it`,
  ]);
  expect(await warningsAt('2026-11-30T01:00:00Z')).toEqual([]);
  await directory.edit(insight, 'banner: plates', 'draft: true\nbanner: plates');
  await directory.edit(story, '[the insight](/single/first-insight/#why)', 'the insight');
  expect(await warningsAt('2026-11-01T00:00:00Z')).toEqual([]);
  await directory.edit(insight, 'draft: true', 'publish_at: 2026-12-01T00:00:00Z');
  expect(await warningsAt('2026-11-01T00:00:00Z')).toEqual([]);
});

test('an office without a distance before another, and a distance behind the last, are warnings', async () => {
  const directory = await contentDirectory();
  const office = (id: string, distance: string) =>
    `  - { id: ${id}, heading: ${id}, role: Sales, address: [x], phone: +1 212 555 0100${distance} }\n`;
  const warningsWith = async (...offices: string[]) => {
    await directory.write('offices.yaml', `offices:\n${offices.join('')}`);
    return (await read(directory.path, '2026-11-30T12:00:00Z')).warnings;
  };
  const [near, far] = [', distance_to_next: 10', ''];
  expect(await warningsWith(office('one', near), office('two', far))).toEqual([]);
  expect(await warningsWith(office('one', far), office('two', near))).toEqual([
    'offices.yaml:2 offices[0].distance_to_next: is empty, but another office follows',
    'offices.yaml:3 offices[1].distance_to_next: is set, but no office follows',
  ]);
});
