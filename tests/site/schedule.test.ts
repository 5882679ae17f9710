import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { createSite, type Site } from './app.ts';

// Scheduled content appears and expires at its time, at every URL that shows it (Rulings 16 and 29).

const insight = 'articles/insights/first-insight.md';

let directory: ContentDirectory;
let site: Site;

/** The one insight is shown from 9 to 17 o'clock on the tenth, and the position until the end of the twentieth. */
beforeAll(async () => {
  directory = await createContentDirectory();
  await directory.edit('articles/success-stories/first-story.md', '[the insight](/single/first-insight/#why)', 'this');
  await directory.edit(
    insight,
    'banner_alt',
    'publish_at: 2026-03-10T09:00:00Z\nunpublish_at: 2026-03-10T18:00:00+01:00\nformer_slugs: [an-older-insight]\nbanner_alt',
  );
  await directory.edit('positions/engineer.md', '2026-12-31', '2026-03-20');
  site = await createSite(directory.path);
});
afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await directory[Symbol.asyncDispose]();
});

const json = async (address: string) => JSON.parse(await site.read(address));

/** Every path that shows the insight, or would. */
const seen = async () => ({
  page: (await site.get('/single/first-insight/')).status,
  former: (await site.get('/single/an-older-insight/')).status,
  list: (await site.read('/what-we-think?category=insights')).includes('The first insight'),
  found: (await json('/wp-json/post/v1/filter-posts?search=tested')).total,
  filtered: (await json('/wp-json/post/v1/filter-posts?topic=quality')).total,
  posts: (await json('/wp-json/post/v1/posts?cat=insights')).length,
  post: (await site.get('/wp-json/blogs/v1/post?slug=first-insight')).status,
  related: (await json('/wp-json/blogs/related-post/post?slug=first-story')).length,
  feed: (await site.read('/feed.xml')).includes('first-insight'),
  sitemap: (await site.read('/sitemap.xml')).includes('first-insight'),
});

const hidden = {
  page: 404,
  former: 404,
  list: false,
  found: 0,
  filtered: 0,
  posts: 0,
  post: 404,
  related: 0,
  feed: false,
  sitemap: false,
};
const shown = {
  page: 200,
  former: 301,
  list: true,
  found: 1,
  filtered: 1,
  posts: 1,
  post: 200,
  related: 1,
  feed: true,
  sitemap: true,
};

describe('A scheduled article', () => {
  test('is shown from the first time until the second, to the millisecond, wherever articles are shown', async () => {
    site.setTime('2026-03-09T12:00:00Z');
    expect(await seen()).toEqual(hidden);
    site.setTime('2026-03-10T08:59:59.999Z');
    expect(await seen()).toEqual(hidden);
    site.setTime('2026-03-10T09:00:00Z');
    expect(await seen()).toEqual(shown);
    site.setTime('2026-03-10T16:59:59.999Z');
    expect(await seen()).toEqual(shown);
    site.setTime('2026-03-10T17:00:00Z');
    expect(await seen()).toEqual(hidden);
  });

  test('is new in the feed on the day of its publication, however long before it was written', async () => {
    site.setTime('2026-03-10T12:00:00Z');
    const feed = await site.read('/feed.xml');
    expect(feed.match(/<(?:published|updated)>[^<]*/gu)).toEqual([
      '<updated>2026-03-10T00:00:00Z',
      '<published>2026-02-10T00:00:00Z',
      '<updated>2026-03-10T00:00:00Z',
    ]);
  });

  test('follows the clock however far it moves, back as well', async () => {
    site.setTime('2027-01-01T00:00:00Z');
    expect(await seen()).toEqual(hidden);
    site.setTime('2026-03-10T12:00:00Z');
    expect(await seen()).toEqual(shown);
  });
});

test('a position disappears at the midnight (UTC) after its last day, and its URL responds 410', async () => {
  const shownPosition = async () => [
    (await site.get('/join-us/AC-100/engineer')).status,
    (await site.read('/join-us')).includes('/join-us/AC-100/engineer'),
    JSON.parse(await site.read('/wp-json/position/v1/job_posts')).length,
    (await site.read('/sitemap.xml')).includes('AC-100'),
  ];
  site.setTime('2026-03-20T23:59:59.999Z');
  expect(await shownPosition()).toEqual([200, true, 1, true]);
  site.setTime('2026-03-21T00:00:00Z');
  expect(await shownPosition()).toEqual([410, false, 0, false]);
});

// The last, because it changes the content of all.
test('a scheduled article that is also a draft is never shown', async () => {
  site.setTime('2026-03-10T12:00:00Z');
  const before = site.content().version;
  await directory.edit(insight, 'banner_alt', 'draft: true\nbanner_alt');
  await expect.poll(() => site.content().version, { timeout: 30_000 }).not.toBe(before);
  expect(await seen()).toEqual(hidden);
});
