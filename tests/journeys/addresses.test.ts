import { expect, test } from '../helpers/browser.ts';
import { articles, screens } from '../helpers/content.ts';
import { aliases } from '../helpers/specification.ts';

// Responses of the server by URL: links, redirects, files, errors.
const article = articles[0]?.slug ?? '';

for (const { address, canonical } of aliases) {
  test(`${address} shows the screen of ${canonical}`, async ({ request, site }) => {
    const response = await request.get(address, { maxRedirects: 0 });
    expect(response.status()).toBe(200);
    expect(await response.text()).toContain(`<link rel="canonical" href="${site.origin}${canonical}"`);
  });
}

for (const [asked, answered] of [
  ['/who-we-are/', '/who-we-are'],
  ['/what-we-do/', '/what-we-do'],
  ['/what-we-think/?category=insights&page=2', '/what-we-think?category=insights&page=2'],
  [`/single/${article}`, `/single/${article}/`],
  [`/single/${article}?from=feed`, `/single/${article}/?from=feed`],
] as const) {
  test(`${asked} is permanently at ${answered}`, async ({ request, site }) => {
    const response = await request.get(asked, { maxRedirects: 0 });
    expect(response.status()).toBe(308);
    const location = response.headers().location ?? '';
    expect(new URL(location, site.origin).href).toBe(`${site.origin}${answered}`);
  });
}

for (const asked of [
  '//elsewhere.example',
  '//elsewhere.example/',
  '/\\elsewhere.example/',
  '/who-we-are//elsewhere.example/',
]) {
  test(`${asked} leads to no other origin`, async ({ site }) => {
    const response = await fetch(`${site.origin}${asked}`, { redirect: 'manual' });
    const location = response.headers.get('location');
    if (location !== null) expect(new URL(location, `${site.origin}/`).origin).toBe(site.origin);
    else expect([200, 400, 404]).toContain(response.status);
  });
}

test('every article is there, and every link within the site leads to a page and an anchor that are there', async ({
  request,
  site,
}) => {
  const addresses = [...screens.map(({ address }) => address), ...articles.map(({ slug }) => `/single/${slug}/`)];
  const pages = new Map<string, string>();
  const missing: string[] = [];
  const read = async (address: string) => {
    if (!pages.has(address)) {
      const response = await request.get(address, { maxRedirects: 0 });
      if (response.status() !== 200) missing.push(`${address} answers ${response.status()}`);
      const type = response.headers()['content-type'] ?? '';
      pages.set(address, type.startsWith('text/html') ? await response.text() : '');
    }
    return pages.get(address) ?? '';
  };
  for (const address of addresses) {
    const html = await read(address);
    for (const [, href = ''] of html.matchAll(/<a [^>]*?href="([^"]*)"/gu)) {
      const target = new URL(href.replaceAll('&amp;', '&'), `${site.origin}${address}`);
      if (target.origin !== site.origin) continue;
      const found = await read(`${target.pathname}${target.search}`);
      const anchor = decodeURIComponent(target.hash.slice(1));
      if (anchor && found && !found.includes(`id="${anchor}"`)) missing.push(`${address}: ${href} has no such anchor`);
    }
  }
  expect([...new Set(missing)]).toEqual([]);
});

test('an unknown address is a helpful 404', async ({ page, noise }) => {
  noise.allow(/404/u);
  const response = await page.goto('/this-page-is-not-there');
  expect(response?.status()).toBe(404);
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', /noindex/u);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('navigation', { name: 'Main' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  const search = page.getByRole('main').getByRole('search');
  await search.getByRole('searchbox').fill('agents');
  await search.getByRole('button', { name: 'Search' }).click();
  await expect(page).toHaveURL(/\/what-we-think\?.*search=agents/u);
  await expect(page.getByRole('tabpanel').getByRole('article').first()).toBeVisible();
});

test('an unknown article is a 404', async ({ request }) => {
  const response = await request.get('/single/no-such-article/');
  expect(response.status()).toBe(404);
  expect(await response.text()).toContain('noindex');
});

test('what programs ask for is there', async ({ request, site }) => {
  const sitemap = await (await request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/gu)].map(
    ([, address = '']) => address.slice(site.origin.length) || '/',
  );
  for (const { canonical } of screens) expect.soft(listed, canonical).toContain(canonical);
  for (const { address } of aliases) expect.soft(listed, 'canonical addresses only').not.toContain(address);
  expect.soft(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${site.origin}/sitemap.xml`);
  expect.soft((await request.get('/feed.xml')).headers()['content-type']).toMatch(/^application\/(?:atom|rss)\+xml/u);
  expect
    .soft((await request.get('/site.webmanifest')).headers()['content-type'])
    .toContain('application/manifest+json');
  for (const path of ['/favicon.ico', '/healthz', '/readyz'])
    expect.soft((await request.get(path)).status(), path).toBe(200);
});
