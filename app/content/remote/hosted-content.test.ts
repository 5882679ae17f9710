import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { prepare } from '../../features/articles/prepare-host-article.server.ts';
import { countCategories } from '../../features/careers/position-queries.ts';
import { type Clock, systemClock } from '../../platform/clock/clock.ts';
import { maxTextBytes } from '../../platform/content/read-text.ts';
import { temporaryDirectory } from '../../platform/files/temporary-directory.fixture.ts';
import { createLog } from '../../platform/log/log.ts';
import { examinePicture } from '../../platform/media/picture.ts';
import { createLocalDocuments } from '../../platform/search-index/local-documents.ts';
import { createContentDirectory } from '../content-directory.fixture.ts';
import { loadContent } from '../load-content.ts';
import type { SiteContent } from '../site-content.ts';
import { type Handler, Host, hang, json, type Post, status } from './content-host.fixture.ts';
import { createFaultLog } from './fault-log.ts';
import { createHostClient } from './host-client.ts';
import { createHostCopy, type HostPicture } from './host-copy.ts';
import { openContentHostMirror } from './host-mirror.ts';
import { createHostPictures } from './host-pictures.ts';
import { createHostReader } from './host-reader.ts';
import { createHostedContentStore } from './hosted-content.ts';

let embedded: SiteContent;
let directory: string;
let host: Host;
let stopHost: () => void;

beforeAll(async () => {
  const content = await createContentDirectory();
  embedded = await loadContent(content.path, 'https://www.acme.example');
  return () => content[Symbol.asyncDispose]();
});
beforeEach(async () => {
  directory = temporaryDirectory();
  // Registered first, so that it runs last, when nothing writes there any more.
  host = new Host();
  stopHost = await host.start();
});

const reader = createHostReader();
afterAll(() => reader.end());

const soon = { timeout: 30_000, interval: 20 };

/** Responds like a WordPress without the plugin. */
const noRoute: Handler = (_, response) =>
  response.writeHead(404).end(JSON.stringify({ code: 'rest_no_route', message: 'No route was found', data: {} }));

/** The stored copy of a host, and the log. */
async function openMirror(origin: string, clock: Clock = systemClock) {
  const lines: string[] = [];
  const log = createLog({ level: 'info', clock: systemClock, write: (line) => lines.push(line) });
  const client = createHostClient(origin);
  const mirror = await openContentHostMirror({ client, reader, directory, clock, log });
  return { mirror, log, lines };
}

/** Starts like the process, with the stored copy. */
async function start({ origin = host.origin, refreshEveryMs = 50, clock = systemClock } = {}) {
  const { mirror, log, lines } = await openMirror(origin, clock);
  const documents = createLocalDocuments({ prepare, clock: systemClock });
  const embeddedStore = { current: () => embedded, onChange: () => {}, close: () => {} };
  const store = await createHostedContentStore({
    embedded: embeddedStore,
    mirror,
    documents,
    examiner: { examine: examinePicture },
    log,
    refreshEveryMs,
  });
  onTestFinished(async () => {
    store.close();
    await store.settled();
    await documents.close();
  });
  return {
    store,
    lines,
    /** Waits until the host's list of posts has been requested this many times more. */
    async refreshes(count: number) {
      const requested = () => host.requested.filter((path) => path.includes('cat=insights&page=1')).length;
      const before = requested();
      await vi.waitFor(() => expect(requested()).toBeGreaterThanOrEqual(before + count), soon);
    },
    titles: () => store.current().articles.map(({ title }) => title),
    html: async (slug: string) => (await store.current().articleIndex.find(slug))?.html,
    becomes: (check: () => void | Promise<void>) => vi.waitFor(check, soon),
  };
}

describe('content of a host is shown', () => {
  test('with the day of its arrival where its date may be one of two, and one line in the log', async () => {
    const [post] = host.posts;
    if (post) post.post_date = '05/03/2024';
    let now = new Date('2026-03-10T12:00:00Z');
    const { store, lines, titles, becomes } = await start({ clock: { now: () => now } });
    const date = () => store.current().articles.find(({ slug }) => slug === 'keel')?.date;
    expect(date()).toBe('2026-03-10');
    now = new Date('2026-03-11T12:00:00Z');
    host.posts[0] = { ...(host.posts[0] as Post), post_title: 'Changed' };
    await becomes(() => expect(titles()).toContain('Changed'));
    expect(date()).toBe('2026-03-10');
    expect(lines.filter((line) => line.includes('is unknown","slug":"keel","date":"05/03/2024"'))).toHaveLength(1);
  });

  test('with the name of the company where it names no author', async () => {
    host.posts[0] = { ...(host.posts[0] as Post), author_name: '' };
    const { store } = await start();
    const author = store.current().articles.find(({ slug }) => slug === 'keel')?.author;
    expect(author?.name).toBe(embedded.site.name);
  });

  test('and links in other spellings remain, which the site redirects', async () => {
    const links = ['/single/mast', '/single/mast/#top', '/join-us/77', '/join-us/77/a-former-title'];
    const content = [...links, '/single/gone', '/join-us/78'].map((link) => `<a href="${link}">x</a>`).join('');
    host.posts[0] = { ...(host.posts[0] as Post), post_content: `<p>${content}</p>` };
    const { html } = await start();
    const shown = Array.from(((await html('keel')) ?? '').matchAll(/href="([^"]*)"/gu), ([, href]) => href);
    expect(shown).toEqual(links);
  });

  test('with its types of values, its terms and its pictures, but without harmful markup', async () => {
    const { store, html } = await start();
    const content = store.current();
    expect(store.current().isPartial).toBe(false);
    expect(content.articles).toEqual([
      {
        id: 12,
        slug: 'keel',
        category: { slug: 'insights', name: 'Insights' },
        title: 'AT&T’s keel',
        excerpt: 'Short …',
        topics: [{ slug: 'steel', name: 'Steel & wood' }],
        industries: [],
        author: { name: 'Cy Three' },
        date: '2024-03-05',
        banner: { src: expect.stringMatching(/^\/media\/host\/\w+\.\w+\.svg$/u), width: 4, height: 3 },
        banner_alt: '',
        former_slugs: [],
        draft: false,
        readTime: 7,
      },
      expect.objectContaining({
        slug: 'mast',
        date: '2024-03-04',
        excerpt: 'Above.',
        readTime: 1,
        banner: embedded.articles[0]?.banner,
      }),
    ]);
    const picture = content.articles[0]?.banner.src ?? '';
    expect(await html('keel')).toBe(
      `<h2 id="a-part">A part</h2><p>Below the <b>waterline</b>. <picture><img src="${picture}" alt="One" class="drawing" width="4" height="3" loading="lazy" decoding="async"></picture> Two</p>`,
    );
    expect(
      JSON.stringify(content.media.get(picture), (_, value) =>
        value?.type === 'Buffer' ? Buffer.from(value.data).toString() : value,
      ),
    ).not.toContain('script');
    expect(content.taxonomy.topics.map(({ slug }) => slug)).toEqual(['steel', 'sail']);
    expect(content.positionCategories).toEqual([{ slug: 'rigging', name: 'Rigging' }]);
    expect(content.positions).toEqual([
      expect.objectContaining({
        job_id: '77',
        slug: 'rigger',
        title: 'Rigger',
        experience: '',
        category: { slug: 'rigging', name: 'Rigging' },
        html: '<h2>Ropes</h2>',
      }),
    ]);
    expect(content.people.advisors).toEqual(embedded.people.advisors);
    expect(host.requested.filter((address) => address.includes('two.png'))).toEqual([]);
  });

  test('and can be found by its words and its terms', async () => {
    const { store } = await start();
    const find = async (query: object) =>
      (await store.current().articleIndex.list({ page: 1, pageSize: 9, ...query })).articles.map(({ slug }) => slug);
    expect(await find({ search: 'WATERL' })).toEqual(['keel']);
    expect(await find({ search: 'waetrline' })).toEqual(['keel']);
    expect(await find({ search: 'water-lines keels' })).toEqual(['keel']);
    expect(await find({ search: 'wood' })).toEqual(['keel']);
    expect(await find({ search: 'steel below' })).toEqual(['keel']);
    expect(await store.current().articleIndex.nearest({ search: 'kele zzz' })).toEqual({ words: 'keel', terms: [] });
    expect(await find({ topics: ['steel'] })).toEqual(['keel']);
    expect(await find({ category: 'success-stories' })).toEqual(['mast']);
  });

  test('and links of our pages to missing content become text, with one line in the log', async () => {
    const { store, lines, titles, becomes } = await start();
    const link = () => {
      const [section] = store.current().pages.find(({ address }) => address === '/')?.sections ?? [];
      return section?.type === 'statement' ? section.links[0]?.to : undefined;
    };
    expect(link()).toBe('');
    host.posts[0] = { ...(host.posts[0] as Post), post_title: 'Changed' };
    await becomes(() => expect(titles()).toContain('Changed'));
    expect(lines.filter((text) => text.includes('"links":["/single/first-story/"]'))).toHaveLength(1);
    host.posts[0] = { ...(host.posts[0] as Post), slug: 'first-story' };
    await becomes(() => expect(link()).toBe('/single/first-story/'));
  });

  test('with an excerpt of the words of its blocks where it has none', async () => {
    const post = host.posts[1] as Post;
    post.post_content = '<ul><li>One</li><li>Two</li></ul>';
    const { store } = await start();
    expect(store.current().articles.find(({ slug }) => slug === post.slug)?.excerpt).toBe('One Two');
  });

  test('in one category, and in one version, where a post is in both', async () => {
    host.tagsPosts = true;
    host.posts.push({ ...(host.posts[0] as Post), category: 'success-stories' });
    const { store, refreshes, becomes } = await start();
    await becomes(() => expect(store.current().articles).toHaveLength(2));
    const { version, articles } = store.current();
    expect(articles.find(({ slug }) => slug === 'keel')?.category.slug).toBe('success-stories');
    await refreshes(4);
    expect(store.current().version).toBe(version);
  });

  test('all of it, however many pages there are', async () => {
    const [first] = host.posts;
    host.posts = Array.from({ length: 30 }, (_, index) => ({
      ...(first as Post),
      ID: index + 1,
      slug: `post-${index}`,
    }));
    const { store } = await start();
    expect(store.current().articles).toHaveLength(30);
  });

  test.each([null, false, ''])('all of it, where the total is %j', async (total) => {
    const [keel] = host.posts as [Post];
    host.posts = Array.from({ length: 30 }, (_, index) => ({ ...keel, ID: index + 1, slug: `keel-${index}` }));
    const pageOf = (url: URL) => {
      const end = Number(url.searchParams.get('page')) * 9;
      return host.posts.slice(end - 9, end).map(({ post_content, ...card }) => ({ ...card, total }));
    };
    host.broken
      .set('/wp-json/post/v1/posts', (_, response, url) => response.end(JSON.stringify(pageOf(url))))
      .set('/wp-json/post/v1/filter-posts', (_, response, url) =>
        response.end(JSON.stringify({ posts: pageOf(url), total })),
      );
    const { mirror } = await openMirror(host.origin);
    await mirror.refresh(async () => {});
    expect([mirror.state?.articles.size, mirror.state?.members.topics.get('steel')?.length]).toEqual([30, 30]);
  });
});

test('one request of a list that fails for the moment does not lose the other parts of the list', async () => {
  const [keel] = host.posts as [Post];
  host.posts = Array.from({ length: 30 }, (_, index) => ({ ...keel, ID: index + 1, slug: `keel-${index}` }));
  const failed = new Set<string>();
  const failOnce: Handler = (request, response, url) => {
    const isLater = ['2', '3'].includes(url.searchParams.get('page') ?? '') || url.searchParams.get('topic') === 'sail';
    if (!isLater || failed.has(url.href)) host.respond(request, response, url);
    else response.writeHead(503, { 'retry-after': '0' }).end();
    failed.add(url.href);
  };
  host.broken.set('/wp-json/post/v1/posts', failOnce).set('/wp-json/post/v1/filter-posts', failOnce);
  const { mirror } = await openMirror(host.origin);
  await mirror.refresh(async () => {});
  expect([mirror.state?.articles.size, mirror.state?.members.topics.get('steel')?.length]).toEqual([30, 30]);
});

describe('a change at the host', () => {
  test('is shown without a request of a visitor, in a new version', async () => {
    const { store, titles, html, becomes } = await start();
    const versions: string[] = [];
    store.onChange(({ version }) => versions.push(version));
    const before = store.current().version;
    const [keel, mast] = host.posts as [Post, Post];
    host.posts = [
      { ...keel, post_content: '<p>Only the text is new.</p>' },
      { ...mast, post_title: 'Mizzen' },
    ];
    await becomes(async () => {
      expect(titles()).toEqual(['AT&T’s keel', 'Mizzen']);
      expect(await html('keel')).toBe('<p>Only the text is new.</p>');
    });
    expect(versions.at(-1)).toBe(store.current().version);
    expect(store.current().version).not.toBe(before);
  });

  test.each([false, true])(
    'of many articles is looked for in twenty at a time, those requested longest ago (entity tags: %j)',
    async (tagsPosts) => {
      host.tagsPosts = tagsPosts;
      const [keel] = host.posts as [Post];
      host.posts = Array.from({ length: 40 }, (_, index) => ({ ...keel, ID: index + 1, slug: `keel-${index}` }));
      const { mirror } = await openMirror(host.origin);
      await mirror.refresh(async () => {});
      const requestedNext = async () => {
        host.requested = [];
        await mirror.refresh(async () => {});
        return host.requested.filter((path) => path.startsWith('/wp-json/blogs/v1/post?'));
      };
      const [first, second] = [await requestedNext(), await requestedNext()];
      expect([first.length, second.length]).toEqual([20, 20]);
      expect(new Set([...first, ...second]).size).toBe(40);
    },
  );

  test('of a text is shown at once where the cards have the time of modification', async () => {
    const [keel] = host.posts as [Post];
    host.posts = Array.from({ length: 40 }, (_, index) => ({ ...keel, ID: index + 1, slug: `keel-${index}` }));
    const { mirror } = await openMirror(host.origin);
    // In the second refresh, the first twenty are requested again.
    for (let refresh = 0; refresh < 2; refresh += 1) await mirror.refresh(async () => {});
    const { file } = mirror.state?.articles.get('keel-5') ?? {};
    host.posts[5] = { ...(host.posts[5] as Post), post_content: '<p>New.</p>', post_modified: '2026-03-10T12:00:00Z' };
    await mirror.refresh(async () => {});
    expect(mirror.state?.articles.get('keel-5')?.file).not.toBe(file);
  });

  test('with entity tags is found by requesting a long list again, of which only changes are sent', async () => {
    host.tagsPosts = true;
    const [keel] = host.posts as [Post];
    host.posts = Array.from({ length: 60 }, (_, index) => ({ ...keel, ID: index + 1, slug: `keel-${index}` }));
    const { html, becomes } = await start();
    await becomes(async () => expect(await html('keel-59')).toContain('waterline'));
    host.posts = host.posts.map((post) => ({ ...post, post_content: `<p>New ${post.slug}</p>` }));
    await becomes(async () => {
      for (const { slug } of host.posts) expect(await html(slug)).toBe(`<p>New ${slug}</p>`);
    });
  });

  test('to several categories of a position shows it in each, and once in the whole list', async () => {
    host.positionCategories = ['rigging', 'sailing'];
    const { store } = await start();
    const { positions, positionCategories } = store.current();
    expect(positions).toMatchObject([
      { job_id: '77', category: { slug: 'rigging' }, further_categories: [{ slug: 'sailing' }] },
    ]);
    expect(countCategories(positionCategories, positions).map(({ count }) => count)).toEqual([1, 1]);
  });

  test('that removes content removes it here', async () => {
    const { titles, store, becomes } = await start();
    host.posts = host.posts.slice(1);
    host.positions = [];
    await becomes(() => expect([titles(), store.current().positions]).toEqual([['Mast'], []]));
    expect(await store.current().articleIndex.find('keel')).toBeUndefined();
  });

  test('of topics is shown although the articles, which do not name them, are unchanged by their entity tags', async () => {
    host.broken.set('/wp-json/blogs/v1/post', (request, response, url) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else host.respond(request, response.setHeader('etag', '"1"'), url);
    });
    const { mirror } = await openMirror(host.origin);
    const members = () => [...(mirror.state?.members.topics ?? [])];
    await mirror.refresh(async () => {});
    expect(members()).toContainEqual(['steel', ['keel']]);
    host.posts = host.posts.map((post) => ({ ...post, topics: ['sail'] }));
    for (let refresh = 0; refresh < 20; refresh += 1) await mirror.refresh(async () => {});
    expect(members()).toContainEqual(['sail', ['keel', 'mast']]);
  });

  test('that removes the last article of a list, whose total is then unknown, removes it here at once', async () => {
    const { mirror } = await openMirror(host.origin);
    await mirror.refresh(async () => {});
    host.posts = host.posts.slice(1);
    await mirror.refresh(async () => {});
    expect([...(mirror.state?.articles.keys() ?? [])]).toEqual(['mast']);
  });

  test('notifies nobody if there is none', async () => {
    const { store, becomes } = await start();
    const onChange = vi.fn();
    store.onChange(onChange);
    const count = host.requested.length;
    await becomes(() => expect(host.requested.length).toBeGreaterThan(count + 30));
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('related posts', () => {
  const requested = () => host.requested.filter((path) => path.startsWith('/wp-json/blogs/related-post/post'));
  beforeEach(() => {
    const [keel] = host.posts as [Post];
    host.posts = Array.from({ length: 12 }, (_, index) => ({ ...keel, ID: index + 1, slug: `keel-${index}` }));
  });
  const relatedOf = async (store: { current(): SiteContent }, slug: string) =>
    (await store.current().articleIndex.related(slug, 9))?.map((article) => article.slug);
  const all = (slugs: readonly string[]) => new Map(host.posts.map(({ slug }) => [slug, slugs] as const));

  test('are those of the host, in its order, without the post itself and missing ones', async () => {
    host.related = all(['keel-5', 'keel-0', 'gone', 'keel-3']);
    const { store, becomes } = await start();
    await becomes(async () => expect(await relatedOf(store, 'keel-0')).toEqual(['keel-5', 'keel-3']));
    expect(await relatedOf(store, 'keel-7')).toEqual(['keel-5', 'keel-0', 'keel-3']);
    expect(await relatedOf(store, 'nothing')).toBeUndefined();
    host.related = all([]);
    await becomes(async () => expect(await relatedOf(store, 'keel-0')).toEqual([]));
  });

  test('are at most nine, however many the host sends', async () => {
    host.related = all(host.posts.map(({ slug }) => slug));
    const { store, becomes } = await start();
    await becomes(async () => expect((await relatedOf(store, 'keel-0'))?.[0]).toBe('keel-1'));
    expect(await relatedOf(store, 'keel-0')).toHaveLength(9);
  });

  test('are the product’s selection if the host does not offer them, and they are rarely requested again', async () => {
    const { store, becomes } = await start();
    expect(await relatedOf(store, 'keel-0')).toHaveLength(9);
    const count = host.requested.length;
    await becomes(() => expect(host.requested.length).toBeGreaterThan(count + 300));
    expect(requested().length).toBeGreaterThan(0);
    expect(requested().length).toBeLessThan(30);
  });

  test('that the host offers later are shown; for a post without any the product selects some', async () => {
    const { store, becomes } = await start();
    host.related = all(['keel-2']);
    host.related.delete('keel-1');
    await becomes(async () => expect(await relatedOf(store, 'keel-0')).toEqual(['keel-2']));
    expect(await relatedOf(store, 'keel-1')).toHaveLength(9);
  });

  test('that the host selects at random do not make a new version with every refresh', async () => {
    let count = 0;
    host.broken.set('/wp-json/blogs/related-post/post', (request, response, url) => {
      count += 1;
      host.related = all([`keel-${count % 11}`]);
      host.respond(request, response, url);
    });
    const { mirror } = await openMirror(host.origin);
    await mirror.refresh(async () => {});
    const { version } = mirror.state ?? {};
    for (let refresh = 1; refresh < 20; refresh += 1) await mirror.refresh(async () => {});
    expect(mirror.state?.version).toBe(version);
    await mirror.refresh(async () => {});
    expect(mirror.state?.version).not.toBe(version);
  });

  const misbehaviours: [string, Handler][] = [
    ['does not respond', (_, response) => response.destroy()],
    ['responds with 500', status(500)],
    ['responds with a page', status(200)],
    ['responds with an object instead of a list', json({ code: 'maintenance' })],
  ];
  test.each(misbehaviours)('do not change while the host %s, also after a restart', async (_, handler) => {
    host.related = all(['keel-4']);
    const { store, lines, becomes } = await start();
    await becomes(async () => expect(await relatedOf(store, 'keel-0')).toEqual(['keel-4']));
    host.broken.set('/wp-json/blogs/related-post/post', handler);
    await becomes(() => expect(lines.join('')).toMatch(/related posts of the content host|content host fails/u));
    expect(await relatedOf(store, 'keel-0')).toEqual(['keel-4']);
    store.close();
    await store.settled();
    const next = await start({ refreshEveryMs: 600_000 });
    expect(await relatedOf(next.store, 'keel-0')).toEqual(['keel-4']);
    expect(next.titles()).toHaveLength(12);
  });
});

describe('the last valid content remains', () => {
  test('while the host is down, also after a restart, until it is back', async () => {
    await start({ refreshEveryMs: 600_000 });
    stopHost();
    const { titles, html, lines } = await start();
    expect(titles()).toEqual(['AT&T’s keel', 'Mast']);
    expect(await html('mast')).toBe('<p>Above.</p>');
    await vi.waitFor(() => expect(lines.join('')).toContain('content host fails'), soon);
  });

  const endsAfter =
    (cards: readonly unknown[]): Handler =>
    (_, response, url) =>
      response.end(JSON.stringify(url.searchParams.get('page') === '1' ? cards : []));
  const fullPage = Array.from({ length: 9 }, (_, index) => ({
    ID: 12 + index,
    slug: index === 0 ? 'keel' : `keel-${index}`,
    post_title: 'Keel',
    total: 10,
  }));
  const misbehaviours: [string, string, Handler][] = [
    ['hangs', '*', hang],
    ['responds to everything with 500', '*', status(500)],
    ['responds to everything with a page', '*', status(200)],
    ['responds to everything with unexpected JSON', '*', json({ code: 'maintenance' })],
    ['gives a list that is none', '/wp-json/post/v1/posts', json({ message: 'No.' })],
    ['gives terms that are none', '/wp-json/post/v1/cat-list', json(3)],
    ['gives positions that are none', '/wp-json/position/v1/job_posts', json({})],
    ['has plain permalinks, so that everything is 404', '*', status(404)],
    ['has switched its plugin off', '*', noRoute],
    ['ends a list after a full page', '/wp-json/post/v1/posts', endsAfter(fullPage)],
    ['repeats the first page of a list', '/wp-json/post/v1/posts', json(fullPage)],
    ['leads elsewhere', '*', (_, response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ];
  test.each(misbehaviours)('while the host %s', async (_, path, handler) => {
    const { titles, store, lines, becomes } = await start();
    const { version } = store.current();
    host.broken.set(path, handler);
    await becomes(() => expect(lines.join('')).toContain('content host fails'));
    expect(titles()).toEqual(['AT&T’s keel', 'Mast']);
    expect(store.current().version).toBe(version);
    host.broken.clear();
    await becomes(() => expect(lines.join('')).toContain('content host responds again'));
  });

  test('of a list from which a post is removed while it is read, since another moves to a page that is already read', async () => {
    const [keel] = host.posts as [Post];
    host.posts = Array.from({ length: 30 }, (_, index) => ({ ...keel, ID: index + 1, slug: `keel-${index}` }));
    const { mirror } = await openMirror(host.origin);
    host.broken.set('/wp-json/post/v1/posts', (request, response, url) => {
      if (url.searchParams.get('page') === '3') host.posts = host.posts.filter(({ slug }) => slug !== 'keel-12');
      host.respond(request, response, url);
    });
    await expect(mirror.refresh(async () => {})).rejects.toThrow('A list of cards ends after 29 of 30');
    await mirror.refresh(async () => {});
    expect(mirror.state?.lists.insights.map(({ slug }) => slug)).toEqual(host.posts.map(({ slug }) => slug));
  });

  test('while the host is down for an hour, which the log then calls an error', async () => {
    const { mirror, log, lines } = await openMirror(host.origin);
    const documents = createLocalDocuments({ prepare, clock: systemClock });
    onTestFinished(() => documents.close());
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const store = await createHostedContentStore({
      embedded: { current: () => embedded, onChange: () => {}, close: () => {} },
      mirror: { ...mirror, refresh: () => Promise.reject(new Error('down')) },
      documents,
      examiner: { examine: examinePicture },
      log,
    });
    onTestFinished(() => store.close());
    const errors = () => lines.filter((line) => line.includes('"level":"error"')).length;
    await vi.advanceTimersByTimeAsync(3_500_000);
    expect(errors()).toBe(0);
    await vi.advanceTimersByTimeAsync(500_000);
    expect(errors()).toBe(1);
    await vi.advanceTimersByTimeAsync(86_400_000);
    expect(errors(), 'once').toBe(1);
  });

  /** Lets the host of 120 articles fail after the first 81. */
  const interruptCopy = () => {
    const [keel] = host.posts as [Post];
    host.posts = Array.from({ length: 120 }, (_, index) => ({ ...keel, ID: index + 1, slug: `keel-${index}` }));
    let given = 0;
    host.broken.set('/wp-json/blogs/v1/post', (request, response, url) => {
      given += 1;
      if (given > 80) host.broken.set('*', status(503)).delete('/wp-json/blogs/v1/post');
      host.respond(request, response, url);
    });
  };

  test('while a first copy is created, which continues after a restart', async () => {
    interruptCopy();
    const first = await openMirror(host.origin);
    await expect(first.mirror.refresh(async () => {})).rejects.toThrow();
    host.broken.clear();
    host.requested = [];
    const second = await openMirror(host.origin);
    expect(second.mirror.state?.articles.size).toBe(81);
    await second.mirror.refresh(async () => {});
    expect(second.mirror.state?.articles.size).toBe(120);
    const posts = host.requested.filter((path) => path.startsWith('/wp-json/blogs/v1/post?'));
    expect(posts, 'the missing ones, and twenty to make sure of').toHaveLength(59);
  });

  test('while a first copy is created, and until then an article that is not there may exist, also after a restart', async () => {
    interruptCopy();
    for (const run of ['first', 'second']) {
      const { store } = await start({ refreshEveryMs: 600_000 });
      expect([store.current().articles.length, store.current().isPartial], run).toEqual([81, true]);
    }
    host.broken.clear();
    const { store, becomes } = await start();
    await becomes(() => expect([store.current().articles.length, store.current().isPartial]).toEqual([120, false]));
  });

  test('of a card that becomes invalid, until it is gone', async () => {
    const { mirror } = await openMirror(host.origin);
    await mirror.refresh(async () => {});
    host.posts = host.posts.map((post) => ({ ...post, thumbnail: { url: '/files/one.svg' } }));
    await mirror.refresh(async () => {});
    expect([...(mirror.state?.articles.keys() ?? [])]).toEqual(['mast', 'keel']);
    host.posts = host.posts.slice(1);
    await mirror.refresh(async () => {});
    expect([...(mirror.state?.articles.keys() ?? [])]).toEqual(['mast']);
  });

  test('of one article that cannot be read, and the others are refreshed', async () => {
    host.broken.set('/wp-json/blogs/v1/post', (request, response, url) => {
      if (url.searchParams.get('slug') === 'keel') response.writeHead(500).end();
      else host.respond(request, response, url);
    });
    const { titles, lines, becomes } = await start();
    expect(titles()).toEqual(['Mast']);
    expect(lines.join('')).toContain('article of the content host cannot be read');
    host.broken.clear();
    await becomes(() => expect(titles()).toEqual(['AT&T’s keel', 'Mast']));
    host.broken.set('/wp-json/blogs/v1/post', json({ post_title: 'No text' }));
    host.posts = host.posts.map((post) => ({ ...post, read_time: 9 }));
    const count = host.requested.length;
    await becomes(() => expect(host.requested.length).toBeGreaterThan(count + 20));
    expect(titles()).toEqual(['AT&T’s keel', 'Mast']);
    expect(lines.join('')).toContain('The post \\"keel\\" cannot be read: post_content is missing; ');
  });

  test('of one article that cannot be read while its stored copy is missing, and the others are refreshed', async () => {
    const { titles, becomes } = await start();
    host.broken.set('/wp-json/blogs/v1/post', (request, response, url) => {
      if (url.searchParams.get('slug') === 'keel') response.writeHead(500).end();
      else host.respond(request, response, url);
    });
    const articles = join(directory, 'articles');
    for (const name of await readdir(articles)) if (name.startsWith('keel.')) await rm(join(articles, name));
    host.posts = host.posts.map((post) => ({ ...post, post_title: `New ${post.post_title}` }));
    await becomes(() => expect(titles()).toContain('New Mast'));
    host.broken.clear();
    await becomes(() => expect(titles()).toEqual(['New AT&T’s keel', 'New Mast']));
  });

  test('of an article whose request fails once after its card has changed, and its tag has not', async () => {
    const tagged: Handler = (request, response, url) => {
      if (request.headers['if-none-match'] === '"1"') response.writeHead(304).end();
      else host.respond(request, response.setHeader('etag', '"1"'), url);
    };
    host.broken.set('/wp-json/blogs/v1/post', tagged);
    const { store, lines, becomes } = await start();
    host.broken.set('/wp-json/blogs/v1/post', status(500));
    host.posts = host.posts.map((post) => ({ ...post, short_description: 'New' }));
    await becomes(() => expect(lines.join('')).toContain('article of the content host cannot be read'));
    host.broken.set('/wp-json/blogs/v1/post', tagged);
    await becomes(() => expect(store.current().articles.map(({ excerpt }) => excerpt)).toEqual(['New', 'New']));
  });
});

const breaksOff: Handler = (_, response) =>
  void (response.writeHead(200, { 'content-length': '9' }).write('<') && response.destroy());

test.each<[string, Handler, string]>([
  ['fails to send', status(500), 'GET /files/one.svg failed with status 500'],
  ['breaks off', breaksOff, 'GET /files/one.svg broke off'],
])('one picture that the host %s does not keep its articles away', async (_, handler, reason) => {
  host.broken.set('/files/one.svg', handler);
  const { titles, lines } = await start();
  expect(titles()).toEqual(['AT&T’s keel', 'Mast']);
  expect(lines.filter((line) => line.includes(reason))).toHaveLength(1);
});

test.each<[string, Handler]>([
  ['breaks off', breaksOff],
  ['ends without a response, as a crash of PHP does', (request) => request.socket.destroy()],
  ['compresses badly', (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end('no gzip')],
])('one article that the host %s does not keep the others away', async (_, handler) => {
  host.broken.set('/wp-json/blogs/v1/post', (request, response, url) =>
    url.searchParams.get('slug') === 'keel' ? handler(request, response, url) : host.respond(request, response, url),
  );
  const { titles, lines } = await start();
  expect(titles()).toEqual(['Mast']);
  expect(lines.join('')).toContain('"slug":"keel","reason":"GET /wp-json/blogs/v1/post broke off');
});

test('any number of articles and pictures that the host fails to send do not keep the others away', async () => {
  const [keel] = host.posts as [Post];
  const broken = Array.from({ length: 20 }, (_, index) => ({ ...keel, ID: 100 + index, slug: `broken-${index}` }));
  host.posts = [...broken, keel];
  keel.post_content = broken.map(({ slug }) => `<img src="/files/${slug}.png" alt="">`).join('');
  for (const { slug } of broken) host.broken.set(`/files/${slug}.png`, status(502));
  host.broken.set('/wp-json/blogs/v1/post', (request, response, url) => {
    if (url.searchParams.get('slug') === 'keel') host.respond(request, response, url);
    else request.socket.destroy();
  });
  const { mirror } = await openMirror(host.origin);
  await mirror.refresh(async () => {});
  expect([...(mirror.state?.articles.keys() ?? [])]).toEqual(['keel']);
});

test('related posts that the host fails to send do not keep those of others away, however many', async () => {
  const [keel] = host.posts as [Post];
  host.posts = Array.from({ length: 20 }, (_, index) => ({ ...keel, ID: 100 + index, slug: `keel-${index}` }));
  host.related = new Map([['keel-19', ['keel-0']]]);
  host.broken.set('/wp-json/blogs/related-post/post', (request, response, url) => {
    if (url.searchParams.get('slug') === 'keel-19') host.respond(request, response, url);
    else response.writeHead(500).end();
  });
  const { mirror } = await openMirror(host.origin);
  await mirror.refresh(async () => {});
  expect(mirror.state?.related.get('keel-19')?.slugs).toEqual(['keel-0']);
});

test.each([
  ['damaged', 'image/png', 'is not a picture; it takes JPEG, PNG, WebP, AVIF or SVG'],
  ['of a format that pages do not show', 'image/gif', 'has the type \\"image/gif\\"; the site shows JPEG'],
])('one picture of the host that is %s is reported once, by its URL', async (_, type, reason) => {
  host.broken.set('/files/one.svg', (_, response) => void response.writeHead(200, { 'Content-Type': type }).end('GI'));
  const { titles, lines, refreshes, becomes } = await start();
  const [post] = host.posts as [Post];
  post.post_title = 'Keel';
  await becomes(() => expect(titles()).toContain('Keel'));
  await refreshes(2);
  const found = lines.filter((line) => line.includes('a picture of the content host is not shown'));
  expect(found).toEqual([expect.stringContaining(`"url":"${host.origin}/files/one.svg","reason":"${reason}`)]);
});

const downloads = ({ reserved = 0, lines = [] as string[] } = {}) =>
  createHostPictures({
    client: createHostClient(host.origin),
    copy: createHostCopy(directory, host.origin, reserved),
    faults: createFaultLog(createLog({ level: 'warn', clock: systemClock, write: (line) => lines.push(line) })),
    clock: systemClock,
  });

test('a picture at another origin is reported by its URL', async () => {
  const { lines } = await start();
  expect(lines.filter((line) => line.includes('a picture of the content host cannot be downloaded'))).toEqual([
    expect.stringContaining(
      '"url":"http://169.254.169.254/two.png","reason":"It is at another origin than CONTENT_HOST"',
    ),
  ]);
});

test('a picture with a URL of any length is reported in a short line', async () => {
  const lines: string[] = [];
  await downloads({ lines }).download([`${host.origin}/${'long'.repeat(200_000)}`], new Map());
  expect(lines).toEqual([expect.stringContaining('… failed with status')]);
  expect(lines.join('').length).toBeLessThan(1200);
});

test('a picture that failed before the clock was set back by hours is requested again', async () => {
  const url = `${host.origin}/files/one.svg`;
  const pictures = new Map<string, HostPicture>([[url, { triedAt: Date.now() + 7_200_000 }]]);
  await downloads().download([url], pictures);
  expect(pictures.get(url)).toHaveProperty('file');
});

test('a picture that failed is requested again after an hour, although the host does not send its unchanged article again', async () => {
  host.tagsPosts = true;
  host.broken.set('/files/one.svg', status(503));
  let now = new Date('2026-03-10T12:00:00Z');
  const { mirror } = await openMirror(host.origin, { now: () => now });
  await mirror.refresh(async () => {});
  host.broken.clear();
  now = new Date('2026-03-10T13:00:01Z');
  await mirror.refresh(async () => {});
  expect(mirror.state?.pictures.get(`${host.origin}/files/one.svg`)).toHaveProperty('file');
});

test('a text has at most 200 pictures, and the log names the first that is left out', async () => {
  const lines: string[] = [];
  const pictures = new Map<string, HostPicture>();
  const urls = Array.from({ length: 202 }, (_, index) => `${host.origin}/files/one.svg?${index}`);
  await downloads({ lines }).download(urls, pictures);
  expect([...pictures.keys()]).toEqual(urls.slice(0, 200));
  expect(lines.filter((line) => line.includes(`"url":"${urls[200]}","reason":"this one and`))).toHaveLength(1);
});

test('pictures leave the disk the space that submissions need', async () => {
  const downloading = downloads({ reserved: Number.MAX_SAFE_INTEGER }).download(
    [`${host.origin}/files/one.svg`],
    new Map(),
  );
  await expect(downloading).rejects.toThrow('left, which submissions need');
});

describe('a broken list does not prevent others from being read', () => {
  test('at the first start: positions are shown, and the process is ready once nothing is missing', async () => {
    host.broken.set('/wp-json/post/v1/posts', json({ message: 'No.' }));
    const { store, titles, lines, becomes } = await start();
    expect(store.current().positions.map(({ title }) => title)).toEqual(['Rigger']);
    expect([!store.current().isPartial, titles()]).toEqual([false, []]);
    expect(lines.join('')).toContain('content host fails');
    host.broken.clear();
    await becomes(() => expect([!store.current().isPartial, titles().length]).toEqual([true, 2]));
  });

  test('later: its last value remains, and the others are refreshed', async () => {
    const { store, titles, becomes } = await start();
    host.broken.set('/wp-json/post/v1/posts', status(500));
    host.broken.set('/wp-json/post/v1/cat-list', json('closed'));
    host.positions = host.positions.map((position) => ({ ...position, post_title: 'Sailmaker' }));
    await becomes(() => expect(store.current().positions.map(({ title }) => title)).toEqual(['Sailmaker']));
    expect(titles()).toEqual(['AT&T’s keel', 'Mast']);
    expect(store.current().taxonomy.topics).toHaveLength(2);
    expect(store.current().isPartial).toBe(false);
  });
});

describe('a stored copy from which no content can be created is discarded, with one line in the log', () => {
  const damages: [string, (text: string) => string][] = [
    ['half of it', (text) => text.slice(0, text.length / 2)],
    ['nothing', () => ''],
    ['no object', () => 'null'],
    ['a list that is missing', (text) => JSON.stringify({ ...JSON.parse(text), positions: undefined })],
    ['a list of something else', (text) => JSON.stringify({ ...JSON.parse(text), articles: [[1, 2]] })],
  ];
  test.each(damages)('%s', async (_, damage) => {
    await start({ refreshEveryMs: 600_000 });
    const [name = ''] = (await readdir(directory)).filter((file) => file.startsWith('state-'));
    const file = join(directory, name);
    await writeFile(file, damage(await readFile(file, 'utf8')));
    const { titles, store, lines } = await start({ refreshEveryMs: 600_000 });
    expect(titles()).toEqual(['AT&T’s keel', 'Mast']);
    expect(store.current().isPartial).toBe(false);
    expect(lines.filter((line) => line.includes('discarded'))).toHaveLength(1);
  });

  test('but one article that is damaged is missing alone, with one line in the log', async () => {
    await start({ refreshEveryMs: 600_000 });
    const { mirror } = await openMirror(host.origin);
    const [name = ''] = Array.from(mirror.state?.articles.values() ?? [], ({ file }) => file);
    await writeFile(join(mirror.articlesDirectory, name), 'half of\0 it');
    const { titles, lines } = await start({ refreshEveryMs: 600_000 });
    expect(titles()).toHaveLength(1);
    expect(lines.filter((line) => line.includes('are missing'))).toEqual([expect.stringContaining(name)]);
  });

  test('and no state is stored from which no content can be created', async () => {
    const { mirror } = await openMirror(host.origin);
    const refuse = () => Promise.reject(new TypeError('No content can be made of this'));
    await expect(mirror.refresh(refuse)).rejects.toThrow('No content can be made of this');
    expect(mirror.state).toBeUndefined();
    expect((await readdir(directory)).filter((file) => file.startsWith('state-'))).toEqual([]);
  });
});

describe('a host that sends nonsense', () => {
  test('such as invisible characters, as they come with pasted numbers, loses only these', async () => {
    const [post] = host.posts as [Post];
    post.post_title = 'Call \u202d+1 212\u202c\u0007';
    post.post_content = '<p>Call \u202d+1 212\u202c, &#x202E;reversed\u0007\u0000</p>';
    const { titles, html, becomes } = await start();
    await becomes(() => expect(titles()).toEqual(['Call +1 212\u202c', 'Mast']));
    expect(await html(post.slug)).toBe('<p>Call +1 212\u202c, reversed</p>');
  });

  test.each([
    ['a text nested too deeply for any parser', JSON.stringify({ post_content: '<div>'.repeat(20_000) })],
    ['a text longer than that of a file may be', JSON.stringify({ post_content: 'a'.repeat(maxTextBytes + 1) })],
    [
      'a text with more bytes than that of a file may have',
      JSON.stringify({ post_content: '\u00e9'.repeat(maxTextBytes / 2 + 1) }),
    ],
    [
      'a text with more bytes than that once its quotes are escaped',
      JSON.stringify({ post_content: '"'.repeat(maxTextBytes / 2 + 1) }),
    ],
    ['JSON nested too deeply for a thread', '['.repeat(20_000) + ']'.repeat(20_000)],
  ])('such as %s loses only that article', async (_, body) => {
    host.posts.push({ ...(host.posts[1] as Post), ID: 13, slug: 'odd' });
    host.broken.set('/wp-json/blogs/v1/post', (request, response, url) =>
      url.searchParams.get('slug') === 'odd' ? response.end(body) : host.respond(request, response, url),
    );
    const { titles, lines, becomes } = await start();
    await becomes(() => expect(titles()).toEqual(['AT&T’s keel', 'Mast']));
    expect(lines.join('')).toContain('"slug":"odd"');
  });

  test('such as more terms and positions than a page can show leaves out the rest', async () => {
    host.posts = [];
    const [position] = host.positions;
    host.positions = Array.from(
      { length: 1001 },
      (_, index) => ({ ...position, job_id: index }) as typeof position & {},
    );
    const terms = host.positions.map(({ job_id }) => ({ name: 'Steel', slug: `steel-${job_id}` }));
    host.broken.set('/wp-json/post/v1/cat-list', json(terms));
    const { store } = await start({ refreshEveryMs: 600_000 });
    const { taxonomy, positions } = store.current();
    expect([taxonomy.topics.length, taxonomy.industries.length, positions.length]).toEqual([1000, 1000, 1000]);
  });

  test('such as a very long name shortens it', async () => {
    for (const post of host.posts) post.author_name = 'x'.repeat(100_000);
    const { store, becomes } = await start();
    await becomes(() => expect(store.current().articles[0]?.author.name).toMatch(/^x{999}…$/u));
  });

  test('such as the same page again and again is not read endlessly', async () => {
    host.broken.set('/wp-json/post/v1/posts', (_, response) =>
      response.end(JSON.stringify([{ ID: 1, slug: 'mast', post_title: 'Mast', total: 1_000_000 }])),
    );
    const { titles } = await start();
    expect(titles()).toEqual(['Mast']);
  });

  test('such as invalid cards loses only those', async () => {
    host.posts.push(
      { ...(host.posts[1] as Post), slug: '../../etc' },
      { ...(host.posts[1] as Post), slug: 'no-title', post_title: '' },
    );
    const { titles, lines, refreshes } = await start();
    expect(titles()).toEqual(['AT&T’s keel', 'Mast']);
    await refreshes(3);
    expect(lines.map((line) => JSON.parse(line)).filter(({ card }) => card)).toMatchObject([
      {
        message: 'a card of the content host is passed over',
        category: 'success-stories',
        card: 'Mast',
        reason: 'slug is "../../etc"; takes 1 to 200 letters a to z, digits, hyphens and underscores',
      },
      { card: 'no-title', reason: 'post_title is ""; takes a title of 1 to 500 characters' },
    ]);
  });

  test('such as invalid positions and terms loses only those, with one line for each in the log', async () => {
    const [rigger] = host.positions as [(typeof host.positions)[number]];
    host.positions.push(
      { ...rigger, job_id: 'ENG/7' as unknown as number, post_title: 'Engineer' },
      { ...rigger, post_title: 'Sailmaker' },
    );
    host.broken.set(
      '/wp-json/post/v1/cat-list',
      json([
        { name: 'Steel', slug: 'steel' },
        { name: 'Облако', slug: '%d0%be' },
      ]),
    );
    const { store, lines, refreshes } = await start();
    const { positions, taxonomy } = store.current();
    expect(positions).toMatchObject([{ title: 'Rigger', further_categories: [] }]);
    expect(taxonomy.topics).toEqual([{ slug: 'steel', name: 'Steel' }]);
    await refreshes(3);
    const passedOver = lines.map((line) => JSON.parse(line)).filter(({ message }) => /passed over/u.test(message));
    expect(passedOver.map(({ time, level, ...fields }) => fields)).toEqual([
      ...['topic', 'industry'].map((kind) => ({
        message: 'a term of the content host is passed over',
        kind,
        term: 'Облако',
        reason: 'slug is "%d0%be"; takes 1 to 200 letters a to z, digits, hyphens and underscores',
      })),
      {
        message: 'a position of the content host is passed over',
        position: 'Engineer',
        reason: 'job_id is "ENG/7"; takes 1 to 60 letters a to z, digits, hyphens and underscores',
      },
      {
        message: 'a position of the content host is passed over',
        position: 'Sailmaker',
        reason: 'job_id is "77"; takes one that no other position has',
      },
    ]);
  });

  test('such as an invalid card is not asked for the whole list with each refresh', async () => {
    const [keel] = host.posts as [Post];
    host.posts = Array.from({ length: 30 }, (_, index) => ({ ...keel, ID: index + 1, slug: `keel-${index}` }));
    host.posts[3] = { ...keel, ID: 4, slug: '%f0%9f%8e%89' };
    const { mirror } = await openMirror(host.origin);
    await mirror.refresh(async () => {});
    host.requested = [];
    await mirror.refresh(async () => {});
    expect(host.requested.filter((path) => path.includes('/posts?') && !path.endsWith('page=1'))).toEqual([]);
    host.posts[3] = { ...keel, ID: 4, slug: 'party' };
    await mirror.refresh(async () => {});
    expect([...(mirror.state?.articles.keys() ?? [])]).toContain('party');
  });

  test('such as very many invalid cards has twenty of them logged per refresh', async () => {
    host.posts.push(
      ...Array.from({ length: 30 }, (_, index) => ({ ...(host.posts[1] as Post), slug: `no title ${index}` })),
    );
    host.posts.push({ ...(host.posts[1] as Post), ID: 99, slug: 'rudder', post_title: 'Rudder' });
    const { lines, titles } = await start({ refreshEveryMs: 600_000 });
    expect(lines.filter((line) => line.includes('is passed over'))).toHaveLength(20);
    // Cards after whole pages of invalid ones are read.
    expect(titles()).toContain('Rudder');
  });

  test('because it has none of the endpoints gets one log line that names the plugin', async () => {
    host.broken.set('*', noRoute);
    const { lines, refreshes, store } = await start();
    await refreshes(3);
    expect(store.current().isPartial).toBe(true);
    const logged = lines.filter((line) => line.includes('rest_no_route'));
    expect(logged).toHaveLength(1);
    expect(logged[0]).toContain('integrations/wordpress/website-content.php');
  });
});

test('nothing is shown, and the process is not ready, if the host has never responded', async () => {
  host.broken.set('*', status(503));
  const { store, titles, becomes } = await start();
  expect([!store.current().isPartial, titles()]).toEqual([false, []]);
  expect(await store.current().articleIndex.list({ page: 1, pageSize: 9 })).toEqual({ articles: [], total: 0 });
  host.broken.clear();
  await becomes(() => expect([!store.current().isPartial, titles().length]).toEqual([true, 2]));
});

test('the stored copy of another host is not used', async () => {
  await start({ refreshEveryMs: 600_000 });
  const { store } = await start({ origin: 'http://127.0.0.1:1' });
  expect([!store.current().isPartial, store.current().articles]).toEqual([false, []]);
});

test('a category without articles is reported once, since its slug may have been changed', async () => {
  const { lines, titles, becomes, refreshes } = await start();
  const reports = () => lines.filter((line) => line.includes('a category of the content host has no articles'));
  expect(reports()).toEqual([]);
  host.posts = [];
  await becomes(() => expect(titles()).toEqual([]));
  await refreshes(2);
  expect(reports()).toEqual([
    expect.stringContaining('"category":"success-stories"'),
    expect.stringContaining('"category":"insights"'),
  ]);
});

test('unused files are removed eventually', async () => {
  const { store, becomes } = await start();
  const served = () => [...store.current().media.keys()].filter((path) => path.startsWith('/media/host/'));
  expect(served()).not.toEqual([]);
  host.posts = host.posts.slice(1);
  await becomes(async () => expect(await readdir(join(directory, 'articles'))).toHaveLength(1));
  await becomes(async () => expect(await readdir(join(directory, 'pictures/host'))).toEqual([]));
  expect(served()).toEqual([]);
});

test('unused files are removed, and related posts are read, although the host cannot filter its posts', async () => {
  host.broken.set('/wp-json/post/v1/filter-posts', status(500));
  host.related = new Map(host.posts.map(({ slug }) => [slug, []]));
  const { mirror } = await openMirror(host.origin);
  for (let refresh = 0; refresh <= 20; refresh += 1) {
    for (const post of host.posts) post.post_content = `<p>${refresh}</p>`;
    const refreshing = mirror.refresh(async () => {});
    // The complete refreshes, which request the articles under each term.
    if (refresh % 20 === 0) await expect(refreshing).rejects.toThrow('filter-posts failed with status 500');
    else await refreshing;
    if (refresh === 0) expect(mirror.state?.related.size).toBe(2);
  }
  expect(await readdir(join(directory, 'articles'))).toHaveLength(2);
});

test('a copy of an earlier version keeps its pictures until those of each article are known', async () => {
  const first = await start({ refreshEveryMs: 600_000 });
  const pictures = () => readdir(join(directory, 'pictures/host'));
  const before = await pictures();
  first.store.close();
  await first.store.settled();
  const [name = ''] = (await readdir(directory)).filter((file) => file.startsWith('state-'));
  const file = join(directory, name);
  const state = JSON.parse(await readFile(file, 'utf8'));
  for (const [, article] of state.articles) delete article.pictures;
  await writeFile(file, JSON.stringify(state));
  host.broken.set('/wp-json/blogs/v1/post', status(404));
  const { refreshes, becomes } = await start();
  await refreshes(25);
  expect(await pictures()).toEqual(before);
  host.broken.clear();
  host.posts = host.posts.slice(1);
  await becomes(async () => expect(await pictures()).toEqual([]));
});
