import { beforeAll, describe, expect, test } from 'vitest';
import { openPositions } from '../../app/features/careers/position-queries.ts';
import { articleHref, positionHref } from '../../app/paths.ts';
import { lastingPosition } from '../harness/content.ts';
import { type SharedSite, sharedSite, siteUrl } from './app.ts';

// Structured data of a position and an article (Ruling 29; schema.org, and the fields that Google requires).

let site: SharedSite;
beforeAll(async () => {
  site = await sharedSite();
});

type Data = Readonly<Record<string, unknown>>;

/** The nodes of a page's one graph. */
async function nodesOf(address: string): Promise<Data[]> {
  const blocks = [
    ...(await site.read(address)).matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gsu),
  ];
  expect(blocks, address).toHaveLength(1);
  const graph = JSON.parse(blocks[0]?.[1] ?? '') as { '@context': string; '@graph': Data[] };
  expect(Object.keys(graph), address).toEqual(['@context', '@graph']);
  expect(graph['@context']).toBe('https://schema.org');
  return graph['@graph'];
}

async function nodeOf(address: string, type: string): Promise<Data> {
  const found = (await nodesOf(address)).filter((node) => node['@type'] === type);
  expect(found, `${type} of ${address}`).toHaveLength(1);
  return found[0] ?? {};
}

/** The ids that a value refers to: objects with no other property. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const entries = Object.entries(value);
  if (entries.length === 1 && entries[0]?.[0] === '@id') return [String(entries[0][1])];
  return entries.flatMap(([, inner]) => references(inner));
}

/** The paths of all empty values. */
function emptyValues(value: unknown, path = ''): string[] {
  if (value === null || value === undefined || value === '') return [path];
  if (typeof value !== 'object') return [];
  const entries = Object.entries(value);
  return entries.length === 0 ? [path] : entries.flatMap(([name, inner]) => emptyValues(inner, `${path}.${name}`));
}

const day = /^\d{4}-\d{2}-\d{2}$/u;

describe('a position', () => {
  test('has everything that a search engine requires, and nothing empty', async () => {
    const open = openPositions(site.content().positions, new Date().toISOString().slice(0, 10));
    expect(open).toContainEqual(expect.objectContaining({ job_id: lastingPosition.job_id }));
    for (const position of open) {
      const address = positionHref(position);
      const posting = await nodeOf(address, 'JobPosting');
      expect.soft(emptyValues(posting), address).toEqual([]);
      expect.soft(posting, address).toMatchObject({
        '@type': 'JobPosting',
        title: position.title,
        description: expect.stringContaining('<p>'),
        datePosted: expect.stringMatching(day),
        identifier: { value: position.job_id },
        hiringOrganization: { '@type': 'Organization', name: site.content().site.name, sameAs: siteUrl },
        jobLocation: { address: { addressLocality: expect.any(String), addressCountry: expect.any(String) } },
        url: `${siteUrl}${address}`,
        ...(position.valid_through && { validThrough: `${position.valid_through}T23:59:59Z` }),
      });
    }
  });
});

describe('an article', () => {
  test('describes itself, its publisher and its picture', async () => {
    for (const article of site.content().articles) {
      const address = articleHref(article.slug);
      const data = await nodeOf(address, 'Article');
      expect.soft(emptyValues(data), address).toEqual([]);
      expect.soft(data, address).toMatchObject({
        '@type': 'Article',
        headline: article.title,
        datePublished: expect.stringMatching(day),
        author: { '@type': 'Person', name: article.author.name },
        image: expect.stringContaining(`${siteUrl}/media/`),
        publisher: { '@id': `${siteUrl}/#organization` },
        mainEntityOfPage: { '@id': `${siteUrl}${address}#webpage` },
      });
    }
  });
});

describe('every page', () => {
  test('is one graph: company, site, page and breadcrumb, each named once, and every reference resolves', async () => {
    const paths = [...(await site.read('/sitemap.xml')).matchAll(/<loc>(.*?)<\/loc>/gu)].map(([, url = '']) =>
      url.slice(siteUrl.length),
    );
    expect(paths).toContain('/');
    for (const path of paths) {
      const nodes = await nodesOf(path);
      const ids = nodes.map((node) => node['@id']);
      expect.soft(emptyValues(nodes), path).toEqual([]);
      expect.soft(new Set(ids).size, path).toBe(nodes.length);
      expect
        .soft(
          references(nodes).filter((id) => !ids.includes(id)),
          path,
        )
        .toEqual([]);
      expect
        .soft(nodes[0], path)
        .toMatchObject({ '@type': 'Organization', name: site.content().site.name, url: `${siteUrl}/` });
      expect.soft(nodes[1], path).toMatchObject({ '@type': 'WebSite', publisher: { '@id': nodes[0]?.['@id'] } });
      expect
        .soft(nodes[2], path)
        .toMatchObject({ '@type': 'WebPage', url: `${siteUrl}${path}`, isPartOf: { '@id': nodes[1]?.['@id'] } });
      if (path !== '/') expect.soft(nodes[2]?.breadcrumb, path).toEqual({ '@id': nodes[3]?.['@id'] });
    }
  });

  test('names the company, the home page also how to reach it', async () => {
    const { email, phone, footer } = site.content().site;
    const contact = {
      email: email.general,
      telephone: phone,
      sameAs: footer.social.profiles.map(({ href }) => href),
    };
    expect(await nodeOf('/', 'Organization')).toMatchObject(contact);
    const elsewhere = await nodeOf('/who-we-are', 'Organization');
    expect(elsewhere.logo).toBeTruthy();
    for (const fact of Object.keys(contact)) expect(elsewhere).not.toHaveProperty(fact);
  });

  test('below the home page has a breadcrumb of pages that exist, from the home page to itself', async () => {
    const [article] = site.content().articles;
    if (!article) throw new Error('There is no article');
    for (const path of ['/ventures', '/accessibility', articleHref(article.slug), positionHref(lastingPosition)]) {
      const { itemListElement } = (await nodeOf(path, 'BreadcrumbList')) as {
        itemListElement: { position: number; item: string }[];
      };
      expect
        .soft(itemListElement.map(({ position: place }) => place))
        .toEqual(itemListElement.map((_, index) => index + 1));
      expect.soft(itemListElement[0]?.item).toBe(`${siteUrl}/`);
      expect.soft(itemListElement.at(-1)?.item).toBe(`${siteUrl}${path}`);
      for (const { item } of itemListElement)
        expect.soft((await site.get(item.slice(siteUrl.length))).status, item).toBe(200);
    }
  });
});
