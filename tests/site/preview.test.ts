import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ContentDirectory, createContentDirectory } from '../../app/content/content-directory.fixture.ts';
import { articleHref } from '../../app/paths.ts';
import { createSite, type Site } from './app.ts';

// A page before it is published, for people with a link.

const hourMs = 3_600_000;

let content: ContentDirectory;
let site: Site;

beforeAll(async () => {
  content = await createContentDirectory();
  const text = await content.read('articles/insights/first-insight.md');
  const others = { 'a-draft': 'draft: true', 'of-tomorrow': 'publish_at: 2100-01-01T00:00:00Z' };
  for (const [index, [slug, line]] of Object.entries(others).entries())
    await content.write(
      `articles/insights/${slug}.md`,
      text
        .replace(/^former_slugs: .*\n/mu, '')
        .replace(/^id: .*$/mu, `id: ${9001 + index}\n${line}`)
        .replace(/^title: .*$/mu, `title: Called ${slug}`),
    );
  site = await createSite(content.path);
  site.setTime('2026-06-15T12:00:00Z');
});

afterAll(async () => {
  await site[Symbol.asyncDispose]();
  await content[Symbol.asyncDispose]();
});

describe.each(['a-draft', 'of-tomorrow'])('The article "%s"', (slug) => {
  test('is available only with a link', async () => {
    expect((await site.get(articleHref(slug))).status).toBe(404);
    const link = await site.previewLink(articleHref(slug), hourMs);
    const response = await site.get(link);
    expect(response.status).toBe(200);
    const html = await response.text();
    expect(html).toContain(`Called ${slug}</h1>`);
    expect(html).toContain('Preview for people with this link, until 15 June 2026, 13:00 UTC</aside>');
    expect((await site.get(articleHref(slug))).status).toBe(404);
    expect(await site.read('/sitemap.xml')).not.toContain(slug);
  });

  test('is not stored by the server, by search engines or in a cookie', async () => {
    const link = await site.previewLink(articleHref(slug), hourMs);
    const before = site.renderings();
    for (const _ of [1, 2]) {
      const { headers } = await site.get(link, { headers: { 'accept-encoding': 'br' } });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(headers.get('set-cookie')).toBeNull();
      expect(headers.get('etag')).toBeNull();
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    }
    expect(site.renderings()).toBe(before + 2);
  });
});

test('A published page has a preview, too', async () => {
  const response = await site.get(await site.previewLink('/contact-us', hourMs));
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await site.read('/contact-us')).not.toContain('Preview for');
});

test('An expired link gets 410 and a page that explains it', async () => {
  const response = await site.get(await site.previewLink(articleHref('a-draft'), -1));
  expect(response.status).toBe(410);
  expect(response.headers.get('cache-control')).toBe('no-store');
  const html = await response.text();
  expect(html).toContain('This preview has ended');
  expect(html).not.toContain('Called a-draft');
  expect(html).not.toContain('<aside');
});

test.each(['/preview/x', '/preview/ended2', '/preview/a.b.c'])('%s gets 404', async (path) => {
  expect((await site.get(path)).status).toBe(404);
});

test('A link to a removed page gets 404', async () => {
  expect((await site.get(await site.previewLink(articleHref('gone'), hourMs))).status).toBe(404);
});

test('A changed draft is shown in its current state', async () => {
  const link = await site.previewLink(articleHref('a-draft'), hourMs);
  await content.edit('articles/insights/a-draft.md', 'Called a-draft', 'Called otherwise');
  await expect.poll(async () => (await site.get(link)).text(), { timeout: 30_000 }).toContain('Called otherwise</h1>');
});
