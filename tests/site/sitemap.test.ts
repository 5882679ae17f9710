import { expect, onTestFinished, test } from 'vitest';
import { createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { createSite, siteUrl } from './app.ts';

// `lastmod` is the date in the content, never the time at which a file was written (sitemaps.org).

async function sitemapWith(edits: (directory: Awaited<ReturnType<typeof createContentDirectory>>) => Promise<void>) {
  const directory = await createContentDirectory();
  await edits(directory);
  const site = await createSite(directory.path);
  site.setTime('2026-06-15T12:00:00Z');
  onTestFinished(async () => {
    await site[Symbol.asyncDispose]();
    await directory[Symbol.asyncDispose]();
  });
  const text = await site.read('/sitemap.xml');
  const entries = [...text.matchAll(/<url><loc>(.*?)<\/loc>(?:<lastmod>(.*?)<\/lastmod>)?<\/url>/gu)];
  return Object.fromEntries(entries.map(([, address = '', day]) => [address.slice(siteUrl.length), day]));
}

const insight = 'articles/insights/first-insight.md';

test('articles, positions, legal pages and the pages that list them have it; other pages have none', async () => {
  expect(await sitemapWith(async () => {})).toEqual({
    '/': undefined,
    '/contact-us': undefined,
    '/what-we-think': '2026-02-10',
    '/join-us': '2026-01-05',
    '/terms-and-condition': '2024-03-01',
    '/single/first-story/': '2026-01-10',
    '/single/first-insight/': '2026-02-10',
    '/join-us/AC-100/engineer': '2026-01-05',
    '/privacy-policy': '2024-03-01',
    '/who-we-are': undefined,
  });
});

test('updates and schedules count, also for the pages that list them; a future day is omitted', async () => {
  const days = await sitemapWith(async (directory) => {
    await directory.write(
      'articles/insights/scheduled.md',
      (await directory.read(insight)).replace('id: 2\n', 'id: 3\npublish_at: 2026-03-10T23:30:00-05:00\n'),
    );
    await directory.edit(insight, 'date: 2026-02-10', 'date: 2026-02-10\nupdated: 2026-04-01');
    await directory.edit(
      'articles/success-stories/first-story.md',
      'date: 2026-01-10',
      'date: 2026-01-10\nupdated: 2026-06-16',
    );
    await directory.edit('positions/engineer.md', 'posted: 2026-01-05', 'posted: 2026-01-05\nupdated: 2026-05-01');
    await directory.edit('pages/home.yaml', 'address: /', 'address: /\nupdated: 2026-03-01');
  });
  expect(days).toMatchObject({
    '/': '2026-03-01',
    '/single/first-insight/': '2026-04-01',
    '/what-we-think': '2026-04-01',
    '/join-us/AC-100/engineer': '2026-05-01',
    '/join-us': '2026-05-01',
    // From its time, whatever its date.
    '/single/scheduled/': '2026-03-11',
    // Its update is a day after the clock.
    '/single/first-story/': '2026-01-10',
  });
});
