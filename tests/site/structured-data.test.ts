import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { articleHref, positionHref } from '../../app/paths.ts';
import { createSite, type Site, siteUrl } from './app.ts';
import { elementsOf } from './html.ts';

// What search engines read of a position and an article (Ruling 29; schema.org, and the fields that Google requires).

let site: Site;
beforeAll(async () => {
  site = await createSite();
});
afterAll(() => site[Symbol.asyncDispose]());

type Data = Readonly<Record<string, unknown>>;

/** The one block of structured data of a page. */
async function structuredData(address: string): Promise<Data> {
  const blocks = elementsOf(await site.read(address)).filter(
    ({ name, attributes }) => name === 'script' && attributes.type === 'application/ld+json',
  );
  expect(blocks, address).toHaveLength(1);
  return JSON.parse(blocks[0]?.text ?? '');
}

/** The paths of all values that say nothing. */
function emptyValues(value: unknown, path = ''): string[] {
  if (value === null || value === undefined || value === '') return [path];
  if (typeof value !== 'object') return [];
  const entries = Object.entries(value);
  return entries.length === 0 ? [path] : entries.flatMap(([name, inner]) => emptyValues(inner, `${path}.${name}`));
}

const day = /^\d{4}-\d{2}-\d{2}$/u;

describe('a position', () => {
  test('says all that a search engine requires, and nothing empty', async () => {
    const { positions } = site.content();
    expect(positions.length).toBeGreaterThanOrEqual(10);
    for (const position of positions) {
      const address = positionHref(position);
      const posting = await structuredData(address);
      expect.soft(emptyValues(posting), address).toEqual([]);
      expect.soft(posting, address).toMatchObject({
        '@context': 'https://schema.org',
        '@type': 'JobPosting',
        title: position.title,
        description: expect.stringContaining('<p>'),
        datePosted: expect.stringMatching(day),
        identifier: { value: position.job_id },
        hiringOrganization: { '@type': 'Organization', name: site.content().site.name, sameAs: siteUrl },
        jobLocation: { address: { addressLocality: expect.any(String), addressCountry: expect.any(String) } },
        url: `${siteUrl}${address}`,
      });
      // Past it the address answers 410.
      if (position.valid_through)
        expect.soft(posting.validThrough, address).toBe(`${position.valid_through}T23:59:59Z`);
    }
  });
});

describe('an article', () => {
  test('says what it is, whose it is, and how it looks', async () => {
    for (const article of site.content().articles) {
      const address = articleHref(article.slug);
      const data = await structuredData(address);
      expect.soft(emptyValues(data), address).toEqual([]);
      expect.soft(data, address).toMatchObject({
        '@type': 'Article',
        headline: article.title,
        datePublished: expect.stringMatching(day),
        author: { '@type': 'Person', name: article.author.name },
        image: expect.stringContaining(`${siteUrl}/media/`),
        mainEntityOfPage: `${siteUrl}${address}`,
      });
    }
  });
});
