import { rename } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { shareImageUrl, subjectOfArticle, subjectOfPage } from '../../app/content/share-images.ts';
import { photograph, sky } from '../../app/platform/media/pictures.fixture.ts';
import { createSite, type Site, siteUrl } from './app.ts';

// Files that an editor adds to an article, and pictures of shared links, as visitors get them.

const article = '/single/first-insight/';

let content: ContentDirectory;
let site: Site;

beforeAll(async () => {
  content = await createContentDirectory();
  await content.write('media/photos/Pier at low water.jpg', await photograph(1600, 1000));
  await content.edit('articles/insights/first-insight.md', 'plates/one.svg', 'photos/Pier at low water.jpg');
  await content.write('media/reports/Bridges 2026 ü.pdf', '%PDF-1.7\n');
  await content.edit(
    'articles/insights/first-insight.md',
    'Because it',
    'As [the report](/media/reports/Bridges%202026%20ü.pdf#page=2) says, it',
  );
  site = await createSite(content.path);
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await content[Symbol.asyncDispose]();
});

/** URLs of the article's banner in one format, by width. */
async function banner(format: string): Promise<string[]> {
  const html = await site.read(article);
  const [, set = ''] =
    new RegExp(`<source type="image/${format}" srcSet="(/media/photos/[^"]+)"`, 'iu').exec(html) ?? [];
  return set.split(', ').map((entry) => entry.split(' ')[0] ?? '');
}

test('A PDF is served at its path below content/media, which texts link to', async () => {
  const [, href = ''] = /<a href="([^"]+)">the report/u.exec(await site.read(article)) ?? [];
  expect(href).toBe('/media/reports/Bridges%202026%20%C3%BC.pdf#page=2');
  const response = await site.get(href.replace(/#.*/u, ''));
  expect(await response.text()).toBe('%PDF-1.7\n');
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'public, max-age=600',
    'accept-ranges': 'bytes',
  });
});

describe('A photograph as an article’s banner', () => {
  test('is named in each format and width before any of them is generated', async () => {
    const widths = (addresses: string[]) => addresses.map((address) => /-(\d+)\.\w+$/u.exec(address)?.[1]);
    expect(widths(await banner('avif'))).toEqual(['400', '720', '1080', '1440', '1600']);
    expect(widths(await banner('webp'))).toEqual(['400', '720', '1080', '1440', '1600']);
    expect(await site.read(article)).toMatch(/<img[^>]* alt="A plate" width="1600" height="1000"/u);
  });

  test.each(['avif', 'webp'])('arrives upright as %s, cached for ever, without its location', async (format) => {
    const [address = ''] = await banner(format);
    const response = await site.get(address);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(`image/${format}`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 250 });
    expect(bytes.toString('latin1')).not.toMatch(/GPS|Cameraworks|Jane Doe/u);
    const [red = 0, green = 0, blue = 0] = await sharp(bytes)
      .extract({ left: 200, top: 10, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(Math.hypot(red - sky.r, green - sky.g, blue - sky.b)).toBeLessThan(30);
  });

  test('delays no request while it is generated', async () => {
    const largest = (await banner('avif')).at(-1) ?? '';
    const order: string[] = [];
    const picture = site.get(largest).then((response) => order.push(`picture ${response.status}`));
    const page = site.get('/contact-us').then((response) => order.push(`page ${response.status}`));
    await Promise.all([picture, page]);
    expect(order).toEqual(['page 200', 'picture 200']);
  });

  test('has no other widths or hashes', async () => {
    const [address = ''] = await banner('avif');
    for (const other of [address.replace('-400.', '-401.'), address.replace(/\.\w{12}-/u, '.0123456789ab-')])
      expect((await site.get(other)).status).toBe(404);
    expect([...site.content().media.keys()].filter((path) => /pier/iu.test(path) && !/-\d+\.\w+$/u.test(path))).toEqual(
      [],
    );
  });

  test('has one URL for feeds and endpoints', async () => {
    const [post] = (await (await site.get('/wp-json/post/v1/posts?cat=insights&page=1')).json()) as {
      thumbnail: string;
    }[];
    const response = await site.get(new URL(post?.thumbnail ?? '', siteUrl).pathname);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});

/** Path of the picture that a shared link to a page shows. */
async function shareImage(address: string): Promise<string> {
  const [, path = ''] =
    new RegExp(`property="og:image" content="${siteUrl}(/[^"]+)"`, 'u').exec(await site.read(address)) ?? [];
  return path;
}

describe('A shared link', () => {
  test.each([
    ['/', 'index', 'png'],
    ['/contact-us', 'contact-us', 'png'],
    [article, 'single/first-insight', 'jpg'],
    ['/single/first-story/', 'single/first-story', 'png'],
  ])('to %s has its own picture, 1200 × 630', async (address, name, format) => {
    const path = await shareImage(address);
    // The Open Graph protocol: a page with an image says what it shows.
    expect(await site.read(address)).toMatch(/property="og:image:alt" content="[^"]+"/u);
    expect(path).toMatch(new RegExp(`^/media/og/${name}\\.[0-9a-f]{12}\\.${format}$`, 'u'));
    const response = await site.get(path);
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({
      format: format === 'jpg' ? 'jpeg' : format,
      width: 1200,
      height: 630,
    });
  });

  test('that was shared before a title changed shows the current picture, with a short lifetime', async () => {
    const path = await shareImage('/contact-us');
    const earlier = path.replace(/\.\w{12}\./u, '.0123456789ab.');
    const response = await site.get(earlier);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'public, max-age=600']);
    const now = await (await site.get(path)).arrayBuffer();
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(now))).toBe(true);
  });

  test('is drawn again if its banner could not be read, and not cached until then', async () => {
    await using moved = await createContentDirectory();
    await moved.write(
      'media/plates/one.svg',
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 5"><path d="M0 2h8v1H0z"/></svg>',
    );
    await using site = await createSite(moved.path);
    const { articles, media } = site.content();
    const story = articles.find(({ slug }) => slug === 'first-story');
    if (!story?.banner) throw new Error('There is no banner');
    const path = shareImageUrl(site.content(), subjectOfArticle(story));
    const drawing = media.get(story.banner.src);
    if (!drawing || !('file' in drawing)) throw new Error('There is no drawing');
    const get = async () => {
      const response = await site.get(path);
      const bytes = Buffer.from(await response.arrayBuffer());
      return { status: response.status, policy: response.headers.get('cache-control'), bytes };
    };

    await rename(drawing.file, `${drawing.file}.away`);
    const without = await get();
    await rename(`${drawing.file}.away`, drawing.file);
    const whole = await get();

    expect(without).toMatchObject({ status: 200, policy: 'public, max-age=600' });
    expect(whole).toMatchObject({ status: 200, policy: 'public, max-age=31536000, immutable' });
    expect(whole.bytes.equals(without.bytes)).toBe(false);
  });

  test('to a missing target shows nothing', async () => {
    for (const name of ['nowhere', 'single/nowhere', '..', '%2e%2e/index'])
      expect((await site.get(`/media/og/${name}.0123456789ab.png`)).status).toBe(404);
  });

  test('has another picture when the title, the company or the banner changes', async () => {
    const content = site.content();
    const [page] = content.pages;
    if (!page) throw new Error('There is no page');
    const subject = { ...subjectOfPage(page), path: '/x' };
    const urls = [
      shareImageUrl(content, subject),
      shareImageUrl(content, { ...subject, title: 'Another' }),
      shareImageUrl({ ...content, site: { ...content.site, name: 'Another' } }, subject),
      shareImageUrl(content, { ...subject, art: { kind: 'drawing', src: bannerOf('first-story') } }),
    ];
    expect(new Set(urls).size).toBe(4);
    expect(shareImageUrl(content, subject)).toBe(urls[0]);
  });
});

const bannerOf = (slug: string) => site.content().articles.find((item) => item.slug === slug)?.banner?.src ?? '';
