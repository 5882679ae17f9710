import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { photograph, sky } from '../../app/platform/media/pictures.fixture.ts';
import { createSite, type Site, siteUrl } from './app.ts';

// A photograph that an editor puts beside an article, and pictures of shared links, as visitors get them.

const article = '/single/first-insight/';

let content: ContentDirectory;
let site: Site;

beforeAll(async () => {
  content = await createContentDirectory();
  await content.write('media/photos/Pier at low water.jpg', await photograph(1600, 1000));
  await content.edit('articles/insights/first-insight.md', 'plates/one.svg', 'photos/Pier at low water.jpg');
  const card = await sharp({ create: { width: 1200, height: 630, channels: 3, background: '#e9ece8' } })
    .png()
    .toBuffer();
  for (const name of ['default', 'home', 'first-insight']) await content.write(`media/og/${name}.png`, card);
  site = await createSite(content.path);
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await content[Symbol.asyncDispose]();
});

/** Addresses of the article's banner in one form, by width. */
async function banner(format: string): Promise<string[]> {
  const html = await site.read(article);
  const [, set = ''] =
    new RegExp(`<source type="image/${format}" srcSet="(/media/photos/[^"]+)"`, 'iu').exec(html) ?? [];
  return set.split(', ').map((entry) => entry.split(' ')[0] ?? '');
}

describe('A photograph as an article’s banner', () => {
  test('is named in each form and width before any of it is made', async () => {
    const widths = (addresses: string[]) => addresses.map((address) => /-(\d+)\.\w+$/u.exec(address)?.[1]);
    expect(widths(await banner('avif'))).toEqual(['400', '720', '1080', '1440', '1600']);
    expect(widths(await banner('webp'))).toEqual(['400', '720', '1080', '1440', '1600']);
    expect(await site.read(article)).toMatch(/<img[^>]* alt="A plate" width="1600" height="1000"/u);
  });

  test.each(['avif', 'webp'])(
    'arrives upright as %s, kept for ever, without the place where it was taken',
    async (format) => {
      const [address = ''] = await banner(format);
      const answer = await site.get(address);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe(`image/${format}`);
      expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(await sharp(bytes).metadata()).toMatchObject({ width: 400, height: 250 });
      expect(bytes.toString('latin1')).not.toMatch(/GPS|Cameraworks|Jane Doe/u);
      const [red = 0, green = 0, blue = 0] = await sharp(bytes)
        .extract({ left: 200, top: 10, width: 1, height: 1 })
        .raw()
        .toBuffer();
      expect(Math.hypot(red - sky.r, green - sky.g, blue - sky.b)).toBeLessThan(30);
    },
  );

  test('holds up nobody while it is made', async () => {
    const largest = (await banner('avif')).at(-1) ?? '';
    const order: string[] = [];
    const picture = site.get(largest).then((answer) => order.push(`picture ${answer.status}`));
    const page = site.get('/contact-us').then((answer) => order.push(`page ${answer.status}`));
    await Promise.all([picture, page]);
    expect(order).toEqual(['page 200', 'picture 200']);
  });

  test('is given in other widths or hashes to nobody', async () => {
    const [address = ''] = await banner('avif');
    for (const other of [address.replace('-400.', '-401.'), address.replace(/\.\w{12}-/u, '.0123456789ab-')])
      expect((await site.get(other)).status).toBe(404);
    expect([...site.content().media.keys()].filter((path) => /pier/iu.test(path) && !/-\d+\.\w+$/u.test(path))).toEqual(
      [],
    );
  });

  test('is one address for feeds and calls', async () => {
    const [post] = (await (await site.get('/wp-json/post/v1/posts?cat=insights&page=1')).json()) as {
      thumbnail: string;
    }[];
    const answer = await site.get(new URL(post?.thumbnail ?? '', siteUrl).pathname);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
  });
});

test.each([
  ['/', 'home'],
  [article, 'first-insight'],
  ['/contact-us', 'default'],
  ['/single/first-story/', 'default'],
])('A shared link to %s shows the picture "%s"', async (address, name) => {
  const html = await site.read(address);
  expect(html).toMatch(new RegExp(`property="og:image" content="${siteUrl}/media/og/${name}\\.\\w+\\.png"`, 'u'));
});
